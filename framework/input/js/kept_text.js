// Owns whether a control keeps the text that it was given. A control drops what it does not take (HTML 4.10.5.1.12, number;
// 4.10.18.3, maxlength), and a page formats what was typed.

const separators = /[\s\p{P}\p{S}\p{Z}\p{Cf}]/u;

// Whether every character of `wanted` is in `held`, in order and whatever its case, and only separators are between them.
function addsOnlySeparators(wanted, held) {
  const characters = [...wanted.trim().normalize('NFC').toUpperCase()];
  let next = 0;
  for (const character of held.normalize('NFC').toUpperCase()) {
    if (character === characters[next]) ++next;
    else if (!separators.test(character)) return false;
  }
  return next === characters.length;
}

// The boxes of a code share its characters, and the page moves the focus from one to the next.
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
    // An editor has its own white space.
    const [own, other] = [held, wanted].map(one => one.replace(/\s+/g, ''));
    return own === other ? 'same' : addsOnlySeparators(other, own) ? 'formatted' : 'changed';
  }
  const type = localNameOf(element) === 'input' ? element.type : '';
  if (type === 'number') return held !== '' && held === wanted.trim() ? 'formatted' : 'changed';
  // The value of an e-mail field has the host's name in its ASCII form.
  if (type === 'email' && held.includes('xn--')) return 'formatted';
  return addsOnlySeparators(wanted, held) || isSpreadOverBoxes(element, wanted) ? 'formatted' : 'changed';
}

// What the control holds instead of the text, as a sentence's end.
function whyNotKept(element) {
  const holds = `holds "${shownValueOf(element)}" instead of that text`;
  if (localNameOf(element) === 'input' && element.type === 'number') return `${holds}: it takes a number such as 1.5`;
  return limitOf(element) >= 0 ? `${holds}: its maxlength is ${limitOf(element)}` : holds;
}

function limitOf(element) {
  return /^(input|textarea)$/.test(localNameOf(element)) ? element.maxLength : -1;
}

// Whether the control itself may drop characters that are typed into it.
function dropsCharacters(element) {
  return limitOf(element) >= 0 || (localNameOf(element) === 'input' && element.type === 'number');
}

// → null, or what the control that has been typed into holds, if characters of the text are missing in it. A page may
// take what was typed for itself: then the focus, or the text, is elsewhere.
function typedTextMissing(ref, text) {
  const element = elementOf(ref);
  if (element === null || !dropsCharacters(element) || !hasFocusWithin(element)) return null;
  const held = [...contentOf(element).toUpperCase()];
  let next = 0;
  const isHeld = [...text.trim().replace(/[\r\n\t]/g, '').toUpperCase()].every(character => {
    next = held.indexOf(character, next) + 1;
    return next > 0;
  });
  return isHeld ? null : whyNotKept(element);
}

expose({ typedTextMissing });
