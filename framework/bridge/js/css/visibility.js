// Owns what is shown: to a person (a box that is not visibility:hidden) and to anybody at all (ARIA 1.2 §7.2 inclusion;
// HTML §6.3 inert, §6.10 hidden; CSS Containment 2 §4 content-visibility).

// Elements of HTML that have a box where their parent, one of these too, has one, unless a style sheet says otherwise.
const boxedElements = new Set(words(`
  a abbr address article aside b bdi bdo big blockquote body button center cite code dd del dfn div dl dt em fieldset
  figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hgroup hr i input ins kbd label legend li main mark menu nav
  nobr ol output p pre q s samp search section select small span strike strong sub sup table textarea tt u ul var`));
const tableParts = new Set(['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);
const inTableParts = new Set(['table', 'tbody', 'tfoot', 'thead', 'tr']);

// What is known of the nodes in an element that is shown, as bits.
const inBoxes = 16;
const inTable = 32;

function boxesIn(localName, traits) {
  if ((traits & (foreign | sheetsHide)) !== 0) return 0;
  if (inTableParts.has(localName)) return inBoxes | inTable;
  const isPlain = boxedElements.has(localName) || tableParts.has(localName) || localName === 'slot' || localName === 'html' ||
    localName.includes('-');
  return isPlain ? inBoxes : 0;
}

// Whether it is shown by what it is and where it stands (`inside`); false where only a look can tell.
function isSurelyShown(element, localName, inside, traits) {
  if ((inside & inBoxes) === 0 || (traits & (foreign | hosting | sheetsHide)) !== 0) return false;
  const isBoxed = (inside & inTable) !== 0 ? tableParts.has(localName)
    : boxedElements.has(localName) || localName === 'slot' || localName.includes('-');
  return isBoxed && (localName !== 'input' || element.type !== 'hidden');
}

// A person sees it: it has a box with an area, or (display:contents) something inside has.
function isVisible(element) {
  if (!isSeen(element)) {
    if (hasBox(element)) return false;
    return styleOf(element).display === 'contents' && hasVisibleContent(element);
  }
  const box = boxOf(element);
  return box.width > 0 && box.height > 0;
}

function hasVisibleContent(element) {
  for (const node of replacedChildrenOf(element) ?? childNodesOf(element)) {
    if (nodeTypeOf(node) === 1 && isVisible(node)) return true;
    if (nodeTypeOf(node) !== 3 || normalised(node.data) === '') continue;
    const range = new Range();
    range.selectNode(node);
    const box = range.getBoundingClientRect();
    if (box.width > 0 && box.height > 0 && styleOf(element).visibility === 'visible') return true;
  }
  return false;
}

// Shown to nobody, neither a person nor an assistive technology. hidden=until-found and closed details hide by
// content-visibility, which checkVisibility knows.
function isHiddenForAll(element) {
  if (!hasBox(element)) {
    if (!hasContentsDisplay(element)) return true;
    for (let above = parentOf(element); above !== null; above = parentOf(above)) {
      if (hasContentsDisplay(above)) continue;
      if (!hasBox(above)) return true;
      break;
    }
  }
  return styleOf(element).visibility !== 'visible' || isInert(element);
}

function hasContentsDisplay(element) {
  return styleOf(element).display === 'contents';
}

// A native control that assistive technology is not told of and that shows nothing: components keep their value in one.
function isForNobody(element, localName) {
  if ((localName !== 'input' && localName !== 'select' && localName !== 'textarea') || !isAriaHidden(element)) return false;
  doubt(element);
  if (!elementPrototype.checkVisibility.call(element, opacityToo)) return true;
  const { clip, clipPath } = styleOf(element);
  if (clip !== 'auto' || /^(inset\((50|100)%|circle\(0)/.test(clipPath)) return true;
  const box = boxOf(element);
  return box.width <= 1 || box.height <= 1;
}
const opacityToo = { opacityProperty: true, checkOpacity: true };

function isInert(element) {
  return hasSelfOrAbove(element, '[inert]');
}

function isAriaHidden(element) {
  return hasSelfOrAbove(element, '[aria-hidden="true" i]');
}

// Up the flat tree.
function hasSelfOrAbove(element, selector) {
  for (let above = element; above !== null; above = parentOf(above)) if (matchesSelector(above, selector)) return true;
  return false;
}
