// Owns telling at a glance that an element is not called what is looked for. On a page of thousands of links nearly all
// have a text of their own, and what they are called has that text in it, whatever style sheets put around it
// (::before) or make of its letters: most are dismissed without a look at a style sheet, or at whether they are shown.

// Named by what is in them, and by nothing else that is not looked for here (native_names.js).
const namedByOwnText = new Set(words('a button h1 h2 h3 h4 h5 h6'));

// Letters that text-transform makes into others that cannot be told from here (full-size-kana, CSS Text 3 §2.1).
const kana = /[\u3041-\u30ff\u31f0-\u31ff\uff65-\uff9f]/;
const longestDismissed = 10000;
const plainLetters = /^[\x20-\x7e]*$/;

// Alike for texts that differ in case and width alone, in every language: Turkish has an İ for i, Greek drops its
// accents.
function foldedLetters(text) {
  return plainLetters.test(text) ? text.toUpperCase() : text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
}

// By an attribute, or in a shadow tree, which only headings can have (DOM §4.8, attachShadow).
function isNamedElsewhere(element, localName) {
  if (hasAnyAttribute(element) &&
      (hasAttributeNamed(element, 'aria-label') || hasAttributeNamed(element, 'aria-labelledby') ||
       hasAttributeNamed(element, 'title')))
    return true;
  return hostNames.has(localName) && shadowRootOf(element) !== null;
}

// What the element is called has this in it, as folded letters; null where that cannot be reported at a glance.
function ownLetters(element, localName) {
  if (firstElementChildOf(element) !== null) return null;
  const text = textContentOf(element);
  if (text.length > longestDismissed || kana.test(text) || isNamedElsewhere(element, localName)) return null;
  return foldedLetters(withoutIcons(normalised(text)));
}

// Of the elements of one root, those that are surely not called what is looked for.
class Dismissal {
  constructor(wanted) {
    this.wanted = wanted;
    // By code, whether a text that is called so may end in it: most texts do not, and need no further look. A letter
    // of ASCII stays itself, whatever is made of the letters around it.
    this.endings_ = new Uint8Array(128).fill(1);
    for (let code = 0x21; code < 0x7f; ++code)
      this.endings_[code] = wanted.includes(foldedLetters(String.fromCharCode(code))) ? 1 : 0;
  }

  // A predicate on elements of `root`; of any root, where it is null. To ask each element for its root costs more than
  // all the rest.
  in(root) {
    let labels = null;
    const isLabelled = (element) =>
        (root === null ? labelsOf(element) !== null : (labels ??= labelsIn(root)).has(element));
    return (element) => {
      const localName = localNameOf(element);
      if (!namedByOwnText.has(localName) || firstElementChildOf(element) !== null) return false;
      const text = textContentOf(element);
      if (this.endings_[text.charCodeAt(text.length - 1)] !== 0 && this.maySay_(text)) return false;
      return text.length <= longestDismissed && !isNamedElsewhere(element, localName) &&
          (localName !== 'button' || !isLabelled(element));
    };
  }

  maySay_(text) {
    return kana.test(text) || text.length > longestDismissed ||
        this.wanted.includes(foldedLetters(withoutIcons(normalised(text))));
  }
}

// `name` is a pattern. → null where none can be dismissed.
function dismissalOf(name) {
  if (!name || name.regex) return null;
  const wanted = foldedLetters(normalised(name.text));
  return wanted === '' ? null : new Dismissal(wanted);
}
