// Owns what only style sheets know: text that they make, by ::before and ::after (CSS Content 3 §2; accname 1.2 step
// 2F.ii), content that they skip (CSS Containment 2 §4, content-visibility), and pointers that they show. Asking each
// element costs more than the walk, so the sheets are asked first which elements could be meant.

// Of this reading, over all roots that were noted. `generating` and `pointing`: the elements that may have generated
// text or a cursor of their own; null where only asking each can tell. `skipping`: content may be skipped somewhere.
let sheetHints = null;
const notedRoots = new Set();

function forgetSheetHints() {
  sheetHints = null;
  forgetCounters();
  notedRoots.clear();
}

function hintsOfSheets() {
  if (sheetHints === null) {
    sheetHints = { generating: new Set(), pointing: new Set(), skipping: false };
    noteRoot(document);
  }
  return sheetHints;
}

// Every root is to be noted before its elements are asked about.
function noteRoot(root) {
  const all = hintsOfSheets();
  if (notedRoots.has(root)) return;
  notedRoots.add(root);
  const found = { generating: [], pointing: [], skipping: false };
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
    all.skipping ||= found.skipping;
    for (const element of allMatching(root, '[style],[hidden="until-found" i]')) {
      const style = attributeOf(element, 'style');
      if (style === null || /content-visibility/i.test(style)) all.skipping = true;
      if (style !== null && /cursor/i.test(style)) all.pointing?.add(element);
    }
  } catch {
    // A sheet of another origin (SecurityError), or a selector that only its own context understands.
    all.generating = null;
    all.pointing = null;
    all.skipping = true;
  }
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

function mayGenerate(element) {
  const { generating } = hintsOfSheets();
  return generating === null || (generating.size > 0 && generating.has(element)) || localNameOf(element) === 'q';
}

function generatedText(element, pseudo) {
  if (!mayGenerate(element)) return '';
  const style = getComputedStyle(element, pseudo);
  let content = style.content;
  if (content === 'none' || content === 'normal' || content === '""') return '';
  if (content.includes('counter')) content = withCounters(content, element, pseudo);
  if (style.display === 'none' || style.visibility !== 'visible') return '';
  const text = contentText(content, element);
  // An alternative text, which nobody sees, is a word by itself.
  return borderOfDisplay(style.display) === noBorder && !hasAlternative.test(content) ? text : ` ${text} `;
}

// The element has its box, but what is in it is shown to nobody.
function skipsContent(element) {
  return hintsOfSheets().skipping && getComputedStyle(element).contentVisibility === 'hidden';
}

// Whether the element may have another cursor than the element around it. Links and image buttons have one by nature.
function mayPoint(element) {
  const { pointing } = hintsOfSheets();
  return pointing === null || (pointing.size > 0 && pointing.has(element)) || localNameOf(element) === 'a' ||
    localNameOf(element) === 'area' || (localNameOf(element) === 'input' && element.type === 'image');
}

const pseudoElement = /::?(?:before|after)\b/gi;
// Selectors that mean something else, or nothing, outside of the place where they stand.
const contextual = /:host|::slotted|::part|:scope|&/;

function collectHints(rules, hints) {
  for (const rule of rules) {
    const selector = rule.selectorText;
    if (selector === undefined) {
      if (rule.styleSheet) collectHints(rule.styleSheet.cssRules, hints);
      else if (rule.cssRules !== undefined && rule.type !== CSSRule.KEYFRAMES_RULE) collectHints(rule.cssRules, hints);
      continue;
    }
    const style = rule.style;
    if (style.contentVisibility !== '') hints.skipping = true;
    if (style.cursor !== '') addHint(hints, 'pointing', selector);
    if (rule.cssRules.length > 0) collectNestedHints(rule, hints);
    if (selector.search(pseudoElement) < 0) continue;
    const content = style.content;
    if (content === '' || content === 'none' || content === 'normal') continue;
    addHint(hints, 'generating',
      selector.replace(pseudoElement, (_, at) => (/(^|[\s>+~,(])$/.test(selector.slice(0, at)) ? '*' : '')));
  }
}

function addHint(hints, kind, selector) {
  if (contextual.test(selector)) hints[kind] = null;
  else hints[kind]?.push(selector);
}

// The selectors of nested rules mean something only together with those around them.
function collectNestedHints(rule, hints) {
  const text = rule.cssText;
  if (text.search(pseudoElement) >= 0) hints.generating = null;
  if (text.includes('cursor')) hints.pointing = null;
  if (text.includes('content-visibility')) hints.skipping = true;
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
