// Finds a point that can be clicked if the middle of an element's box is no part of the element: text in perspective, a
// ring, a path, the rest after a clip-path. Chrome's own hit test lists the elements at each point, also those that
// others cover (CSSOM View 1 §5, elementsFromPoint). Used only after the middle has missed.

// Number of parts that each side of a box is divided into.
const gridParts = 16;

function isPartOf(element, {x, y}) {
  if (isStandIn(element)) return true;  // nothing but its box is known
  return rootOf(element).elementsFromPoint(x, y).some(one => composedContains(element, one));
}

// Returns the point that the viewport shows and that is part of `element`, nearest to the middle of its first box with
// such a point; null if the missed point is such a point already, or there is none. `lands` is for an element that
// contains others which take a press, such as a label: whether a press at a point passes them; null for other elements.
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

// Points on a line that is thinner than the distance between points of a box (SVG 2 §9, SVGGeometryElement).
function pointsOnPath(element) {
  if (!(element instanceof SVGGeometryElement)) return [];
  const matrix = element.getScreenCTM(), length = element.getTotalLength();
  return Array.from(
      {length: gridParts},
      (_, index) => element.getPointAtLength(length * (index + 0.5) / gridParts).matrixTransform(matrix));
}
