// Reads the rules of style sheets of other origins, with the browser's help. Such a sheet hides its rules from scripts
// (CSSOM 1 §6.2, origin-clean flag) and never changes. The browser sends the text that it received for the sheet
// (browser/network/foreign_sheets.h), from which a constructed sheet is made.

// Sheets of other origins → our sheet with the same rules.
const copiesOfForeign = new WeakMap();
// How often each sheet without a copy was requested; its text may not be available yet, or never.
const timesNamed = new WeakMap();
const mostNamed = 3;
let namedSheets = [];  // to be requested from the browser

// Throws SecurityError if the sheet is of another origin and has no copy yet.
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

// Sheets requested from the browser without an answer so far: number → sheet.
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

// Sends one entry per address: [address, numbers of the sheets with that address].
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

// `text` is null if the browser does not have it.
function learnSheet(numbers, text) {
  let copy = null;
  // The text does not contain imported sheets, and a constructed sheet cannot import, so such a text is useless.
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
