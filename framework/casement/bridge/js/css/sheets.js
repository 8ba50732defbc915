// Owns what a style sheet says that matters here (style_hints.js), and for which elements: read once, however many
// roots have adopted it, and kept while its rules are what they were.

// What a sheet says, wherever it is used.
class SheetReading {
  lists = [];  // [kinds, selectors that stand by themselves]
  ofHost = [];  // [kinds, x], of :host(x) alone, and of :host, where x is ''
  underHost = [];  // [kinds, x, y], of :host(x) y
  ofSlotted = 0;  // of ::slotted(x)
  inTree = 0;  // of elements that only the shadow tree tells, where the sheet is in one
  scoped = 0;  // of elements that only the tree or document tells, wherever it is
  unknown = 0;  // of any element anywhere
  skippers = [];
  held = new HeldRules();
}

// In elements that are asked: what a rule costs that is compared with what it was, one that has changed, and one that
// was never seen. What is seen for the first time pays over many readings: it is read once asking has cost as much.
const costOfHeldRule = 0.1;
const costOfChangedRule = 0.2;
const costOfNewRule = 0.75;
const leastBudget = 20;
const mostCredit = 10000;

let readSheets = new Map();  // in this reading
let heldSheets = null;  // in the reading before; what scripts hold on to, Chrome does not make anew
const keptReadings = new WeakMap();
let budget = -1;  // what may still be spent in this reading; -1 before the first sheet
let credit = 0;  // what may be spent on rules that were never seen
const leastCounts = new WeakMap();  // how many rules a sheet has at least

function sheetListsOf(root) {
  if (root === document) return [documentPart('styleSheets'), documentPart('adoptedStyleSheets')];
  return nodeTypeOf(root) === 11 && root.host !== undefined ? [root.styleSheets, root.adoptedStyleSheets] : [];
}

// Names those of a root whose sheets nobody is going to read, since every element is asked.
function nameForeignSheets(root) {
  for (const sheets of sheetListsOf(root)) {
    for (let i = 0; i < sheets.length; ++i) {
      if (sheets[i].href === null) continue;
      try {
        rulesOf(sheets[i]);
      } catch {
        // It is named by that.
      }
    }
  }
}

onNewReading(() => {
  if (readSheets.size > 0) {
    heldSheets = readSheets;
    readSheets = new Map();
  }
  budget = -1;
});

// While the page is idle.
function knowSheets() {
  credit = mostCredit;
  let isTooMuch = false;
  for (const sheets of sheetListsOf(document)) {
    for (const sheet of sheets) {
      try {
        readSheet(sheet);
      } catch (error) {
        isTooMuch ||= error instanceof RangeError;  // otherwise it is of another origin, and named by that
      }
    }
  }
  // A reading shall not pay at once what was too much here.
  if (isTooMuch) credit = 0;
}

// Throws where the sheet is not to be read, or reading it costs more than asking every element.
function readSheet(sheet) {
  let read = readSheets.get(sheet);
  if (read === undefined) {
    read = keptReading(sheet) ?? newReading(sheet);
    readSheets.set(sheet, read);
  }
  return read;
}

// Throws where that is more than asking every element.
function spend(cost) {
  if (budget < 0) {
    budget = leastBudget + Document.prototype.getElementsByTagName.call(document, '*').length;
    credit = Math.min(mostCredit, credit + budget);
  }
  if (budget < cost) throw new RangeError();
  budget -= cost;
}

// Throws where it is known before that the document's sheets cost more: comparing some of them would be for nothing.
function expectToPay() {
  let rules = 0;
  for (const sheets of sheetListsOf(document)) {
    for (let i = 0; i < sheets.length; ++i) {
      if (!readSheets.has(sheets[i]) && !copiesOfForeign.has(sheets[i])) {
        rules += keptReadings.get(sheets[i])?.held.count ?? leastCounts.get(sheets[i]) ?? 0;
      }
    }
  }
  spend(0);
  if (budget < rules * costOfHeldRule) throw new RangeError();
}

function keptReading(sheet) {
  const read = keptReadings.get(sheet);
  if (read === undefined) return null;
  if (copiesOfForeign.has(sheet)) return read;  // nobody else has the copy
  spend(read.held.count * costOfHeldRule);
  return read.held.areAsBefore() ? read : null;
}

function newReading(sheet) {
  const isChanged = keptReadings.has(sheet);
  const rules = rulesOf(sheet);
  if (!isChanged) {
    spend(0);
    const least = leastCounts.get(sheet) ?? countIn(rules, budget / costOfHeldRule);
    leastCounts.set(sheet, least);
    if (budget < least * costOfHeldRule || credit < least * costOfNewRule) throw new RangeError();
  }
  const creditBefore = credit;
  const read = new SheetReading();
  try {
    collectHints(rules, read, null, isChanged ? spendOnChanged : spendOnNew);
  } catch (error) {
    // There are more than were counted. One that has changed is from now on as if it were new.
    if (error instanceof RangeError && !isChanged) leastCounts.set(sheet, 2 * leastCounts.get(sheet));
    keptReadings.delete(sheet);
    credit = creditBefore;
    throw error;
  }
  keptReadings.set(sheet, read);
  return read;
}

