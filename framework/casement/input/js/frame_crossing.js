// Converts a point from a frame's viewport into the viewport of its owner's document, and back.

// Finds a point of a child frame in this document, and whether a pointer there reaches the frame. Scrolls the point
// into the viewport if necessary, because a script in a frame of another process cannot do that.
// → {x, y, by: markup of what covers the point, or null, moved: whether something was scrolled, step: offsets here of a
// pixel to the right and a pixel down in the frame, scale: how large the page is shown} | null if the owner has gone
async function pointThroughOwner(ref, x, y) {
  const owner = elementOf(ref);
  if (owner === null) return null;
  const before = boxKey(owner);
  let there = pointThrough(owner, x, y);
  if (!isShownPoint(there)) {
    callElement(owner, 'scrollIntoView', {block: 'center', inline: 'center', behavior: 'instant'});
    there = pointThrough(owner, x, y);
    if (!isShownPoint(there)) scrollToPoint(there);
    if (boxKey(owner) !== before) await settleBox(owner, true);
    there = pointThrough(owner, x, y);
  }
  const moved = boxKey(owner) !== before;
  const right = pointThrough(owner, x + 1, y), below = pointThrough(owner, x, y + 1);
  const step = [right.x - there.x, right.y - there.y, below.x - there.x, below.y - there.y];
  const crossing = {...there, moved, step, scale: visualViewport?.scale ?? 1};
  const hit = elementAt(there.x, there.y);
  if (hit === null) return {...crossing, by: 'nothing: the point is outside of the viewport'};
  return {...crossing, by: composedContains(owner, hit) ? null : coverOf(hit, owner)};
}

// Returns what pointThroughOwner returns, for all points at once and without checking any: {x, y: the frame's own 0, 0,
// step, scale, width and height of this viewport} | null if there is no such transform, or the owner has gone
function ownerTransform(ref) {
  const owner = elementOf(ref);
  if (owner === null || !linearPartOf(owner).isPlane) return null;
  const there = pointThrough(owner, 0, 0), right = pointThrough(owner, 1, 0), below = pointThrough(owner, 0, 1);
  const step = [right.x - there.x, right.y - there.y, below.x - there.x, below.y - there.y];
  return {...there, step, scale: visualViewport?.scale ?? 1, ...documentView()};
}

// Returns the frame at a point of this document: {ref: of its owner, x, y: the point in the frame}, or null.
function ownerAt(x, y) {
  const hit = elementAt(x, y);
  if (hit === null || !isFrameOwner(hit)) return null;
  return {ref: refOf(hit), ...pointWithin(hit, x, y)};
}

// Converts `points` [[x, y]…] of the frame that the element `ref` holds into this document's viewport.
// → {points, quad: of the frame's content box} | null if the owner has gone
function mapThrough(ref, points) {
  const owner = elementOf(ref);
  if (owner === null) return null;
  const style = getComputedStyle(owner);
  const width = elementPart(owner, 'clientWidth') - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const height = elementPart(owner, 'clientHeight') - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  const map = ([x, y]) => {
    const there = pointThrough(owner, x, y);
    return [there.x, there.y];
  };
  return {points: points.map(map), quad: [[0, 0], [width, 0], [width, height], [0, height]].map(map)};
}

expose({pointThroughOwner, ownerTransform, ownerAt, mapThrough});
