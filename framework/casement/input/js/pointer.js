// Finds the point at which a pointer reaches an element, and what the pointer would reach there. All coordinates are
// CSS pixels in the viewport of this document's frame.

// The part of the element's first non-empty box that the viewport shows, or null.
function shownBox(element) {
  const {width, height} = documentView();
  for (const box of drawnBoxesOf(element)) {
    if (box.width === 0 || box.height === 0) continue;
    const left = Math.max(box.left, 0), right = Math.min(box.right, width);
    const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, height);
    if (right > left && bottom > top) return {left, right, top, bottom};
  }
  return null;
}

// Scrolls the element into view and finds a point at which a pointer reaches it: its middle, or `checks.position` in
// its box; another point if the middle is no part of the element. With `checks.force`, only finds where the element is.
// → {state: 'ready', x, y, atRest: nothing was scrolled or waited for, painted: an application draws it} | {state:
// 'gone'} | {state: 'focused', change?} for a press on a text box of which nothing can be seen | {state: 'obstacle',
// why, final?} | {state: 'covered', by}
async function findHitPoint(ref, checks) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return {state: 'gone'};
  if (!checks.again) beginOutcome(element);
  if (isStandIn(element)) await standInKindOf(element).locate(element);
  const isUnseen = checks.presses && !checks.force && isTypedUnseen(element) && pointedAtFor(element) === element;
  if (isUnseen && !isHitInItsMiddle(element)) return focusUnseen(element, checks);
  const why = checks.force ? null : obstacleOf(element, {...checks, unseen: isUnseen});
  if (why !== null) return {state: 'obstacle', why};
  const unreached = isStandIn(element) && !checks.force ? standInKindOf(element).obstacle(element) : null;
  if (unreached !== null) return {state: 'obstacle', why: unreached};
  const pointedAt = pointedAtFor(element);
  const closedList = checks.force ? null : closedListOf(element);
  if (closedList !== null)
    return {
      state: 'obstacle',
      why: 'is in a closed list; use `select` to choose it',
      final: !isPickerDrawn(closedList)
    };
  const misplaced = checks.position && outsideOf(pointedAt, checks.position);
  if (misplaced) return {state: 'obstacle', why: misplaced, final: true};
  let covered = null, missed = null, atRest = true;
  // If a sticky header or footer covers the element in one position, another position may be free.
  for (const block of [null, 'center', 'end', 'start']) {
    const before = boxKey(pointedAt);
    if (block === null) {
      if (!isInView(pointedAt)) continue;
    } else {
      bringIntoView(pointedAt, block, checks.position);
      if (isStandIn(element)) await standInKindOf(element).locate(element);
      atRest = false;
    }
    if (!checks.force && await settleBox(pointedAt, boxKey(pointedAt) !== before)) atRest = false;
    if (!isConnectedDeep(element)) return {state: 'gone'};
    const middle = pointInView(pointedAt, checks.position);
    if (middle === null) continue;
    if (checks.force) return {state: 'ready', ...middle};
    const isHit = point => {
      covered = elementAt(point.x, point.y);
      return covered !== null && reaches(covered, element, pointedAt);
    };
    let point = isHit(middle) ? middle : null;
    if (point === null && !checks.position) {
      const inMiddle = covered;
      const holdsOthers = pointedAt !== element || localNameOf(element) === 'optgroup';
      const other = findClickablePoint(pointedAt, middle, holdsOthers ? isHit : null);
      if (other !== null && isHit(other)) point = other;
      else if (holdsOthers) covered = inMiddle;
    }
    missed = middle;
    if (point === null) continue;
    if (checks.move) startMoveCheck(element, pointedAt);
    return {state: 'ready', ...point, atRest, painted: isPainted(element)};
  }
  if (covered !== null) {
    const clipper = isPartOf(pointedAt, missed) ? null : clipperOf(pointedAt);
    if (clipper === null && pointedAt !== element && composedContains(pointedAt, covered)) {
      return {
        state: 'obstacle',
        why: `can be pressed only through its label, and ${coverOf(covered, pointedAt)} intercepts the press`
      };
    }
    if (clipper === null)
      return {state: 'covered', by: coverOf(covered, pointedAt), text: textOfSameControl(covered, pointedAt)};
    return {
      state: 'obstacle',
      why: `is outside the visible part of ${markupOf(clipper)} and cannot be scrolled into view`
    };
  }
  return {state: 'obstacle', why: 'is outside the viewport and cannot be scrolled into view'};
}

// A list whose options the page draws may be opened later (CSS Forms 1, appearance: base-select).
const mostLevelsOfAControl = 4;

// The text of a cover that is a part of the covered element's own control, such as the placeholder over the input of a
// combobox; "" for any other cover. Such controls take presses everywhere.
function textOfSameControl(cover, covered) {
  const isCombobox = roleOf(covered) === 'combobox';
  let around = parentOf(covered);
  for (let level = 0; level < mostLevelsOfAControl && around !== null; ++level, around = parentOf(around)) {
    if (!composedContains(around, cover)) continue;
    const text = normalised(textOf(cover));
    return text.length <= 40 && (isCombobox || liveStyleOf(around).cursor === 'pointer') ? text : '';
  }
  return '';
}

function isPickerDrawn(select) { return getComputedStyle(select).appearance === 'base-select'; }

