// Owns what this document knows of the elements that hold frames, and what a whole document is in text or markup.

// Elements that the outside has found to hold a frame.
const knownFrameOwners = new WeakSet();

// Takes in that the element holds a frame; `news` says that what was read until now does not have it as one.
function noteFrameOwner(element) {
  let news = localNameOf(element) === 'embed' && roleOf(element) !== 'iframe';
  knownFrameOwners.add(element);
  noteUse();
  // What stands in closed shadow trees is read once their roots are known.
  for (let root = rootOf(element); root instanceof ShadowRoot; root = rootOf(root.host)) {
    if (root.mode !== 'closed' || closedRoots.get(root.host) === root) continue;
    closedRoots.set(root.host, root);
    knowsClosedRoots = news = true;
  }
  return {
    ref: refOf(element), news, lazy: element.loading === 'lazy',
    src: attributeOf(element, 'src') ?? attributeOf(element, 'data') ?? '',
  };
}

// Every element that holds, or could hold, a frame, whether shown or not; and how much there is to use in this document.
function listFrames() {
  beginReading();
  const frames = [];
  let interactive = 0;
  for (const element of elementsBelow(document)) {
    if (isFrameOwner(element)) {
      frames.push({
        ref: refOf(element), shown: showsItsFrame(element), name: nameOf(element), label: attributeOf(element, 'aria-label') ?? '',
        title: attributeOf(element, 'title') ?? '', attribute: attributeOf(element, 'name') ?? '', id: attributeOf(element, 'id') ?? '',
      });
    } else if ((isFocusable(element) || isUsable(element)) && !isHiddenForAll(element) && isVisible(element)) {
      ++interactive;
    }
  }
  return { frames, interactive };
}

const secretInputs = 'input[type="password" i],input[autocomplete*="cc-" i],input[autocomplete*="one-time-code" i]';

// The document as `kind` ("text": as a person reads it, "html": its markup), at most `longest` characters of it. Values
// of secret inputs stay here.
function content(kind, longest) {
  const top = documentPart('documentElement');
  let whole = '';
  if (kind === 'text') {
    whole = documentPart('body')?.innerText ?? top?.textContent ?? '';
  } else if (top !== null) {
    const copy = top.cloneNode(true);
    for (const input of copy.querySelectorAll(secretInputs)) input.removeAttribute('value');
    whole = copy.outerHTML ?? new XMLSerializer().serializeToString(copy);
  }
  return { content: whole.slice(0, longest), length: whole.length };
}
