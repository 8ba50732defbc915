// Checks whether a control holds the text that it was given. A control drops characters that it does not take (HTML
// 4.10.5.1.12, number; 4.10.18.3, maxlength), and a page formats typed text.

const separators = /[\s\p{P}\p{S}\p{Z}\p{Cf}]/u;

// Whether `held` contains every character of `wanted`, in order and in any case, with only separators between them.
function addsOnlySeparators(wanted, held) {
  const characters = [...wanted.trim().normalize('NFC').toUpperCase()];
  let next = 0;
  for (const character of held.normalize('NFC').toUpperCase()) {
    if (character === characters[next]) ++next;
    else if (!separators.test(character)) return false;
  }
  return next === characters.length;
}

// Whether the text is spread over boxes for a code: the page moves the focus from box to box.
function isSpreadOverBoxes(element, wanted) {
  if (hasFocusWithin(element)) return false;
  const boxes = arrayOf(allMatching(rootOf(element), 'input')).filter(isTextBox);
  const first = boxes.indexOf(element);
  return boxes.slice(first, first + wanted.length).map(box => box.value).join('').startsWith(wanted);
}

// → 'same' | 'formatted': the page or the control added separators, changed the case, or trimmed | 'changed'
function textKept(element, text) {
  const held = contentOf(element), wanted = text.replace(/\r\n?/g, '\n');
  if (held === null || held === wanted) return 'same';
  if (isRichText(element)) {
    // An editor may change white space.
    const [own, other] = [held, wanted].map(one => one.replace(/\s+/g, ''));
    return own === other ? 'same' : addsOnlySeparators(other, own) ? 'formatted' : 'changed';
  }
  const type = localNameOf(element) === 'input' ? element.type : '';
  if (type === 'number') return held !== '' && held === wanted.trim() ? 'formatted' : 'changed';
  // The value of an e-mail field contains the host's name in its ASCII form.
  if (type === 'email' && held.includes('xn--')) return 'formatted';
  return addsOnlySeparators(wanted, held) || isSpreadOverBoxes(element, wanted) ? 'formatted' : 'changed';
}

// Returns the end of a sentence about the text that the control holds instead.
function whyNotKept(element) {
  const holds = `holds "${shownValueOf(element)}" instead of that text`;
  if (localNameOf(element) === 'input' && element.type === 'number') return `${holds}: it takes a number such as 1.5`;
  return limitOf(element) >= 0 ? `${holds}: its maxlength is ${limitOf(element)}` : holds;
}

function limitOf(element) { return /^(input|textarea)$/.test(localNameOf(element)) ? element.maxLength : -1; }

// Whether the control itself may drop characters that are typed into it.
function dropsCharacters(element) {
  return limitOf(element) >= 0 || (localNameOf(element) === 'input' && element.type === 'number');
}

let typing = null;  // { element, textBefore: its text, isHeard: whether it got an input event, end }

// Starts recording whether the element takes any text. → whether this can be checked for the element
function watchTyping(element) {
  typing?.end();
  typing = null;
  const isSet = localNameOf(element) === 'input' && setInputTypes.has(element.type);
  if (!isTextBox(element) || isSet || hasOwnContent(element)) return false;
  const watch = typing = {element, textBefore: contentOf(element), isHeard: false, end: () => {}};
  const host = editingHostOf(element);
  const note = () => { watch.isHeard = true; };
  watch.end = () => {
    for (const type of ['beforeinput', 'input']) callElement(host, 'removeEventListener', type, note, {capture: true});
  };
  for (const type of ['beforeinput', 'input']) callElement(host, 'addEventListener', type, note, {capture: true});
  return true;
}

// → null, or the content of the control, if it took nothing or drops characters itself. A page may handle the typed
// text itself: then the focus or the text is elsewhere, the control got an input event, or something else in the page
// has changed.
function typedTextMissing(ref, text) {
  const element = elementOf(ref);
  const watch = typing;
  watch?.end();
  typing = null;
  if (element === null || !hasFocusWithin(element)) return null;
  if (!dropsCharacters(element)) {
    const isText = /[^\r\n\t]/.test(text);
    // Chrome also sends a read-only control the events of input that the control does not take.
    const isHeard = watch?.element !== element || (watch.isHeard && !isReadOnly(element));
    if (!isText || isHeard || contentOf(element) !== watch.textBefore || hasChangedPage()) return null;
    return `did not accept the text and contains "${shownValueOf(element)}": ${
        isReadOnly(element) ? 'it is read-only' : 'its page rejects the keys'}`;
  }
  const held = [...contentOf(element).toUpperCase()];
  let next = 0;
  const isHeld = [...text.trim().replace(/[\r\n\t]/g, '').toUpperCase()].every(character => {
    next = held.indexOf(character, next) + 1;
    return next > 0;
  });
  return isHeld ? null : whyNotKept(element);
}

expose({typedTextMissing});
