// Owns the way of a point from a frame's viewport into that of its owner's document, and back.

// Where a point of a child frame is in this document, and whether a pointer there reaches the frame. A point that the
// viewport does not show is scrolled into it: in a frame of another process a script cannot do that from inside.
// → {x, y, by: markup of what covers it, or null, moved: whether something was scrolled, step: what a pixel to the
// right and one down are here, scale: how large the page is shown} | null when the owner is gone
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
  return {...crossing, by: composedContains(owner, hit) ? null : markupOf(hit)};
}

// What pointThroughOwner says of every point at once, and looks at none: {x, y: where the frame's own 0, 0 is, step,
// scale, width and height of this viewport} | null where that cannot be said, or the owner is gone
function ownerTransform(ref) {
  const owner = elementOf(ref);
  if (owner === null || !linearPartOf(owner).isPlane) return null;
  const there = pointThrough(owner, 0, 0), right = pointThrough(owner, 1, 0), below = pointThrough(owner, 0, 1);
  const step = [right.x - there.x, right.y - there.y, below.x - there.x, below.y - there.y];
  return {...there, step, scale: visualViewport?.scale ?? 1, ...documentView()};
}

// The frame that a point of this document is in: {ref: of its owner, x, y: the point in it}, or null.
function ownerAt(x, y) {
  const hit = elementAt(x, y);
  if (hit === null || !isFrameOwner(hit)) return null;
  return {ref: refOf(hit), ...pointWithin(hit, x, y)};
}

// `points` [[x, y]…] of the frame that the element `ref` holds, in this document's viewport, and the quad of its
// content box → {points, quad} | null where the owner is gone
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
