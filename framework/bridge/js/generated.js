// Owns what only style sheets know: text that they make, by ::before and ::after (CSS Content 3 §2; accname 1.2 step
// 2F.ii), content that they skip (CSS Containment 2 §4, content-visibility), pointers that they show, and boxes that they
// take away, letters that they change. Asking each element costs more than the walk, so the sheets are asked first which elements could be meant.

// Of this reading, over all roots that were noted: the elements that may have generated text, a cursor of their own,
// content that is skipped, neither a box nor visibility:visible, or letters that are changed; null where only asking each can tell.
let sheetHints = null;
const notedRoots = new Set();

function forgetSheetHints() {
  sheetHints = null;
  forgetCounters();
  forgetTransforms();
  notedRoots.clear();
}

function hintsOfSheets() {
  if (sheetHints === null) {
    sheetHints = { generating: new Set(), pointing: new Set(), skipping: new Set(), hiding: new Set(), transforming: new Set() };
    noteRoot(document);
  }
  return sheetHints;
}

// Every root is to be noted before its elements are asked about.
function noteRoot(root) {
  const all = hintsOfSheets();
  if (notedRoots.has(root)) return;
  notedRoots.add(root);
  const found = { generating: [], pointing: [], skipping: [], hiding: [], transforming: [], ofHost: [], host: root.host ?? null };
  let rules = 0;
  try {
    for (const sheets of sheetListsOf(root)) {
      for (let i = 0; i < sheets.length; ++i) {
        if (sheets[i].disabled) continue;
        // Asking more rules than elements gains nothing.
        rules += sheets[i].cssRules.length;
        if (rules > 200 && rules > allMatching(root, '*').length) throw new RangeError();
        collectHints(sheets[i].cssRules, found);
      }
    }
    all.generating = united(all.generating, found.generating, root);
    all.pointing = united(all.pointing, found.pointing, root);
    all.skipping = united(all.skipping, found.skipping, root);
    all.transforming = united(all.transforming, found.transforming, root);
    all.hiding = mayAnimate(root) ? null : united(all.hiding, found.hiding, root);
    for (const kind of found.ofHost) all[kind]?.add(found.host);
    for (const element of allMatching(root, '[style],[hidden],[popover]')) {
      all.hiding?.add(element);
      const style = attributeOf(element, 'style');
      if (style !== null ? /content-visibility/i.test(style) : attributeOf(element, 'hidden')?.toLowerCase() === 'until-found') {
        all.skipping?.add(element);
      }
      if (style !== null && /cursor/i.test(style)) all.pointing?.add(element);
      if (style !== null && /text-transform/i.test(style)) all.transforming?.add(element);
    }
  } catch {
    // A sheet of another origin (SecurityError), or a selector that only its own context understands.
    all.generating = null;
    all.pointing = null;
    all.skipping = null;
    all.hiding = null;
    all.transforming = null;
  }
}

// Whether a script, or a transition that still goes on, may take boxes or visibility away. What keyframes in a sheet do,
// the sheet tells.
function mayAnimate(root) {
  return root.getAnimations().some((animation) => (animation instanceof CSSTransition
    ? /visibility|display|^content/.test(animation.transitionProperty) : !(animation instanceof CSSAnimation)));
}

// Whether the sheets leave its box and visibility to what it is and where it stands.
function isNeverHidden(element) {
  const { hiding } = hintsOfSheets();
  return hiding !== null && !(hiding.size > 0 && hiding.has(element));
}

function sheetListsOf(root) {
  if (root === document) return [documentPart('styleSheets'), documentPart('adoptedStyleSheets')];
  return nodeTypeOf(root) === 11 && root.host !== undefined ? [root.styleSheets, root.adoptedStyleSheets] : [];
}

function united(elements, selectors, root) {
  if (elements === null || selectors === null) return null;
  if (selectors.length > 0) for (const element of allMatching(root, selectors.join(','))) elements.add(element);
  return elements;
}

function mayGenerate(element, localName = localNameOf(element)) {
  const { generating } = hintsOfSheets();
  return generating === null || (generating.size > 0 && generating.has(element)) || localName === 'q';
}

function generatedText(element, pseudo) {
  if (!mayGenerate(element)) return '';
  const style = getComputedStyle(element, pseudo);
  let content = style.content;
  if (content === 'none' || content === 'normal' || content === '""') return '';
  if (content.includes('counter')) content = withCounters(content, element, pseudo);
  if (style.display === 'none' || style.visibility !== 'visible') return '';
  const text = transformedText(contentText(content, element), style.textTransform, element);
  // An alternative text, which nobody sees, is a word by itself.
  return borderOfDisplay(style.display) === noBorder && !hasAlternative.test(content) ? text : ` ${text} `;
}

