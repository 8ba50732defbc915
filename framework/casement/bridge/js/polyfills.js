// Replaces parts of the web platform that an older browser lacks. Embedding applications contain their own browser, and
// Chromium 87 (Qt 5.15) is the oldest known one. Prototypes and globals belong to this isolated world, so the page sees
// no polyfill. No other script needs to check for features, because each decision is made here, once per document.
// Existing features of the browser are not changed, and no polyfill runs then. Each comment names the Chromium version
// that has the feature.

function polyfill(holder, name, property) {
  const isThere = holder === globalThis ? ownGlobal(name) !== undefined : name in holder;
  if (!isThere) Object.defineProperty(holder, name, {configurable: true, ...property});
}

// Returns the selector, or another one if the browser does not know it and would throw.
function selectorOr(selector, other) { return CSS.supports(`selector(${selector})`) ? selector : other; }

const noElement = ':not(*)';
// Chromium 133. Older versions do not reveal whether the list of a select is open.
const openSelector = selectorOr(':open', noElement);
// Chromium 114, with popovers.
const openPopoverSelector = selectorOr(':popover-open', noElement);
// Chromium 105. Older versions do not distinguish a modal dialog from other open dialogs.
const modalSelector = selectorOr(':modal', 'dialog[open],:fullscreen');

// Chromium 120, the media feature `scripting`. Without the feature: the parser creates elements inside a noscript only
// if scripts are off (HTML §13.2.6.4.7, "noscript"). The list is stored per document, because it is live and a new one
// for each call would be garbage.
let scripting = {document: null, list: null, isKnown: true};

function scriptsAreOff() {
  if (scripting.document !== document) {
    const list = matchMedia('(scripting: none)');
    scripting = {document, list, isKnown: list.media !== 'not all'};
  }
  return scripting.list.matches || (!scripting.isKnown && allMatching(document, 'noscript > *').length > 0);
}

// Chromium 92
function lastOrAt(index) { return this[index < 0 ? this.length + index : index]; }
polyfill(Array.prototype, 'at', {value: lastOrAt});
polyfill(String.prototype, 'at', {value: lastOrAt});

// Chromium 94. Runs as a separate task, after the tasks already queued.
polyfill(globalThis, 'scheduler', {value: {postTask: (task) => { setTimeout(task); }}});

// Chromium 118 and 130: rules that no sheet can contain in older versions.
polyfill(globalThis, 'CSSScopeRule', {value: class {}});
polyfill(globalThis, 'CSSNestedDeclarations', {value: class {}});
// Chromium 112: rules nested in style rules.
polyfill(CSSStyleRule.prototype, 'cssRules', {value: []});

// Chromium 104: transforms as separate properties. Style objects get their properties directly, not only from the
// prototype.
for (const name of ['rotate', 'scale'])
  if (!CSS.supports(name, 'none')) polyfill(CSSStyleDeclaration.prototype, name, {value: 'none'});

// Chromium 135. The elements whose ids the attribute lists, in that order (HTML §2.6.4).
function polyfillReferences(property, attribute) {
  polyfill(Element.prototype, property, {
    get() {
      const ids = attributeOf(this, attribute);
      if (ids === null) return null;
      return words(ids)
          .map((id) => (id === '' ? undefined : allMatching(rootOf(this), `#${CSS.escape(id)}`)[0]))
          .filter((element) => element !== undefined);
    }
  });
}
polyfillReferences('ariaLabelledByElements', 'aria-labelledby');
polyfillReferences('ariaDescribedByElements', 'aria-describedby');

// Facts about an element that depend on its ancestors: { isSkipped: whether an ancestor does not render it, zoom: the
// product of its own zoom and its ancestors' }. Cleared at the end of the task, because the page cannot change before.
let surroundings = new Map();

function surroundingsOf(element) {
  const unknown = [];
  let known;
  for (let at = element; at !== null && (known = surroundings.get(at)) === undefined; at = parentOf(at))
    unknown.push(at);
  if (unknown.length > 0 && surroundings.size === 0) queueMicrotask(() => { surroundings = new Map(); });
  known ??= {isSkipped: false, zoom: 1};
  while (unknown.length > 0) {
    const one = unknown.pop();
    known = {
      isSkipped: known.isSkipped || isSkippedBy(parentOf(one), one),
      zoom: known.zoom * (parseFloat(liveStyleOf(one).zoom) || 1)
    };
    surroundings.set(one, known);
  }
  return known;
}

