// Finds the selectors, out of many, that match an element, for thousands of elements. As in browsers, each selector is
// filed under a class, an id or a name that its subject must have (Selectors 4 §3.1: the last compound is the subject).
// So most elements are answered without trying any selector.

const escapeInSelector = /\\(?:[0-9a-f]{1,6}\s?|[^])/iy;
const stringInSelector = /"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'/y;

// Splits a list into selectors: [selector, the last compound, of its subject].
function selectorsIn(list) {
  const found = [];
  let depth = 0;
  let begin = 0;
  let compound = 0;
  for (let i = 0; i <= list.length; ++i) {
    const c = list[i];
    const token = c === '\\' ? escapeInSelector : c === '"' || c === "'" ? stringInSelector : null;
    if (token !== null) {
      token.lastIndex = i;
      i += (token.exec(list)?.[0].length ?? 1) - 1;
    } else if (c === '(' || c === '[') {
      ++depth;
    } else if (c === ')' || c === ']') {
      --depth;
    } else if (i === list.length || (depth === 0 && c === ',')) {
      found.push([list.slice(begin, i).trim(), list.slice(compound, i).trim()]);
      begin = compound = i + 1;
    } else if (depth === 0 && (c === ' ' || c === '>' || c === '+' || c === '~')) {
      compound = i + 1;
    }
  }
  return found;
}

const beforeConditions = /^(?:\\[^]|[^:[\\])*/;
const classInCompound = /\.((?:\\[^]|[^.#\\])+)/g;
const idInCompound = /#((?:\\[^]|[^.#\\])+)/;
const nameOfCompound = /^[a-z][\w-]*$/i;
// The selector matches a part of an element, not an element (Selectors 4 §3.6).
const partOfElement = /(?<!\\)::[\w-]+$/;

class SelectorIndex {
  // Key → Map: kind → selectors, joined.
  byClass_ = new Map();
  byId_ = new Map();
  byName_ = new Map();
  // Caches: the class attribute or the name of elements → their entries, or null if no selector can match.
  ofClasses_ = new Map();
  ofNames_ = new Map();
  known_ = new Map();

  hasLooked = false;  // whether a match depended on more than class, id and name; set to false by the caller

  constructor() {
    // In quirks mode, classes and ids are case-insensitive (Selectors 4 §6.6).
    this.mode = documentPart('compatMode');
    this.folded_ = this.mode === 'BackCompat' ? (text) => text.toLowerCase() : (text) => text;
  }

  // Files each selector of the list under `kind`, a bit. Returns the selectors that could match any element, joined, or
  // ''.
  add(kind, list) {
    const key = `${kind} ${list}`;
    let rest = this.known_.get(key);
    if (rest === undefined) {
      const top = documentPart('documentElement');
      if (top !== null) matchesSelector(top, list);  // throws if the selector is invalid outside its context
      rest = selectorsIn(list)
                 .filter(([selector, compound]) => !this.file_(kind, selector, compound))
                 .map(([selector]) => selector)
                 .join(',');
      this.known_.set(key, rest);
    }
    return rest;
  }

  // Returns the kinds of all selectors that match the element.
  kindsOf(element, localName, hasAttributes) {
    let kinds = 0;
    let entry = this.ofNames_.get(localName);
    if (entry === undefined) {
      entry = this.byName_.get(localName.toLowerCase()) ?? null;
      this.ofNames_.set(localName, entry);
    }
    if (entry !== null) kinds = this.confirmedKinds_(entry, element, kinds);
    if (!hasAttributes) return kinds;
    if (this.byClass_.size > 0) {
      const classes = attributeOf(element, 'class');
      if (classes !== null) {
        let entries = this.ofClasses_.get(classes);
        if (entries === undefined) {
          entries = this.entriesFor_(classes);
          this.ofClasses_.set(classes, entries);
        }
        if (entries !== null)
          for (const one of entries) kinds = this.confirmedKinds_(one, element, kinds);
      }
    }
    if (this.byId_.size > 0) {
      const id = attributeOf(element, 'id');
      const one = id === null ? undefined : this.byId_.get(this.folded_(id));
      if (one !== undefined) kinds = this.confirmedKinds_(one, element, kinds);
    }
    return kinds;
  }

  // Returns false if the selector does not plainly name a class, id or name of its subject.
  file_(kind, selector, compound) {
    if (partOfElement.test(compound)) return true;
    const [plain] = compound.match(beforeConditions);
    // If a compound has several classes, the last usually has the fewest elements: `.button.button-primary`.
    const byClass = [...plain.matchAll(classInCompound)].at(-1);
    const byId = byClass === undefined ? plain.match(idInCompound) : null;
    if (byClass !== undefined) fileUnder(this.byClass_, this.folded_(unescapedCss(byClass[1])), kind, selector);
    else if (byId !== null) fileUnder(this.byId_, this.folded_(unescapedCss(byId[1])), kind, selector);
    else if (nameOfCompound.test(plain)) fileUnder(this.byName_, plain.toLowerCase(), kind, selector);
    else return false;
    this.ofClasses_.clear();
    this.ofNames_.clear();
    return true;
  }

  confirmedKinds_(entry, element, kinds) {
    this.hasLooked ||= !entry.isPlain;
    for (const [kind, selectors] of entry)
      if ((kinds & kind) === 0 && matchesSelector(element, selectors)) kinds |= kind;
    return kinds;
  }

  entriesFor_(classes) {
    const entries = [];
    for (const name of this.folded_(classes).split(/[\t\n\f\r ]+/)) {
      const entry = this.byClass_.get(name);
      if (entry !== undefined) entries.push(entry);
    }
    return entries.length > 0 ? entries : null;
  }
}

// A selector that depends only on the element's class, id or name.
const plainSelector = /^[.#]?[a-z_][\w-]*$/i;

function fileUnder(entries, key, kind, selector) {
  let entry = entries.get(key);
  if (entry === undefined) {
    entries.set(key, entry = new Map());
    entry.isPlain = true;
  }
  if (!plainSelector.test(selector)) entry.isPlain = false;
  const others = entry.get(kind);
  entry.set(kind, others === undefined ? selector : `${others},${selector}`);
}

function unescapedCss(text) {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|\n|([^]))/gi, (_, hex, character) => {
    if (hex === undefined) return character ?? '';
    const code = parseInt(hex, 16);
    return code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  });
}
