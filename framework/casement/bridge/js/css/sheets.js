// Reads the declarations of a style sheet that matter here (style_hints.js), and the elements they apply to. A sheet is
// read once, however many roots have adopted it, and its reading is stored as long as its rules have not changed.

// The content of a sheet, independent of where the sheet is used.
class SheetReading {
  lists = [];  // [kinds, selectors that do not depend on a context]
  ofHost = [];  // [kinds, x], for :host(x) alone, and for :host with x = ''
  underHost = [];  // [kinds, x, y], for :host(x) y
  ofSlotted = 0;  // kinds for ::slotted(x)
  inTree = 0;  // kinds for elements that only the shadow tree determines, if the sheet is in one
  scoped = 0;  // kinds for elements that only the tree or document determines, in any place
  unknown = 0;  // kinds for all elements
  skippers = [];
  held = new HeldRules();
}

// Costs in units of one question to an element: for comparing a stored rule, for reading a changed rule, and for
// reading a new rule. Reading a new sheet pays off over many readings, so a sheet is read as soon as asking elements
// has cost as much.
const costOfHeldRule = 0.1;
const costOfChangedRule = 0.2;
const costOfNewRule = 0.75;
const leastBudget = 20;
const mostCredit = 10000;

let readSheets = new Map();  // in this reading
let heldSheets = null;  // in the previous reading; retained so that Chrome need not create its objects anew
const keptReadings = new WeakMap();
let budget = -1;  // remaining budget of this reading; -1 before the first sheet
let credit = 0;  // remaining budget for new rules
const leastCounts = new WeakMap();  // minimum number of rules of a sheet

function sheetListsOf(root) {
  if (root === document) return [documentPart('styleSheets'), documentPart('adoptedStyleSheets')];
  return nodeTypeOf(root) === 11 && root.host !== undefined ? [root.styleSheets, root.adoptedStyleSheets] : [];
}