function isSkippedBy(parent, child) {
  if (parent === null) return false;
  if (localNameOf(parent) === 'details' && !parent.open && !isSummaryOfDetails(child)) return true;
  return liveStyleOf(parent).contentVisibility === 'hidden';
}

// Chromium 121, the display value of ruby text.
const askDisplay = CSS.supports('display', 'ruby-text') ?
    (element) => liveStyleOf(element).display :
    (element) => (localNameOf(element) === 'rt' ? 'ruby-text' : liveStyleOf(element).display);

const {getBoundingClientRect: boxBefore, getClientRects: boxesBefore} = Element.prototype;

// Chromium 105 (CSSOM View 1 §6, checkVisibility). An area of an image has no box of its own, although older browsers
// return one. Content that the browser skips only because it is off screen counts as rendered.
polyfill(Element.prototype, 'checkVisibility', {
  value({visibilityProperty = false, opacityProperty = false} = {}) {
    if (boxesBefore.call(this).length === 0 || localNameOf(this) === 'area' || surroundingsOf(this).isSkipped)
      return false;
    if (visibilityProperty && liveStyleOf(this).visibility !== 'visible') return false;
    for (let at = opacityProperty ? this : null; at !== null; at = parentOf(at))
      if (liveStyleOf(at).opacity === '0') return false;
    return true;
  }
});

// Chromium 133 at the latest: elements outside the flat tree have no style. Returns whether an element without a box is
// or may be outside the flat tree.
const isOutOfTree = openSelector === ':open' ?
    (element) => getComputedStyle(element).display === '' :
    (element) => !/^(none|contents)$/.test(getComputedStyle(element).display);

// Chromium 128: boxes are in pixels of the viewport despite zoom (CSS Viewport 1 §4). In older versions, zoomed
// elements use their own pixels.
if (!('currentCSSZoom' in Element.prototype)) {
  polyfill(Element.prototype, 'currentCSSZoom', {get() { return surroundingsOf(this).zoom; }});
  const inViewport = (box, zoom) =>
      (zoom === 1 ? box : new DOMRect(box.x * zoom, box.y * zoom, box.width * zoom, box.height * zoom));
  const zoomOf = (node) => {
    const element = nodeTypeOf(node) === 1 ? node : parentElementOf(node);
    return element === null ? 1 : surroundingsOf(element).zoom;
  };
  const redefine = (prototype, place, box, boxes) => Object.defineProperties(prototype, {
    getBoundingClientRect: {value() { return inViewport(box(this), zoomOf(place(this))); }},
    getClientRects: {value() { return boxes(this).map((one) => inViewport(one, zoomOf(place(this)))); }},
  });
  const {getBoundingClientRect, getClientRects} = Range.prototype;
  redefine(Element.prototype, (element) => element, wholeBoxOf, boxesOf);
  redefine(
      Range.prototype, (range) => range.startContainer, (range) => getBoundingClientRect.call(range),
      (range) => arrayOf(getClientRects.call(range)));
}

// Chromium 102 at the latest: if an inline element contains another inline element with a block inside, the outer one
// reports no area. Its area is then that of its content.
function boxesOf(element) {
  const own = arrayOf(boxesBefore.call(element));
  if (own.length === 0 || own.some((box) => box.width > 0 || box.height > 0) || firstElementChildOf(element) === null ||
      liveStyleOf(element).display !== 'inline')
    return own;
  return arrayOf(childElementsOf(element)).flatMap(boxesOf);
}

function wholeBoxOf(element) {
  const whole = boxBefore.call(element);
  if (whole.width > 0 || whole.height > 0 || firstElementChildOf(element) === null) return whole;
  const boxes = boxesOf(element).filter((box) => box.width > 0 || box.height > 0);
  if (boxes.length === 0) return whole;
  const left = Math.min(...boxes.map((box) => box.left)), top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right)), bottom = Math.max(...boxes.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}
