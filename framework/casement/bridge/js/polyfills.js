// Owns what stands in for parts of the web platform that an older browser lacks: an application brings its own, and
// Chromium 87 (Qt 5.15) is the oldest that is known here. The prototypes and globals of this world are its own, so that
// the page sees nothing of it, and no other script has to ask what there is: it is decided once a document. What the
// browser has is left as it is, and none of this is ever called there. Beside each stands the Chromium that has it.

function polyfill(holder, name, property) {
  const isThere = holder === globalThis ? ownGlobal(name) !== undefined : name in holder;
  if (!isThere) Object.defineProperty(holder, name, {configurable: true, ...property});
}

// A selector, or another one where the browser does not know it and would throw.
function selectorOr(selector, other) { return CSS.supports(`selector(${selector})`) ? selector : other; }

const noElement = ':not(*)';
// 133. Of the list of a select that is open no older browser tells.
const openSelector = selectorOr(':open', noElement);
// 114, as popovers.
const openPopoverSelector = selectorOr(':popover-open', noElement);
// 105. Older ones do not tell a modal dialog from another that is open.
const modalSelector = selectorOr(':modal', 'dialog[open],:fullscreen');

// 120, the media feature `scripting`. The parser makes elements of what stands in a noscript only where scripts are off
// (HTML §13.2.6.4.7, "noscript"). The list of a document is kept: it says what is so now, and a new one each time would
// be garbage.
let scripting = {document: null, list: null, isKnown: true};

function scriptsAreOff() {
  if (scripting.document !== document) {
    const list = matchMedia('(scripting: none)');
    scripting = {document, list, isKnown: list.media !== 'not all'};
  }
  return scripting.list.matches || (!scripting.isKnown && allMatching(document, 'noscript > *').length > 0);
}

// 92
function lastOrAt(index) { return this[index < 0 ? this.length + index : index]; }
polyfill(Array.prototype, 'at', {value: lastOrAt});
polyfill(String.prototype, 'at', {value: lastOrAt});

// 94. A task of its own, behind those that are queued.
polyfill(globalThis, 'scheduler', {value: {postTask: (task) => { setTimeout(task); }}});

// 118 and 130: rules that no sheet can have there.
polyfill(globalThis, 'CSSScopeRule', {value: class {}});
polyfill(globalThis, 'CSSNestedDeclarations', {value: class {}});
// 112: rules in style rules.
polyfill(CSSStyleRule.prototype, 'cssRules', {value: []});

// 104, transforms by properties of their own. An object of style has its properties beside its prototype.
for (const name of ['rotate', 'scale'])
  if (!CSS.supports(name, 'none')) polyfill(CSSStyleDeclaration.prototype, name, {value: 'none'});

// 135. The elements that the attribute names by their ids, in the order of these (HTML §2.6.4).
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

// What is known of an element by what is around it: { isSkipped: whether something around it does not draw it, zoom:
// its own zoom and those around it, multiplied }. Forgotten at the end of the task, before which a page changes
// nothing.
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

// 121, the display that ruby text has of its own.
const askDisplay = CSS.supports('display', 'ruby-text') ?
    (element) => liveStyleOf(element).display :
    (element) => (localNameOf(element) === 'rt' ? 'ruby-text' : liveStyleOf(element).display);

const {getBoundingClientRect: boxBefore, getClientRects: boxesBefore} = Element.prototype;

// 105 (CSSOM View 1 §6, checkVisibility). An image's area has no box of its own, whatever older browsers say. What the
// browser has skipped by itself, for being off screen, counts as drawn.
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

// 133 at the latest: what is no part of the flat tree has no style. → whether an element without a box is none, or may
// be.
const isOutOfTree = openSelector === ':open' ?
    (element) => getComputedStyle(element).display === '' :
    (element) => !/^(none|contents)$/.test(getComputedStyle(element).display);

// 128: boxes are those of the viewport, whatever is zoomed (CSS Viewport 1 §4). Before, what is zoomed counted in its
// own pixels.
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

// 102 at the latest: where a block stands in an inline element and this in another, the outer one says that it has no
// area. It has that of what is in it.
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
