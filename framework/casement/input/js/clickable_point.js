// Owns finding a point that can be clicked where the middle of an element's box is no part of the element: text in
// perspective, a ring, a path, what a clip-path leaves. Chrome's own hit test says what is at each point, under
// whatever covers it (CSSOM View 1 §5, elementsFromPoint). Used only after the middle has missed.

// Into how many parts each side of a box is cut.
const gridParts = 16;

function isPartOf(element, {x, y}) {
  if (isStandIn(element)) return true;  // its box is all that is known of it
  return rootOf(element).elementsFromPoint(x, y).some(one => composedContains(element, one));
}

// A point that the viewport shows and that is part of `element`, the nearest to the middle of its first box that has
// any; null if the missed point is one already, or there is none. `lands`: for an element that holds others which keep
// a press, such as a label, whether a press at a point passes them; null for any other element.
function findClickablePoint(element, missed, lands) {
  if (!takesPointer(element) || (lands === null && isPartOf(element, missed))) return null;
  for (const box of drawnBoxesOf(element)) {
    const points = [];
    for (let row = 0.5; row < gridParts; ++row) {
      for (let column = 0.5; column < gridParts; ++column) {
        points.push({x: box.left + box.width * column / gridParts, y: box.top + box.height * row / gridParts});
      }
    }
    const distance = ({x, y}) => Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2);
    points.sort((a, b) => distance(a) - distance(b)).push(...pointsOnPath(element));
    const found =
        points.find(point => isShownPoint(point) && isPartOf(element, point) && (lands === null || lands(point)));
    if (found !== undefined) return found;
  }
  return null;
}

// Of a line that is thinner than the points of a box are apart (SVG 2 §9, SVGGeometryElement).
function pointsOnPath(element) {
  if (!(element instanceof SVGGeometryElement)) return [];
  const matrix = element.getScreenCTM(), length = element.getTotalLength();
  return Array.from(
      {length: gridParts},
      (_, index) => element.getPointAtLength(length * (index + 0.5) / gridParts).matrixTransform(matrix));
}
