// Converts points between an element's own box and the viewport of its document, through CSS transforms
// (css/transforms.js), zoom, perspective and paths.

// Converts a point of the viewport into the element's border box, in the element's own CSS pixels. For elements in
// perspective, only Chrome can do this, and reports it with an event (CSSOM View 1 §10.2, offsetX). Pages have no
// listener for this event.
function pointInBox(element, x, y) {
  const event = new PointerEvent('casementpoint', {clientX: x, clientY: y});
  /** @type {{ x: number, y: number } | null} */
  let inside = null;
  // Read in a listener, because an event in a shadow tree forgets its target after its dispatch.
  callElement(
      element, 'addEventListener', 'casementpoint', () => { inside = {x: event.offsetX, y: event.offsetY}; },
      {once: true});
  callElement(element, 'dispatchEvent', event);
  const {borderLeftWidth, borderTopWidth} = getComputedStyle(element);
  const zoom = elementPart(element, 'currentCSSZoom') ?? 1;
  return {x: inside.x / zoom + parseFloat(borderLeftWidth), y: inside.y / zoom + parseFloat(borderTopWidth)};
}

// Largest accepted distance from the wanted point, in the element's own CSS pixels.
const nearEnough = 0.05;

// The inverse of pointInBox, approximated from the middle of the visible element. null if the element has no box for
// offsetX (text, parts of a drawing), or no point of the viewport shows the place.
function projectedPoint(element, x, y) {
  if (elementPart(element, 'offsetWidth') === undefined || elementPart(element, 'clientWidth') === 0) return null;
  const box = boxOf(element);
  let point = {x: box.left + box.width / 2, y: box.top + box.height / 2};
  for (let steps = 0; steps < 30; ++steps) {
    const here = pointInBox(element, point.x, point.y);
    const dx = x - here.x, dy = y - here.y;
    if (Math.hypot(dx, dy) < nearEnough) return point;
    const right = pointInBox(element, point.x + 1, point.y), below = pointInBox(element, point.x, point.y + 1);
    const [a, b, c, d] = [right.x - here.x, right.y - here.y, below.x - here.x, below.y - here.y];
    const size = a * d - b * c;
    if (size === 0) return null;
    point = {x: point.x + (d * dx - c * dy) / size, y: point.y + (a * dy - b * dx) / size};
  }
  return null;
}

// Returns the middle of the element's box if that may differ from the middle of its bounds in the viewport; else null.
function middleInSpace(element) {
  if (linearPartOf(element).isPlane) return null;
  const {width, height} = layoutSizeOf(element);
  return projectedPoint(element, width / 2, height / 2);
}

// The size of the element's border box before all transforms, in its own CSS pixels.
function layoutSizeOf(element) {
  if (isStandIn(element)) return boxOf(element);
  if (elementPart(element, 'offsetWidth') !== undefined)
    return {width: elementPart(element, 'offsetWidth'), height: elementPart(element, 'offsetHeight')};
  const box = boxOf(element);
  const zoom = elementPart(element, 'currentCSSZoom') ?? 1;
  return {width: box.width / zoom, height: box.height / zoom};
}

// Converts a point of the element's border box into the viewport. The point counts from the box's top left corner, in
// the element's own CSS pixels. A plane transform puts the middle of a box into the middle of its bounds.
function pointOfBox(element, x, y) {
  const box = boxOf(element);
  const {linear: [a, b, c, d], isPlane} = linearPartOf(element);
  const projected = isPlane ? null : projectedPoint(element, x, y);
  if (projected !== null) return projected;
  // Layout sizes are rounded. If nothing turns the box, its bounds give the exact size.
  const size =
      b === 0 && c === 0 && a > 0 && d > 0 ? {width: box.width / a, height: box.height / d} : layoutSizeOf(element);
  const dx = x - size.width / 2, dy = y - size.height / 2;
  return {x: box.left + box.width / 2 + a * dx + c * dy, y: box.top + box.height / 2 + b * dx + d * dy};
}

// Converts a point of a frame's own viewport into the viewport of its owner's document.
function pointThrough(owner, x, y) {
  const style = getComputedStyle(owner);
  return pointOfBox(
      owner, parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft) + x,
      parseFloat(style.borderTopWidth) + parseFloat(style.paddingTop) + y);
}

// The inverse: converts a point of this viewport into the viewport of the frame.
function pointWithin(owner, x, y) {
  const style = getComputedStyle(owner);
  const inside = pointInBox(owner, x, y);
  return {
    x: inside.x - parseFloat(style.borderLeftWidth) - parseFloat(style.paddingLeft),
    y: inside.y - parseFloat(style.borderTopWidth) - parseFloat(style.paddingTop)
  };
}

// The size of the viewport without scroll bars. A page that is zoomed out to its least scale shows more than its root's
// client size; a page that is zoomed in shows less at a time.
function documentView() {
  const root = documentPart(documentPart('compatMode') === 'BackCompat' ? 'body' : 'documentElement');
  return {
    width: Math.min(
        innerWidth,
        Math.max(root === null ? 0 : elementPart(root, 'clientWidth'), visualViewport?.width ?? 0) || innerWidth),
    height: Math.min(
        innerHeight,
        Math.max(root === null ? 0 : elementPart(root, 'clientHeight'), visualViewport?.height ?? 0) || innerHeight)
  };
}

function isShownPoint({x, y}) {
  const {width, height} = documentView();
  return x >= 0 && y >= 0 && x < width && y < height;
}

// Scrolls this document so that the point is in the middle of what is shown.
function scrollToPoint({x, y}) {
  const {width, height} = documentView();
  scrollBy({left: x - width / 2, top: y - height / 2, behavior: /** @type {any} */ ('instant')});
}

// → null, or the viewport's size if the point is outside of the viewport; a pointer also reaches its scroll bars
function outsideOfViewport(x, y) {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? null : `${innerWidth} \u00d7 ${innerHeight} pixels`;
}

expose({outsideOfViewport});
