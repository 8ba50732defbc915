// Owns the way of a point from an element's own box to the viewport of its document, through CSS transforms (CSS
// Transforms 2 §5 individual properties, §6 current matrix) and zoom (CSS Viewport 1 §4). Perspective is not heeded.

// What stands between the element's layout and the viewport, without the shift: [a, b, c, d] as in a CSS matrix().
function linearPartOf(element) {
  let linear = new DOMMatrix();
  for (let at = element; at !== null; at = parentOf(at)) {
    const { transform, rotate, scale } = getComputedStyle(at);
    const own = [];
    if (rotate !== 'none') own.push(rotateFunction(rotate.split(' ')));
    if (scale !== 'none') own.push(scaleFunction(scale.split(' ')));
    if (transform !== 'none') own.push(transform);
    if (own.length === 0) continue;
    const { m11, m12, m21, m22 } = new DOMMatrix(own.join(' '));
    linear = new DOMMatrix([m11, m12, m21, m22, 0, 0]).multiply(linear);
  }
  const zoom = element.currentCSSZoom ?? 1;
  return [linear.a * zoom, linear.b * zoom, linear.c * zoom, linear.d * zoom];
}

// "30deg", "x 30deg" or "1 0 0 30deg".
function rotateFunction(words) {
  if (words.length === 1) return `rotate(${words[0]})`;
  return words.length === 2 ? `rotate${words[0].toUpperCase()}(${words[1]})` : `rotate3d(${words.join(',')})`;
}

// "0.9", "1 2" or "1 2 3".
function scaleFunction([x, y = x, z = 1]) {
  return `scale3d(${x},${y},${z})`;
}

// The size of the element's border box before all transforms, in its own CSS pixels.
function layoutSizeOf(element) {
  if (element.offsetWidth !== undefined) return { width: element.offsetWidth, height: element.offsetHeight };
  const box = element.getBoundingClientRect();
  const zoom = element.currentCSSZoom ?? 1;
  return { width: box.width / zoom, height: box.height / zoom };
}

// Where a point of the element's border box, counted from its top left corner in the element's own CSS pixels, is in
// the viewport. The middle of a box stays the middle of what a transform makes of it.
function pointOfBox(element, x, y) {
  const box = element.getBoundingClientRect();
  const [a, b, c, d] = linearPartOf(element);
  // Layout sizes are rounded; where nothing turns the box, it says the exact one itself.
  const size = b === 0 && c === 0 && a > 0 && d > 0 ? { width: box.width / a, height: box.height / d } : layoutSizeOf(element);
  const dx = x - size.width / 2, dy = y - size.height / 2;
  return { x: box.left + box.width / 2 + a * dx + c * dy, y: box.top + box.height / 2 + b * dx + d * dy };
}

// Where points of a frame's own viewport are in the viewport of its owner's document.
function pointThrough(owner, x, y) {
  const style = getComputedStyle(owner);
  return pointOfBox(owner, parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft) + x,
    parseFloat(style.borderTopWidth) + parseFloat(style.paddingTop) + y);
}

// `points` [[x, y]…] of the frame that the element `ref` holds, in this document's viewport, and the quad of its
// content box → {points, quad} | null where the owner is gone
function mapThrough(ref, points) {
  const owner = elementOf(ref);
  if (owner === null) return null;
  const style = getComputedStyle(owner);
  const width = owner.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const height = owner.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  const map = ([x, y]) => { const there = pointThrough(owner, x, y); return [there.x, there.y]; };
  return { points: points.map(map), quad: [[0, 0], [width, 0], [width, height], [0, height]].map(map) };
}