// Requests the foreign sheets of a root whose sheets are not read, because every element is asked instead.
function nameForeignSheets(root) {
  for (const sheets of sheetListsOf(root)) {
    for (let i = 0; i < sheets.length; ++i) {
      if (sheets[i].href === null) continue;
      try {
        rulesOf(sheets[i]);
      } catch {
        // rulesOf has requested the sheet.
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

// Reads all sheets in advance, while the page is idle.
function knowSheets() {
  credit = mostCredit;
  let isTooMuch = false;
  for (const sheets of sheetListsOf(document)) {
    for (const sheet of sheets) {
      try {
        readSheet(sheet);
      } catch (error) {
        isTooMuch ||= error instanceof RangeError;  // otherwise a sheet of another origin, requested by rulesOf
      }
    }
  }
  // If reading was too expensive here, the next reading must not pay for it at once.
  if (isTooMuch) credit = 0;
}

// Throws if the sheet is not readable, or if reading it costs more than asking every element.
function readSheet(sheet) {
  let read = readSheets.get(sheet);
  if (read === undefined) {
    read = keptReading(sheet) ?? newReading(sheet);
    readSheets.set(sheet, read);
  }
  return read;
}

// Charges `cost` to this reading's budget. Throws RangeError if reading the sheets would cost more than asking every
// element; the caller then asks every element.
function chargeBudget(cost) {
  if (budget < 0) {
    budget = leastBudget + Document.prototype.getElementsByTagName.call(document, '*').length;
    credit = Math.min(mostCredit, credit + budget);
  }
  if (budget < cost) throw new RangeError();
  budget -= cost;
}

// Throws if the document's sheets are known to cost more than the budget, because comparing only some of them would be
// wasted work.
function expectToPay() {
  let rules = 0;
  for (const sheets of sheetListsOf(document)) {
    for (let i = 0; i < sheets.length; ++i) {
      if (!readSheets.has(sheets[i]) && !copiesOfForeign.has(sheets[i])) {
        rules += keptReadings.get(sheets[i])?.held.count ?? leastCounts.get(sheets[i]) ?? 0;
      }
    }
  }
  chargeBudget(0);
  if (budget < rules * costOfHeldRule) throw new RangeError();
}

function keptReading(sheet) {
  const read = keptReadings.get(sheet);
  if (read === undefined) return null;
  if (copiesOfForeign.has(sheet)) return read;  // the copy belongs only to this script, so it cannot change
  chargeBudget(read.held.count * costOfHeldRule);
  return read.held.areAsBefore() ? read : null;
}

function newReading(sheet) {
  const isChanged = keptReadings.has(sheet);
  const rules = rulesOf(sheet);
  if (!isChanged) {
    chargeBudget(0);
    const least = leastCounts.get(sheet) ?? countIn(rules, budget / costOfHeldRule);
    leastCounts.set(sheet, least);
    if (budget < least * costOfHeldRule || credit < least * costOfNewRule) throw new RangeError();
  }
  const creditBefore = credit;
  const read = new SheetReading();
  try {
    collectHints(rules, read, null, isChanged ? chargeChangedRules : chargeNewRules);
  } catch (error) {
    // The sheet has more rules than counted. A changed sheet counts as new from now on.
    if (error instanceof RangeError && !isChanged) leastCounts.set(sheet, 2 * leastCounts.get(sheet));
    keptReadings.delete(sheet);
    credit = creditBefore;
    throw error;
  }
  keptReadings.set(sheet, read);
  return read;
}

// Counts the rules, without rules nested in style rules and in other sheets. Stops counting at about `most`.
function countIn(rules, most) {
  let count = rules.length;
  for (let i = 0; i < rules.length && count <= most; ++i) {
    const rule = rules[i];
    if (rule.type !== CSSRule.STYLE_RULE && rule.cssRules !== undefined) count += countIn(rule.cssRules, most - count);
  }
  return count;
}

function chargeChangedRules(rules) { chargeBudget(rules.length * costOfChangedRule); }

function chargeNewRules(rules) {
  chargeBudget(rules.length * costOfHeldRule);  // as in each later reading
  const cost = rules.length * costOfNewRule;
  if (credit < cost) throw new RangeError();
  credit -= cost;
}

function applySheet(read, root, all) {
  all.distrust(read.unknown);
  for (const [kind, rest] of all.file(read)) {
    all.markMatching(root, kind, rest);
    if (root !== document) all.mark(root.host, kind);  // see addSelectorHint
  }
  if (root === document) {
    all.distrust(read.scoped);  // :host and ::slotted match nothing here
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
    // A slot passes on its own slotted content, which may come from anywhere.
    if (localNameOf(child) === 'slot') all.distrust(kinds);
    all.mark(child, kinds);
  }
}

const pseudoElement = /::?(?:before|after)\b/gi;
const anyPseudoElement = /::|:(?:before|after|first-line|first-letter)\b/i;
// Selectors whose meaning depends on their context.
const hostAlone = /^:host(?:\([^(),]*\))?$/;
const underHost = /^:host\(([^(),]*)\)(?: | > )([^ >+~,]+)$/;
const contextual = /:host|::slotted|::part|:scope|&/;

// `parent`: the selectors of the enclosing style rule, '' if they cannot be expressed; null if there is no such rule.
// The text of a selector is read only if its declarations matter; for most rules they do not.
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
        // A scope only restricts its rules, but inside it & means the scope's root.
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

// Returns the full selector for a selector nested in a rule of `parent` (CSS Nesting 1 §3.1); null if it cannot be
// expressed.
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

// `selectorOf` returns null if the matching elements cannot be determined.
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
  // Generates no text, but may affect counters.
  const isWithout = (counter) => read.held.holdText(style, counter) === '';
  if (content === '""' && ['counterIncrement', 'counterReset', 'counterSet'].every(isWithout)) return;
  const selector = selectorOf();
  if (selector === null) {
    addHint(read, generating | hiding, null);
  } else if (selector.search(pseudoElement) < 0) {
    addHint(read, hiding, selector);  // the content replaces the children
  } else {
    addHint(
        read, generating,
        selector.replace(pseudoElement, (_, at) => (/(^|[\s>+~,(])$/.test(selector.slice(0, at)) ? '*' : '')));
  }
}

// Selectors of carousel controls. A selector does not tell which scrolling element has the controls.
const isOfCarousel = /::scroll-(?:button\(|marker(?!-))/i;
const knowsCarousels = CSS.supports('selector(::scroll-marker)');

const positionsInPlace = new Set(['', 'static', 'relative', 'sticky']);

// Any other value, such as var() and inherit, may result in none or contents.
const boxDisplays = new Set([
  '', 'block', 'flex', 'flow-root', 'grid', 'inline', 'inline-block', 'inline-flex', 'inline-grid', 'inline-table',
  'list-item', 'table', 'table-caption', 'table-cell', 'table-header-group', 'table-footer-group', 'table-row',
  'table-row-group', '-webkit-box'
]);

// If `content` is declared on the element itself, it may replace the children.
function hidesByStyle({display, visibility, contentVisibility}) {
  return !boxDisplays.has(display) || (visibility !== '' && visibility !== 'visible') || contentVisibility !== '';
}

function hintsInKeyframes(text, read) {
  if (/[^\w-](?:visibility|display|content|content-visibility|all):/.test(text)) read.unknown |= hiding;
  if (/[^\w-](?:interactivity|all):/.test(text)) read.unknown |= disabling;
  if (/[^\w-](?:position|all):/.test(text)) read.unknown |= placing;
}

// Files the elements that `selectorList` matches, in any context, as elements that may have these kinds of
// declarations.
function addHint(read, kinds, selectorList) {
  if (selectorList === null) {
    read.scoped |= kinds;
    return;
  }
  if (!contextual.test(selectorList)) {
    addSelectorHint(read, kinds, selectorList);
    return;
  }
  for (const [selector, subject] of selectorsIn(selectorList)) {
    const [, argument, inside] = selector.match(underHost) ?? [];
    if (!contextual.test(selector)) addSelectorHint(read, kinds, selector);
    else if (hostAlone.test(selector)) read.ofHost.push([kinds, selector.slice(':host('.length, -1)]);
    else if (inside !== undefined && !contextual.test(inside)) read.underHost.push([kinds, argument, inside]);
    // The matches are always among those of the subject, whatever the context.
    else if (subject !== '' && !contextual.test(subject)) addSelectorHint(read, kinds, subject);
    else if (selector.includes('::part')) read.unknown |= kinds;
    else if (/:scope|&/.test(selector) || !/:host|::slotted/.test(withoutArguments(selector))) read.scoped |= kinds;
    else if (selector.includes('::slotted')) read.ofSlotted |= kinds;
    else read.inTree |= kinds;
  }
}

// `:is(:root, :host) p` also matches in a document.
function withoutArguments(selector) {
  for (let before = ''; before !== selector;) {
    before = selector;
    selector = selector.replace(/\([^()]*\)/g, '');
  }
  return selector;
}

// Files selectors that depend on no context, such as :host, ::slotted or :scope.
function addSelectorHint(read, kinds, selectorList) {
  read.lists.push([kinds, selectorList]);
  // In Chrome, any compound of such a selector may match the host, which scripts cannot observe.
  if (/:has\(|:not\(/.test(selectorList)) read.inTree |= kinds;
  if ((kinds & skipping) !== 0) read.skippers.push(selectorList);
}