// Same as findHitPoint, called with the search for the element, for a case without any wait: the element is in view,
// nothing moves, and its middle is reached. Otherwise returns null, and findHitPoint is called with all the time it
// needs.
function findHitPointAtOnce(ref, checks) {
  const element = elementOf(ref);
  if (element === null || checks.force || isStandIn(element) || isTypedUnseen(element)) return null;
  if (document.getAnimations().some(animation => animation.playState === 'running')) return null;
  if (obstacleOf(element, checks) !== null || closedListOf(element) !== null) return null;
  const pointedAt = pointedAtFor(element);
  if (checks.position && outsideOf(pointedAt, checks.position)) return null;
  if (!isInView(pointedAt)) return null;
  const point = pointInView(pointedAt, checks.position);
  if (point === null) return null;
  const hit = elementAt(point.x, point.y);
  if (hit === null || !reaches(hit, element, pointedAt)) return null;
  beginOutcome(element);
  return {state: 'ready', ...point, atRest: true};
}

// A text box that is a pixel wide can be pressed like any other if nothing is drawn over it.
function isHitInItsMiddle(element) {
  const middle = () => {
    const {left, right, top, bottom} = boxOf(element);
    return {x: (left + right) / 2, y: (top + bottom) / 2};
  };
  const {width, height} = boxOf(element), around = parentOf(element);
  if (width === 0 || height === 0) return false;
  if (!isShownPoint(middle()) && around !== null && nodeTypeOf(around) === 1) bringIntoView(around, 'center');
  const {x, y} = middle(), hit = elementAt(x, y);
  return hit !== null && reaches(hit, element, element);
}

// A click on what an editor draws only moves the focus to its unseen text box, so this moves the focus.
function focusUnseen(element, checks) {
  const why = obstacleOf(element, {...checks, editable: true});
  if (why !== null) return {state: 'obstacle', why};
  if (checks.trial) return {state: 'focused'};
  takeFocus(element);
  return hasFocusWithin(element) ? {state: 'focused', change: endOutcome()} :
                                   {state: 'obstacle', why: 'cannot be focused'};
}

// Returns the nearest element around that clips its content (CSS Overflow 3 §3) and shows nothing of this element.
function clipperOf(element) {
  const root = documentPart('documentElement'), body = documentPart('body'), own = boxOf(element);
  for (let around = parentOf(element); around !== null; around = parentOf(around)) {
    if (around === root || around === body) return null;  // clipped by the viewport
    const {overflowX, overflowY} = getComputedStyle(around), box = boxOf(around);
    if (overflowX !== 'visible' && (own.right <= box.left || own.left >= box.right)) return around;
    if (overflowY !== 'visible' && (own.bottom <= box.top || own.top >= box.bottom)) return around;
  }
  return null;
}

function outsideOf(element, {x, y}) {
  const {width, height} = layoutSizeOf(element);
  if (x >= 0 && y >= 0 && x < width && y < height) return null;
  return `is ${width} \u00d7 ${height} pixels, and ${x}, ${y} is outside`;
}

// Returns the element itself if it has a box. For `display: contents`, returns something in or around it to scroll to.
function boxedPartOf(element) {
  if (isStandIn(element)) return standInKindOf(element).scrolledFor(element);
  return hasBox(element) ? element : elementsBelow(element).find(hasBox) ?? parentOf(element) ?? element;
}

function bringIntoView(element, block, position) {
  callElement(boxedPartOf(element), 'scrollIntoView', {block, inline: 'center', behavior: 'instant'});
  if (!position) return;
  const point = pointOfBox(element, position.x, position.y);
  if (!isShownPoint(point)) scrollToPoint(point);
}

// Returns the point in the viewport, or null if the viewport does not show the point.
function pointInView(element, position) {
  if (position) {
    const point = pointOfBox(element, position.x, position.y);
    return isShownPoint(point) ? point : null;
  }
  const middle = middleInSpace(element);
  if (middle !== null && isShownPoint(middle)) return middle;
  const box = shownBox(element);
  return box === null ? null : {x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2};
}

function isInView(element) {
  const box = boxOf(element);
  const {width, height} = documentView();
  return box.top >= 0 && box.left >= 0 && box.bottom <= height && box.right <= width;
}

// Scrolls the element into the middle of every viewport around it that a script of this document can scroll.
// → null, or why that is impossible
function showElement(ref) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return 'gone';
  const why = obstacleOf(element, {visible: true});
  beginOutcome(element);
  if (why === null)
    callElement(
        boxedPartOf(pointedAtFor(element)), 'scrollIntoView', {block: 'center', inline: 'center', behavior: 'instant'});
  return why;
}

// Shows the element and waits until it stands still, for a picture. → {state: 'ready', corners} | as for findHitPoint
async function boxToPicture(ref) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return {state: 'gone'};
  const why = obstacleOf(element, {visible: true});
  if (why !== null) return {state: 'obstacle', why};
  if (isStandIn(element)) await standInKindOf(element).locate(element);
  const before = boxKey(element);
  if (!isInView(element))
    callElement(boxedPartOf(element), 'scrollIntoView', {block: 'nearest', inline: 'nearest', behavior: 'instant'});
  await settleBox(element, boxKey(element) !== before);
  if (isStandIn(element)) await standInKindOf(element).locate(element);
  // A frame of another process draws in its own time, so content that has just come into view may not be there yet.
  if (parent !== self)
    for (let frames = 0; frames < 2; ++frames) await nextFrame();
  const {left, top, right, bottom} = boxOf(element);
  return {state: 'ready', corners: [[left, top], [right, bottom]]};
}

expose({findHitPoint, findHitPointAtOnce, showElement, boxToPicture});
