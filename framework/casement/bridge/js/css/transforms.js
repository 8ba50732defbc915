// Computes the CSS transforms of an element and those around it (CSS Transforms 2 §5 individual properties, §6 current
// matrix) and the zoom (CSS Viewport 1 §4).

// Returns the transform from the element's layout to the viewport, without the shift: [a, b, c, d] as in a CSS
// matrix(). If `isPlane` is false, the matrix is incomplete, because something is in perspective, is turned into the
// page or follows a path (CSS Transforms 2 §3, Motion Path 1 §2).
function linearPartOf(element) {
  if (isStandIn(element)) return {linear: [1, 0, 0, 1], isPlane: true};
  let linear = new DOMMatrix();
  let isPlane = true;
  for (let at = element; at !== null; at = parentOf(at)) {
    const {transform, rotate, scale, perspective, offsetPath} = getComputedStyle(at);
    if (perspective !== 'none' || offsetPath !== 'none') isPlane = false;
    const own = [];
    if (rotate !== 'none') own.push(rotateFunction(rotate.split(' ')));
    if (scale !== 'none') own.push(scaleFunction(scale.split(' ')));
    if (transform !== 'none') own.push(transform);
    if (own.length === 0) continue;
    const {m11, m12, m21, m22, is2D} = new DOMMatrix(own.join(' '));
    if (!is2D) isPlane = false;
    linear = new DOMMatrix([m11, m12, m21, m22, 0, 0]).multiply(linear);
  }
  const zoom = elementPart(element, 'currentCSSZoom') ?? 1;
  return {linear: [linear.a * zoom, linear.b * zoom, linear.c * zoom, linear.d * zoom], isPlane};
}

// "30deg", "x 30deg" or "1 0 0 30deg".
function rotateFunction(words) {
  if (words.length === 1) return `rotate(${words[0]})`;
  return words.length === 2 ? `rotate${words[0].toUpperCase()}(${words[1]})` : `rotate3d(${words.join(',')})`;
}

// "0.9", "1 2" or "1 2 3".
/** @param {string[]} scales */
function scaleFunction([x, y = x, z]) { return z === undefined ? `scale(${x},${y})` : `scale3d(${x},${y},${z})`; }