// How many rules there are, without those in style rules and in other sheets; more than `most` are not counted.
function countIn(rules, most) {
  let count = rules.length;
  for (let i = 0; i < rules.length && count <= most; ++i) {
    const rule = rules[i];
    if (rule.type !== CSSRule.STYLE_RULE && rule.cssRules !== undefined) count += countIn(rule.cssRules, most - count);
  }
  return count;
}

function spendOnChanged(rules) { spend(rules.length * costOfChangedRule); }

function spendOnNew(rules) {
  spend(rules.length * costOfHeldRule);  // as in each later reading
  const cost = rules.length * costOfNewRule;
  if (credit < cost) throw new RangeError();
  credit -= cost;
}

function applySheet(read, root, all) {
  all.distrust(read.unknown);
  for (const [kind, rest] of all.file(read)) {
    all.markMatching(root, kind, rest);
    if (root !== document) all.mark(root.host, kind);  // as below
  }
  if (root === document) {
    all.distrust(read.scoped);  // :host and ::slotted mean nothing here
    return;
  }
  const {host} = root;
  for (const [kinds, what] of read.ofHost)
    if (what === '' || matchesSelector(host, what)) all.mark(host, kinds);
  for (const [kinds, what, inside] of read.underHost)
    if (matchesSelector(host, what)) all.markMatching(root, kinds, inside);
  if (read.ofSlotted !== 0) markSlotted(host, read.ofSlotted, all);
  const inTree = read.inTree | read.scoped;
  if (inTree === 0) return;
  all.mark(host, inTree);
  for (const element of arrayOf(allMatching(root, '*'))) all.mark(element, inTree);
}

function markSlotted(host, kinds, all) {
  for (let child = firstElementChildOf(host); child !== null; child = nextElementSiblingOf(child)) {
    // A slot hands on what stands in it, which may come from anywhere.
    if (localNameOf(child) === 'slot') all.distrust(kinds);
    all.mark(child, kinds);
  }
}

const pseudoElement = /::?(?:before|after)\b/gi;
const anyPseudoElement = /::|:(?:before|after|first-line|first-letter)\b/i;
// Selectors that mean something else, or nothing, outside of the place where they stand.
const hostAlone = /^:host(?:\([^(),]*\))?$/;
const underHost = /^:host\(([^(),]*)\)(?: | > )([^ >+~,]+)$/;
const contextual = /:host|::slotted|::part|:scope|&/;

// `parent`: the selectors of the style rule around them, '' where these cannot be said; null where there is none.
// The text of a selector is asked for where there is something to say of it only: for most rules there is not.
function collectHints(rules, read, parent, pay) {
  const {held} = read;
  pay(rules);
  held.holdList(rules);
  for (let i = 0; i < rules.length; ++i) {
    const rule = rules[i];
    const {style} = rule;
    const inner = rule.cssRules;
    if (style === undefined) {
      if (rule.type === CSSRule.IMPORT_RULE) {
        const imported = held.holdText(rule, 'styleSheet');
        if (imported !== null) collectHints(rulesOf(imported), read, null, pay);
      } else if (rule.type === CSSRule.KEYFRAMES_RULE) {
        hintsInKeyframes(held.holdText(rule, 'cssText'), read);
      } else if (inner !== undefined) {
        // A scope only narrows what its rules mean, but in it & is its root.
        collectHints(inner, read, rule instanceof CSSScopeRule && parent !== null ? '' : parent, pay);
      }
      continue;
    }
    if (rule instanceof CSSNestedDeclarations) {
      collectStyle(style, () => parent || null, read);
    } else if (rule.type === CSSRule.STYLE_RULE) {
      let selector;
      const selectorOfRule = () =>
          (selector === undefined ? selector = selectorIn(held.holdText(rule, 'selectorText'), parent) : selector);
      collectStyle(style, selectorOfRule, read);
      if (inner.length > 0) collectHints(inner, read, selectorOfRule() ?? '', pay);
      else held.holdList(inner);
    }
  }
}

const ampersand = /\\[^]|"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|&/g;

// What a selector means that stands in a rule of `parent` (CSS Nesting 1 §3.1); null where that cannot be said.
function selectorIn(list, parent) {
  if (parent === null) return list;
  if (parent === '' || anyPseudoElement.test(parent)) return null;
  const around = `:is(${parent})`;
  return selectorsIn(list)
      .map(([selector]) => {
        let hasAmpersand = false;
        const placed = selector.replace(ampersand, (found) => {
          if (found !== '&') return found;
          hasAmpersand = true;
          return around;
        });
        return hasAmpersand ? placed : `${around} ${placed}`;
      })
      .join(',');
}

