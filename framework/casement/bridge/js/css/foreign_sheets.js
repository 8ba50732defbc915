// Owns the rules of style sheets of other origins, and asking the browser for their texts.
// A sheet of another origin hides its rules from scripts (CSSOM 1 §6.2, origin-clean flag) and never changes. The
// browser sends the text that it received for such a sheet (browser/network/foreign_sheets.h), and a constructed sheet
// is made of the text.

// Sheets of other origins → a sheet of ours with the same rules.
const copiesOfForeign = new WeakMap();
// How often each of those without a copy was named; a text may not be there yet, or never.
const timesNamed = new WeakMap();
const mostNamed = 3;
let namedSheets = [];  // since the browser was last told

// Throws SecurityError where the sheet is of another origin and has no copy yet.
function rulesOf(sheet) {
  const copy = copiesOfForeign.get(sheet);
  if (copy !== undefined) return copy.cssRules;
  try {
    return sheet.cssRules;
  } catch (error) {
    nameForeignSheet(sheet);
    throw error;
  }
}

// Sheets that the browser was told of and has not answered for: number → sheet.
const awaitedSheets = new Map();
const isAwaited = new WeakSet();
let lastAwaited = 0;

function nameForeignSheet(sheet) {
  const times = timesNamed.get(sheet) ?? 0;
  if (times >= mostNamed || sheet.href === null || isAwaited.has(sheet)) return;
  timesNamed.set(sheet, times + 1);
  isAwaited.add(sheet);
  if (namedSheets.push(sheet) === 1) queueMicrotask(nameSheets);
}

// [address, numbers of the sheets that have it], of each address.
function nameSheets() {
  const byAddress = new Map();
  for (const sheet of namedSheets) {
    const numbers = byAddress.get(sheet.href) ?? [];
    awaitedSheets.set(++lastAwaited, sheet);
    byAddress.set(sheet.href, [...numbers, lastAwaited]);
  }
  namedSheets = [];
  ownGlobal('casementIsHere')?.(`sheets ${JSON.stringify([...byAddress])}`);
}

// `text` is null where it is not known.
function learnSheet(numbers, text) {
  let copy = null;
  // What a sheet imports is none of its text, and a constructed sheet has none of it.
  if (text !== null && !/@import|@\\/i.test(text)) {
    copy = new CSSStyleSheet();
    copy.replaceSync(text);
  }
  for (const number of numbers) {
    const sheet = awaitedSheets.get(number);
    awaitedSheets.delete(number);
    if (sheet !== undefined) isAwaited.delete(sheet);
    if (copy !== null && sheet !== undefined) copiesOfForeign.set(sheet, copy);
  }
}

expose({learnSheet});
