// Owns the question which of many selectors mean an element, asked of thousands of elements. As browsers do, each
// selector is filed under a class, an id or a name that its subject must have (Selectors 4 §3.1: the last compound is
// the subject), so that most elements are answered without a look at any.

const escapeInSelector = /\\(?:[0-9a-f]{1,6}\s?|[^])/iy;
const stringInSelector = /"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'/y;

// The selectors of a list: [selector, its subject's last compound].
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
// It means no element, but a part of one (Selectors 4 §3.6).
const partOfElement = /(?<!\\)::[\w-]+$/;

class SelectorIndex {
  // Key → Map: kind → selectors, joined.
  byClass_ = new Map();
  byId_ = new Map();
  byName_ = new Map();
  // What elements look like → their entries, or null where none can mean them.
  ofClasses_ = new Map();
  ofNames_ = new Map();
  known_ = new Map();

  hasLooked = false;  // at more of an element than its class, id and name, since whoever asks said otherwise

  constructor() {
    // In a document in quirks mode the case of classes and ids does not count (Selectors 4 §6.6).
    this.mode = documentPart('compatMode');
    this.folded_ = this.mode === 'BackCompat' ? (text) => text.toLowerCase() : (text) => text;
  }

  // Files each selector of the list under `kind`, a bit. → those that could mean any element, joined, or ''
  add(kind, list) {
    const key = `${kind} ${list}`;
    let rest = this.known_.get(key);
    if (rest === undefined) {
      const top = documentPart('documentElement');
      if (top !== null) matchesSelector(top, list);  // throws where it means nothing outside of its place
      rest = selectorsIn(list)
                 .filter(([selector, compound]) => !this.file_(kind, selector, compound))
                 .map(([selector]) => selector)
                 .join(',');
      this.known_.set(key, rest);
    }
    return rest;
  }

  // The kinds of those that mean the element.
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

  // False where the selector does not say plainly what its subject must have.
  file_(kind, selector, compound) {
    if (partOfElement.test(compound)) return true;
    const [plain] = compound.match(beforeConditions);
    // Of several classes the last one is that of the fewest elements: `.button.button-primary`.
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

// What it means has no other reason than the class, the id or the name of the element.
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