// The element has its box, but what is in it is shown to nobody.
function skipsContent(element) {
  const { skipping } = hintsOfSheets();
  return (skipping === null || (skipping.size > 0 && skipping.has(element))) && getComputedStyle(element).contentVisibility === 'hidden';
}

// Whether the element may have another cursor than the element around it. Links and image buttons have one by nature.
function mayPoint(element, localName) {
  const { pointing } = hintsOfSheets();
  return pointing === null || (pointing.size > 0 && pointing.has(element)) || localName === 'a' || localName === 'area' ||
    (localName === 'input' && element.type === 'image');
}

const pseudoElement = /::?(?:before|after)\b/gi;
// Selectors that mean something else, or nothing, outside of the place where they stand.
const hostAlone = /^:host(?:\([^(),]*\))?$/;
const contextual = /:host|::slotted|::part|:scope|&/;

function collectHints(rules, hints) {
  for (const rule of rules) {
    const selector = rule.selectorText;
    if (selector === undefined) {
      if (rule.styleSheet) collectHints(rule.styleSheet.cssRules, hints);
      else if (rule.type === CSSRule.KEYFRAMES_RULE) hidesInKeyframes(rule, hints);
      else if (rule.cssRules !== undefined) collectHints(rule.cssRules, hints);
      else if (rule instanceof CSSNestedDeclarations) hints.hiding = null;
      continue;
    }
    const style = rule.style;
    if (hidesByStyle(style)) addHint(hints, 'hiding', selector);
    if (style.contentVisibility !== '') addHint(hints, 'skipping', selector);
    if (style.cursor !== '') addHint(hints, 'pointing', selector);
    if (style.textTransform !== '' && style.textTransform !== 'none') {
      addHint(hints, 'transforming', selector.replace(pseudoElement, ''));
    }
    if (rule.cssRules.length > 0) collectNestedHints(rule, hints);
    const content = style.content;
    if (content === '' || content === 'none' || content === 'normal') continue;
    // No text, unless it counts for others.
    if (content === '""' && style.counterIncrement === '' && style.counterReset === '' && style.counterSet === '') continue;
    if (selector.search(pseudoElement) < 0) {
      addHint(hints, 'hiding', selector);  // it stands in place of the children
      continue;
    }
    addHint(hints, 'generating',
      selector.replace(pseudoElement, (_, at) => (/(^|[\s>+~,(])$/.test(selector.slice(0, at)) ? '*' : '')));
  }
}

// Any other value, var() and inherit among them, may come to mean none or contents.
const boxDisplays = new Set(['', 'block', 'flex', 'flow-root', 'grid', 'inline', 'inline-block', 'inline-flex', 'inline-grid',
  'inline-table', 'list-item', 'table', 'table-caption', 'table-cell', 'table-header-group', 'table-footer-group', 'table-row',
  'table-row-group', '-webkit-box']);

// Declared on the element itself `content` may stand in place of its children.
function hidesByStyle(style) {
  const { visibility } = style;
  return !boxDisplays.has(style.display) || (visibility !== '' && visibility !== 'visible') || style.contentVisibility !== '';
}

function hidesInKeyframes(rule, hints) {
  if (/visibility|display|content/.test(rule.cssText)) hints.hiding = null;
}

function addHint(hints, kind, selector) {
  if (hostAlone.test(selector) && hints.host !== null) hints.ofHost.push(kind);
  else if (contextual.test(selector)) hints[kind] = null;
  else hints[kind]?.push(selector);
}

// The selectors of nested rules mean something only together with those around them.
function collectNestedHints(rule, hints) {
  const text = rule.cssText;
  if (text.search(pseudoElement) >= 0) hints.generating = null;
  if (text.includes('cursor')) hints.pointing = null;
  if (text.includes('text-transform')) hints.transforming = null;
  if (text.includes('content-visibility')) hints.skipping = null;
  if (/visibility|display|content/.test(text)) hints.hiding = null;
}

const contentPiece = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|attr\(\s*([^\s,)]+)[^)]*\)|(open-quote)|(close-quote)|(\/)|[a-z-]+\([^)]*\)|\S/gi;

// The words of a computed `content`; what follows a slash is its alternative text and replaces them (CSS Content 3 §2.1).
function contentText(content, element) {
  let text = '';
  for (const [, double, single, attribute, open, close, slash] of content.matchAll(contentPiece)) {
    if (slash) text = '';
    else if (attribute !== undefined) text += attributeOf(element, attribute) ?? '';
    else if (open) text += '\u201c';
    else if (close) text += '\u201d';
    else text += unescapedCss(double ?? single ?? '');
  }
  return text;
}

const hasAlternative = /["')]\s*\/\s*/;

function unescapedCss(text) {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|\n|([^]))/gi, (_, hex, character) => {
    if (hex === undefined) return character ?? '';
    const code = parseInt(hex, 16);
    return code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  });
}
