// Computes the text of counters in generated content (CSS Lists 3 §4 and §5, CSS Counter Styles 3 §6). No script can
// read this text, so counters are counted here as the browser does, once per reading, and only if a generated text uses
// a counter.

// Element → pseudo-element → its content with counters replaced; null until the first use.
let countedContents = null;

onNewReading(() => { countedContents = null; });

function withCounters(content, element, pseudo) {
  uncached(document);
  if (countedContents === null) {
    countedContents = new Map();
    new Counting(elementsThatCount()).enter(documentPart('documentElement'), 0);
  }
  return countedContents.get(element)?.[pseudo] ?? content;
}

// The elements whose own style may affect a counter; null if only asking each element can tell.
function elementsThatCount() {
  if (notedRoots.size > 1) return null;
  const selectors = ['[style*="counter" i]'];
  const collect = (rules) => {
    for (const rule of rules) {
      const inner = rule.styleSheet?.cssRules ?? rule.cssRules;
      if (rule.selectorText === undefined) {
        if (inner !== undefined) collect(inner);
        continue;
      }
      if (inner.length > 0 || contextual.test(rule.selectorText)) throw new RangeError();
      const {counterReset, counterIncrement, counterSet} = rule.style;
      if (counterReset !== '' || counterIncrement !== '' || counterSet !== '') selectors.push(rule.selectorText);
    }
  };
  try {
    for (const sheets of sheetListsOf(document))
      for (const sheet of sheets) collect(sheet.cssRules);
    return new Set(allMatching(document, selectors.join(',')));
  } catch { return null; }
}

const counterUse = /counters?\(\s*([^\s,)]+)\s*(?:,\s*("(?:[^"\\]|\\[^])*")\s*)?(?:,\s*([^\s)]+)\s*)?\)/g;

class Counting {
  // Name → the counters of that name in scope, innermost last: { value, depth }.
  counters_ = new Map();

  constructor(counting) { this.counting_ = counting; }

  enter(element, depth) {
    if (element === null || depth >= deepest) return;
    if (!isSeen(element) && styleOf(element).display === 'none') return;
    if (this.counting_ === null || this.counting_.has(element)) this.count(styleOf(element), depth);
    this.generate(element, '::before', depth + 1);
    for (const child of replacedChildrenOf(element) ?? childElementsOf(element)) {
      if (nodeTypeOf(child) === 1) this.enter(child, depth + 1);
    }
    this.generate(element, '::after', depth + 1);
    this.leave(depth + 1);
  }

  generate(element, pseudo, depth) {
    if (!mayGenerateIn(element)) return;
    const style = pseudoStyleOf(element, pseudo);
    const {content} = style;
    if (content === 'none' || content === 'normal' || style.display === 'none') return;
    this.count(style, depth);
    if (!content.includes('counter')) return;
    const contents = countedContents.get(element) ?? {};
    contents[pseudo] = content.replace(counterUse, (_, name, between, kind) => this.text(name, between, kind));
    countedContents.set(element, contents);
  }

  count(style, depth) {
    for (const [name, value] of namedNumbers(style.counterReset)) this.create(name, value, depth);
    for (const [name, value] of namedNumbers(style.counterIncrement)) this.innermost(name, depth).value += value;
    for (const [name, value] of namedNumbers(style.counterSet)) this.innermost(name, depth).value = value;
  }

  // A counter's scope includes the following siblings of its element, where another counter of the same name replaces
  // it.
  create(name, value, depth) {
    let scopes = this.counters_.get(name);
    if (scopes === undefined) this.counters_.set(name, scopes = []);
    if (scopes.at(-1)?.depth === depth) scopes.pop();
    const counter = {value, depth};
    scopes.push(counter);
    return counter;
  }

  innermost(name, depth) { return this.counters_.get(name)?.at(-1) ?? this.create(name, 0, depth); }

  leave(depth) {
    for (const scopes of this.counters_.values())
      while (scopes.at(-1)?.depth === depth) scopes.pop();
  }

  // Returns the text as a CSS string.
  text(name, between, kind) {
    const scopes = this.counters_.get(name) ?? [];
    const used = scopes.length === 0 ? [0] :
        between === undefined        ? [scopes.at(-1).value] :
                                       scopes.map(({value}) => value);
    const separator = between === undefined ? '' : unescapedCss(between.slice(1, -1));
    return `"${used.map((value) => counterText(value, kind)).join(separator).replace(/["\\]/g, '\\$&')}"`;
  }
}

// Parses "a 1 b -2" into pairs; the browser fills in omitted numbers. A reversed counter has no number that is readable
// here.
function namedNumbers(list) {
  if (list === 'none') return [];
  return [...list.matchAll(/(\S+) (-?\d+)/g)].map(([, name, number]) => [name, Number(number)]);
}

/** @type {[number, string][]} */
const romans = [
  [1000, 'm'], [900, 'cm'], [500, 'd'], [400, 'cd'], [100, 'c'], [90, 'xc'], [50, 'l'], [40, 'xl'], [10, 'x'],
  [9, 'ix'], [5, 'v'], [4, 'iv'], [1, 'i']
];
const bulletTexts = {
  disc: '\u2022',
  circle: '\u25e6',
  square: '\u25aa',
  none: ''
};
const alphabets = {
  alpha: 'abcdefghijklmnopqrstuvwxyz',
  latin: 'abcdefghijklmnopqrstuvwxyz',
  greek: '\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba\u03bb\u03bc' +
      '\u03bd\u03be\u03bf\u03c0\u03c1\u03c3\u03c4\u03c5\u03c6\u03c7\u03c8\u03c9'
};

// Unknown styles, such as a page's own, count in decimals, and so do numbers outside a style's range.
function counterText(value, kind = 'decimal') {
  if (kind in bulletTexts) return bulletTexts[kind];
  const [letters, system] = kind.split('-');
  let text = String(value);
  if (kind === 'decimal-leading-zero') return Math.abs(value) < 10 ? text.replace(/\d/, '0$&') : text;
  if (value < 1 || value > 3999) return text;
  if (system === 'roman') text = romanText(value);
  else if (alphabets[system] !== undefined) text = alphabeticText(value, alphabets[system]);
  return letters === 'upper' ? text.toUpperCase() : text;
}

function romanText(value) {
  let text = '';
  for (const [amount, letters] of romans)
    for (; value >= amount; value -= amount) text += letters;
  return text;
}

function alphabeticText(value, letters) {
  let text = '';
  for (; value > 0; value = Math.floor((value - 1) / letters.length))
    text = letters[(value - 1) % letters.length] + text;
  return text;
}
