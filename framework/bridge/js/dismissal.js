// Owns telling at a glance that an element is not called what is sought. On a page of thousands of links nearly all have a
// text of their own, and what they are called has that text in it, whatever style sheets put around it (::before) or make of
// its letters: most are dismissed without a look at a style sheet, or at whether they are shown.

// Named by what is in them, and by nothing else that is not looked for here (native_names.js).
const namedByOwnText = new Set(words('a button h1 h2 h3 h4 h5 h6'));

// Letters that text-transform makes into others that cannot be told from here (full-size-kana, CSS Text 3 §2.1).
const kana = /[\u3041-\u30ff\u31f0-\u31ff\uff65-\uff9f]/;
const longestDismissed = 10000;
const plainLetters = /^[\x20-\x7e]*$/;

// Alike for texts that differ in case and width alone, in every language: Turkish has an İ for i, Greek drops its accents.
function foldedLetters(text) {
  return plainLetters.test(text) ? text.toUpperCase() : text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
}

// `name` is a pattern. → a predicate on elements; null where none can be dismissed.
function dismissalOf(name) {
  if (!name || name.regex) return null;
  const wanted = foldedLetters(normalised(name.text));
  if (wanted === '') return null;
  return (element) => {
    if (firstElementChildOf(element) !== null || !namedByOwnText.has(localNameOf(element))) return false;
    const text = textContentOf(element);
    if (text.length > longestDismissed || kana.test(text) || wanted.includes(foldedLetters(normalised(text)))) return false;
    return !hasAttributeNamed(element, 'aria-label') && !hasAttributeNamed(element, 'aria-labelledby') && !hasAttributeNamed(element, 'title') &&
      shadowRootOf(element) === null && (localNameOf(element) !== 'button' || labelsOf(element) === null);
  };
}
