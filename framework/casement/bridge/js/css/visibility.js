// Decides whether a person sees an element, for snapshots, text targets and states alike. An element is visible if it
// has a box with an area and is not visibility:hidden, inside content that the browser renders (HTML §6.10 hidden; CSS
// Containment 2 §4 content-visibility). Opacity, colours, clipping, position, and overlapping elements do not count. An
// element that is inert (HTML §6.3) or aria-hidden is still painted, so a person sees it, although assistive technology
// does not (ARIA 1.2 §7.2 inclusion).

// HTML elements that have a box if their parent, also one of these elements, has a box, unless a style sheet changes
// that.
const boxedElements = new Set(words(`
  a abbr address article aside b bdi bdo big blockquote body button center cite code dd del dfn div dl dt em fieldset
  figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hgroup hr i input ins kbd label legend li main mark menu
  nav nobr ol output p pre q s samp search section select small span strike strong sub sup table textarea tt u ul
  var`));
const tableParts = new Set(['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);
const inTableParts = new Set(['table', 'tbody', 'tfoot', 'thead', 'tr']);

// Facts about the nodes inside a visible element, as bits.
const inBoxes = 16;
const inTable = 32;

function boxesIn(localName, traits) {
  if ((traits & (foreign | sheetsHide)) !== 0) return 0;
  if (inTableParts.has(localName)) return inBoxes | inTable;
  const isPlain = boxedElements.has(localName) || tableParts.has(localName) || localName === 'slot' ||
      localName === 'html' || localName.includes('-');
  return isPlain ? inBoxes : 0;
}

// Whether the element is certainly shown, by its name and context (`inside`). If false, ask the browser.
function isSurelyShown(element, localName, inside, traits) {
  if ((inside & inBoxes) === 0 || (traits & (foreign | hosting | sheetsHide)) !== 0) return false;
  const isBoxed = (inside & inTable) !== 0 ?
      tableParts.has(localName) :
      boxedElements.has(localName) || localName === 'slot' || localName.includes('-');
  return isBoxed && (localName !== 'input' || element.type !== 'hidden');
}

// Whether a person sees the element: it has a box with an area; or (display:contents) something inside has; or its text
// is painted outside a box without an area.
function isVisible(element) {
  if (isStandIn(element)) return isShownStandIn(element);
  if (!isSeen(element)) {
    if (hasBox(element)) return false;
    return styleOf(element).display === 'contents' && hasVisibleContent(element);
  }
  const box = boxOf(element);
  return (box.width > 0 && box.height > 0) || overflowsWithText(element);
}

function overflowsWithText(element) {
  const {overflowX, overflowY, contentVisibility, display} = styleOf(element);
  if (contentVisibility === 'hidden' && display !== 'inline') return false;
  return overflowX === 'visible' && overflowY === 'visible' && arrayOf(seenNodesOf(element)).some(isPaintedText);
}

function isPaintedText(node) {
  if (nodeTypeOf(node) !== 3 || normalised(node.data) === '') return false;
  const range = new Range();
  range.selectNode(node);
  const box = range.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}

function hasVisibleContent(element) {
  for (const node of arrayOf(seenNodesOf(element))) {
    if (nodeTypeOf(node) === 1 && isVisible(node)) return true;
    if (isPaintedText(node) && styleOf(element).visibility === 'visible') return true;
  }
  return false;
}

// Returns the nodes inside an element that the browser renders, in the flat tree.
function seenNodesOf(element, localName = localNameOf(element)) {
  if (skipsContent(element, localName)) return [];
  const replaced = replacedChildrenOf(element, localName);
  if (replaced !== null) return replaced;
  return isClosedDetails(element, localName) ? arrayOf(childElementsOf(element)).filter(isSummaryOfDetails) :
                                               childNodesOf(element);
}

// HTML §15.3.8: the content of a closed details element is in a slot with content-visibility:hidden, which style sheets
// can override (CSS Pseudo-Elements 4 §4.5, ::details-content).
function isClosedDetails(element, localName) {
  if (localName !== 'details' || element.open) return false;
  return !knowsDetailsContent || getComputedStyle(element, '::details-content').contentVisibility === 'hidden';
}

const knowsDetailsContent = CSS.supports('selector(::details-content)');

// Whether the element has no box, or is visibility:hidden. hidden=until-found and closed details hide by
// content-visibility, which checkVisibility includes.
function isNotRendered(element) {
  if (isStandIn(element)) return !isShownStandIn(element);
  if (!hasBox(element)) {
    if (!hasContentsDisplay(element)) return true;
    for (let above = parentOf(element); above !== null; above = parentOf(above)) {
      if (hasContentsDisplay(above)) continue;
      if (!hasBox(above)) return true;
      break;
    }
  }
  return styleOf(element).visibility !== 'visible';
}

// Whether assistive technology and keyboards cannot reach the element: it is not rendered, or inert.
function isHiddenForAll(element) { return isNotRendered(element) || isInert(element); }

function hasContentsDisplay(element) { return styleOf(element).display === 'contents'; }

// Whether this is an aria-hidden native control that shows nothing: components store their value in such a control.
function isForNobody(element, localName) {
  if ((localName !== 'input' && localName !== 'select' && localName !== 'textarea') || !isAriaHidden(element))
    return false;
  uncached(element);
  if (!elementPrototype.checkVisibility.call(element, opacityToo)) return true;
  const {clip, clipPath} = styleOf(element);
  if (clip !== 'auto' || /^(inset\((50|100)%|circle\(0)/.test(clipPath)) return true;
  const box = boxOf(element);
  return box.width <= 1 || box.height <= 1;
}
// Whether a transparent, aria-hidden element is hidden from everyone. Controls have their own rule (isForNobody),
// because a page may show another element instead.
function isForNoEye(element, localName) {
  return localName !== 'input' && localName !== 'select' && localName !== 'textarea' && isAriaHidden(element) &&
      answered(element, askFaded);
}
const askFaded = (element) =>
    elementPrototype.checkVisibility.call(element) && !elementPrototype.checkVisibility.call(element, opacityToo);
const opacityToo = {
  opacityProperty: true,
  checkOpacity: true
};

// HTML §6.3, and CSS Basic User Interface 4 §6.2, interactivity. In Chrome, nothing inside an inert element can become
// interactive again.
function isInert(element) { return hasSelfOrAbove(element, '[inert]') || isInertByStyle(element); }

function isInertByStyle(element) {
  for (let above = element; above !== null; above = parentOf(above)) {
    noteRoot(rootOf(above));
    if (maySheets(above, disabling) && answered(above, askInteractivity) === 'inert') return true;
  }
  return false;
}

function isAriaHidden(element) { return hasSelfOrAbove(element, '[aria-hidden="true" i]'); }

// Searches upwards in the flat tree.
function hasSelfOrAbove(element, selector) {
  for (let above = element; above !== null; above = parentOf(above))
    if (matchesSelector(above, selector)) return true;
  return false;
}
