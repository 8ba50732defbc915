// Quickly dismisses elements that cannot have the wanted name. On a page of thousands of links, nearly all have a text
// of their own, and their name contains that text, whatever style sheets put around it (::before) or do to its letters.
// So most links are dismissed without reading style sheets or visibility.

// Elements that are named by their content, and otherwise only by what isNamedElsewhere and labels report
// (native_names.js).
const namedByOwnText = new Set(words('a button h1 h2 h3 h4 h5 h6'));

// Letters that text-transform changes in a way that cannot be predicted here (full-size-kana, CSS Text 3 §2.1).
const kana = /[\u3041-\u30ff\u31f0-\u31ff\uff65-\uff9f]/;
const longestDismissed = 10000;
const plainLetters = /^[\x20-\x7e]*$/;

// Returns the same letters for texts that differ only in case and width, in every language: Turkish has an İ for i, and
// Greek drops its accents.
function foldedLetters(text) {
  return plainLetters.test(text) ? text.toUpperCase() : text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
}

// Whether an attribute or a shadow tree may give the name. Of these elements, only headings can have a shadow tree (DOM
// §4.8, attachShadow).
function isNamedElsewhere(element, localName) {
  if (hasAnyAttribute(element) &&
      (hasAttributeNamed(element, 'aria-label') || hasAttributeNamed(element, 'aria-labelledby') ||
       hasAttributeNamed(element, 'title')))
    return true;
  return hostNames.has(localName) && shadowRootOf(element) !== null;
}

// Returns folded letters that the element's name contains; null if that needs a closer look.
function ownLetters(element, localName) {
  if (firstElementChildOf(element) !== null) return null;
  const text = textContentOf(element);
  if (text.length > longestDismissed || kana.test(text) || isNamedElsewhere(element, localName)) return null;
  return foldedLetters(withoutIcons(normalised(text)));
}

// Dismisses elements of one root that surely do not have the wanted name.
class Dismissal {
  constructor(wanted) {
    this.wanted = wanted;
    // By character code: whether a text that ends in this character may be in the wanted name. Most texts are not, and
    // need no other check. An ASCII letter is folded in one way, whatever letters are around it.
    this.endings_ = new Uint8Array(128).fill(1);
    for (let code = 0x21; code < 0x7f; ++code)
      this.endings_[code] = wanted.includes(foldedLetters(String.fromCharCode(code))) ? 1 : 0;
  }

  // Returns a predicate on elements of `root`, or of any root if `root` is null. Asking each element for its root costs
  // more than all other checks.
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

// `name` is a pattern. → null if no element can be dismissed
function dismissalOf(name) {
  if (!name || name.regex) return null;
  const wanted = foldedLetters(normalised(name.text));
  return wanted === '' ? null : new Dismissal(wanted);
}