// `selectorOf` gives null where it cannot be said which elements are meant.
function collectStyle(style, selectorOf, read) {
  const declared = read.held.holdStyle(style);
  let kinds = hidesByStyle(declared) ? hiding : 0;
  if (declared.contentVisibility !== '') kinds |= skipping;
  if (declared.cursor !== '') kinds |= pointing;
  if (declared.interactivity !== '' && declared.interactivity !== 'auto') kinds |= disabling;
  if (!positionsInPlace.has(declared.position)) kinds |= placing;
  if (kinds !== 0) addHint(read, kinds, selectorOf());
  const transform = declared.textTransform;
  if (transform !== '' && transform !== 'none')
    addHint(read, transforming, selectorOf()?.replace(pseudoElement, '') ?? null);
  const {content} = declared;
  if (content === '' || content === 'none' || content === 'normal') return;
  if (knowsCarousels && isOfCarousel.test(selectorOf() ?? '')) return void (read.unknown |= carrying);
  // No text, unless it counts for others.
  const isWithout = (counter) => read.held.holdText(style, counter) === '';
  if (content === '""' && ['counterIncrement', 'counterReset', 'counterSet'].every(isWithout)) return;
  const selector = selectorOf();
  if (selector === null) {
    addHint(read, generating | hiding, null);
  } else if (selector.search(pseudoElement) < 0) {
    addHint(read, hiding, selector);  // it stands in place of the children
  } else {
    addHint(
        read, generating,
        selector.replace(pseudoElement, (_, at) => (/(^|[\s>+~,(])$/.test(selector.slice(0, at)) ? '*' : '')));
  }
}

// An element that scrolls has the controls of a carousel: which one, no selector of these says.
const isOfCarousel = /::scroll-(?:button\(|marker(?!-))/i;
const knowsCarousels = CSS.supports('selector(::scroll-marker)');

const positionsInPlace = new Set(['', 'static', 'relative', 'sticky']);

// Any other value, var() and inherit among them, may come to mean none or contents.
const boxDisplays = new Set([
  '', 'block', 'flex', 'flow-root', 'grid', 'inline', 'inline-block', 'inline-flex', 'inline-grid', 'inline-table',
  'list-item', 'table', 'table-caption', 'table-cell', 'table-header-group', 'table-footer-group', 'table-row',
  'table-row-group', '-webkit-box'
]);

// Declared on the element itself `content` may stand in place of its children.
function hidesByStyle({display, visibility, contentVisibility}) {
  return !boxDisplays.has(display) || (visibility !== '' && visibility !== 'visible') || contentVisibility !== '';
}

function hintsInKeyframes(text, read) {
  if (/[^\w-](?:visibility|display|content|content-visibility|all):/.test(text)) read.unknown |= hiding;
  if (/[^\w-](?:interactivity|all):/.test(text)) read.unknown |= disabling;
  if (/[^\w-](?:position|all):/.test(text)) read.unknown |= placing;
}

function addHint(read, kinds, list) {
  if (list === null) {
    read.scoped |= kinds;
    return;
  }
  if (!contextual.test(list)) {
    addPlainHint(read, kinds, list);
    return;
  }
  for (const [selector, subject] of selectorsIn(list)) {
    const [, argument, inside] = selector.match(underHost) ?? [];
    if (!contextual.test(selector)) addPlainHint(read, kinds, selector);
    else if (hostAlone.test(selector)) read.ofHost.push([kinds, selector.slice(':host('.length, -1)]);
    else if (inside !== undefined && !contextual.test(inside)) read.underHost.push([kinds, argument, inside]);
    // Whatever stands around it, what it means is one of these.
    else if (subject !== '' && !contextual.test(subject)) addPlainHint(read, kinds, subject);
    else if (selector.includes('::part')) read.unknown |= kinds;
    else if (/:scope|&/.test(selector) || !/:host|::slotted/.test(withoutArguments(selector))) read.scoped |= kinds;
    else if (selector.includes('::slotted')) read.ofSlotted |= kinds;
    else read.inTree |= kinds;
  }
}

// `:is(:root, :host) p` means something in a document too.
function withoutArguments(selector) {
  for (let before = ''; before !== selector;) {
    before = selector;
    selector = selector.replace(/\([^()]*\)/g, '');
  }
  return selector;
}

function addPlainHint(read, kinds, list) {
  read.lists.push([kinds, list]);
  // In Chrome such a selector may mean the host by any of its compounds, which no script is told.
  if (/:has\(|:not\(/.test(list)) read.inTree |= kinds;
  if ((kinds & skipping) !== 0) read.skippers.push(list);
}
