// Reports the elements of this document that hold frames, and the whole document as text or markup.

// Returns every element that holds, or could hold, a frame, whether shown or not, and the number of elements in this
// document that a person could use.
function listFrames() {
  beginReading();
  const frames = [];
  let interactive = 0;
  for (const element of elementsBelow(document)) {
    if (isFrameOwner(element)) {
      frames.push({
        ref: refOf(element),
        shown: showsItsFrame(element),
        name: nameOf(element),
        label: attributeOf(element, 'aria-label') ?? '',
        title: attributeOf(element, 'title') ?? '',
        attribute: attributeOf(element, 'name') ?? '',
        id: attributeOf(element, 'id') ?? '',
      });
    } else if ((isFocusable(element) || isUsable(element)) && !isHiddenForAll(element) && isVisible(element)) {
      ++interactive;
    }
  }
  return {frames, interactive};
}

const secretInputs = 'input[type="password" i],input[autocomplete*="cc-" i],input[autocomplete*="one-time-code" i]';

function removeSecretValues(copy) {
  for (const input of allMatching(copy, secretInputs)) elementPrototype.removeAttribute.call(input, 'value');
}

// Returns the document as `kind` ("text": as a person reads it, "html": its markup), at most `longest` characters.
// Leaves out the values of secret inputs.
function content(kind, longest) {
  const top = documentPart('documentElement');
  let whole = '';
  if (kind === 'text') {
    const body = documentPart('body');
    whole = (body !== null ? elementPart(body, 'innerText') : top && textContentOf(top)) ?? '';
  } else if (top !== null) {
    const copy = nodePrototype.cloneNode.call(top, true);
    removeSecretValues(copy);
    whole = elementPart(copy, 'outerHTML') ?? new XMLSerializer().serializeToString(copy);
  }
  return {content: whole.slice(0, longest), length: whole.length};
}

expose({listFrames, content});
