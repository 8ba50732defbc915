// Finds what is nearest to a wanted text that no element has: the text over several elements, such as `Total
// <strong>12.00</strong> €`, and the values of attributes.

const longestSuggested = 200;
const longestLook = 300;  // milliseconds
const leastAlike = 0.5;  // of 1 for equal sets of words
const fewestEqualWords = 2;  // one equal word is no sign of the same sentence

function wordSetOf(text) { return new Set(foldedLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []); }

function countShared(one, other) {
  let count = 0;
  for (const word of one)
    if (other.has(word)) ++count;
  return count;
}

// Returns {text, likeness} of the innermost element with the most similar words, or null if no element is similar
// enough, or if that element contains no other: a snapshot shows such a text as one line.
function nearestTextOverElements(wanted) {
  beginReading();
  const began = performance.now();
  const wantedWords = wordSetOf(wanted);
  let best = null;
  for (const element of elementsBelow(document)) {
    if (performance.now() - began > longestLook) break;
    if (textless.has(localNameOf(element)) || isUnread(localNameOf(element))) continue;
    const content = textContentOf(element);
    if (content.length > 2 * longestSuggested) continue;
    if (countShared(wantedWords, wordSetOf(content)) < fewestEqualWords || !isVisibleToPeople(element)) continue;
    const text = withoutIcons(normalised(textOf(element)));
    if (text.length > longestSuggested) continue;
    const words = wordSetOf(text);
    const shared = countShared(wantedWords, words);
    const likeness = 2 * shared / (wantedWords.size + words.size);
    if (shared < fewestEqualWords || likeness < Math.max(leastAlike, best?.likeness ?? 0)) continue;
    best = {text, likeness, isAlone: firstElementChildOf(element) === null};
  }
  return best === null || best.isAlone ? null : best;
}

// Returns the values of an attribute that identifies elements, each once.
function valuesOfAttribute(name) {
  const most = 2000, longest = 100;
  const values = new Set();
  for (const element of candidatesBelow(document, [`[${CSS.escape(name)}]`])) {
    const value = attributeOf(element, name);
    if (value !== '' && value.length <= longest) values.add(value);
    if (values.size === most) break;
  }
  return [...values];
}

expose({nearestTextOverElements, valuesOfAttribute});
