// Owns where a pointer has to go to reach an element, and what it would reach there. All coordinates are CSS pixels in
// the viewport of this document's frame.

// Before the begin of the document, where no scrolling goes (CSSOM View 1 §2, scrolling area).
function isBeforeDocument(box) {
  if (box.right > 0 && box.bottom > 0) return false;
  const { scrollWidth, clientWidth } = documentPart('documentElement');
  const isRightToLeft = getComputedStyle(documentPart('documentElement')).direction === 'rtl';
  const left = (isRightToLeft ? clientWidth - scrollWidth : 0) - scrollX;
  return box.right <= left || box.bottom <= -scrollY;
}

// A native control that is drawn by something else: nobody could hit its own box.
function isDrawnByOther(element) {
  if (!/^(input|select|button)$/.test(element.localName)) return false;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  return box.width <= 1 || box.height <= 1 || isBeforeDocument(box) || style.opacity === '0' || style.clip !== 'auto' ||
    style.clipPath !== 'none' || style.pointerEvents === 'none';
}

// The element that a person would point at to reach `element`.
function pointedAtFor(element) {
  if (element.localName === 'option' || element.localName === 'optgroup') return element.closest('select') ?? element;
  if (!isDrawnByOther(element)) return element;
  const labels = [...(element.labels ?? [])].filter(one => isVisible(one) && takesPointer(one));
  const own = labels.find(one => composedContains(one, element)) ?? faceOf(element) ?? labels[0];
  return own ?? (isVisible(element) && takesPointer(element) ? element : componentOf(element) ?? element);
}

// What is drawn in the place of a checkbox or radio button that has no area: the nearest element around it with a box, where
// it is the one control in there and something stands beside it. A person points at that rather than at its label, which
// may stand anywhere.
function faceOf(element) {
  if (element.localName !== 'input' || !/^(checkbox|radio)$/.test(element.type) || isVisible(element)) return null;
  for (let around = parentOf(element), levels = 0; around !== null && levels < mostFaceLevels; around = parentOf(around), ++levels) {
    if (nodeTypeOf(around) !== 1) return null;
    if (!isVisible(around)) continue;
    const inside = elementsBelow(around);
    const isAlone = !inside.some(one => one !== element && matchesSelector(one, `label,${controlSelector}`));
    return isAlone && takesPointer(around) && inside.some(one => isVisible(one)) ? around : null;
  }
  return null;
}
const mostFaceLevels = 3;

// Whether a person is shown the element, or what stands for it.
function hasVisibleFace(element) {
  if (isVisible(element)) return true;
  if (element.localName !== 'input' || !isSeen(element) || !/^(checkbox|radio)$/.test(element.type)) return false;
  const pointedAt = pointedAtFor(element);
  return pointedAt !== element && isVisible(pointedAt);
}

function takesPointer(element) {
  return getComputedStyle(element).pointerEvents !== 'none';
}

// A text, or a box to type in, that is no target of pointer events (CSS Basic UI 4 §6.1, pointer-events: none): what a
// person points at is it, what gets the click is an element around it, and meant to. A button of that kind is switched off.
function leavesPointerToOthers(element) {
  if (takesPointer(element) || pressedRoles.has(roleOf(element))) return false;
  return isTextBox(element) || normalised(textOf(element)) !== '';
}
// The page as a whole is no place to click for what stands in it.
function standsIn(element, hit) {
  return hit !== documentPart('body') && hit !== documentPart('documentElement') && composedContains(hit, element);
}

// What a component draws in front of its text box, such as the value that was chosen: beside it, and no control itself.
function isDrawnBeside(textBox, hit) {
  if (!isTextBox(textBox)) return false;
  const around = parentOf(textBox);
  for (let at = hit; at !== null && !matchesSelector(at, controlSelector); at = parentOf(at)) if (at === around) return true;
  return false;
}
const pressedRoles = new Set(['button', 'checkbox', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio',
  'slider', 'switch', 'tab', 'treeitem']);

// The component that a native checkbox or radio button is the one control of: it draws it, and it switches it.
function componentOf(element) {
  if (element.localName !== 'input' || !/^(checkbox|radio)$/.test(element.type)) return null;
  if (!isDrawnByOther(element) && getComputedStyle(element).appearance !== 'none') return null;
  const root = rootOf(element);
  return nodeTypeOf(root) === 11 && root.host !== undefined && allMatching(root, controlSelector).length === 1 ? root.host : null;
}

const controlSelector = 'a[href],button,input,select,textarea';

// Whether an event at `hit` is an event for `element`: on it, in it, on the label that passes it on, or on what its
// component draws for it.
function reaches(hit, element, pointedAt) {
  if (composedContains(element, hit) || composedContains(pointedAt, hit)) return true;
  if (leavesPointerToOthers(pointedAt) && (standsIn(pointedAt, hit) || isDrawnBeside(pointedAt, hit))) return true;
  const component = componentOf(element);
  let isOther = false;
  for (let at = hit; at !== null; at = parentOf(at)) {
    if (at.localName === 'label' && at.control === element) return true;
    if (at === component) return !isOther;
    isOther ||= matchesSelector(at, controlSelector);
  }
  return false;
}

// The part of the element's first non-empty box that the viewport shows, or null.
function shownBox(element) {
  for (const box of element.getClientRects()) {
    if (box.width === 0 || box.height === 0) continue;
    const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
    const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
    if (right > left && bottom > top) return { left, right, top, bottom };
  }
  return null;
}

function boxKey(element) {
  const box = element.getBoundingClientRect();
  return `${box.x},${box.y},${box.width},${box.height}`;
}

// How long a frame is waited for where something is animated, in ms. A busy machine drops many in a row, and a box that
// was not drawn anew in between is no box at rest; a frame out of sight draws none at all.
const longestFrame = 1000;

// Resolves once the element has had the same box in two consecutive animation frames. Where nothing is animated, and
// nothing has just been scrolled, it has it already.
// → whether that took time
async function settleBox(element, moved) {
  const running = document.getAnimations().filter(animation => animation.playState === 'running');
  const isAnimated = running.length > 0;
  if (!isAnimated && !moved) return false;
  // One that is about to start stands still until the compositor has taken it (Web Animations 1 §4.4.7, pending).
  const pending = running.filter(animation => animation.pending).map(animation => animation.ready);
  if (pending.length > 0) await atMost(longestFrame, Promise.allSettled(pending));
  const { timeline } = document;
  let before = boxKey(element);
  let time = timeline.currentTime;
  for (let frames = 0; frames < 300; ++frames) {
    const isFrame = await nextFrame(isAnimated && !document.hidden ? longestFrame : undefined);
    const after = boxKey(element);
    // On a busy machine a frame may come in which an animation is where it was in the last: it shows nothing. Its time
    // is then the same, or rounded to another fraction of a millisecond.
    const isLater = !isAnimated || !isFrame || Math.abs(timeline.currentTime - time) >= 1;
    if (after === before && isLater) return true;
    before = after;
    time = timeline.currentTime;
  }
  return true;
}

function takesNoAction(element) {
  return statesOf(element, roleOf(element)).includes('disabled');
}

function isEditable(element) {
  if (isRichText(element)) return true;
  if (!/^(input|textarea|select)$/.test(element.localName)) return false;
  return !element.readOnly && element.getAttribute('aria-readonly') !== 'true';
}

// What keeps the element from an action that needs `checks` ({visible, enabled, editable}), or null.
function obstacleOf(element, checks) {
  const pointedAt = pointedAtFor(element);
  const isUnseen = () => !isVisible(pointedAt) && !(checks.editable && isTypedUnseen(element));
  if (checks.visible && (isHiddenForAll(pointedAt) || isUnseen())) return 'is not visible';
  if (checks.enabled && takesNoAction(element)) return 'is disabled';
  if (checks.editable && !isEditable(element)) {
    return element.readOnly || element.getAttribute('aria-readonly') === 'true' ? 'is read-only' : 'cannot be edited';
  }
  return null;
}

// Scrolls the element into view and finds a point where a pointer reaches it: its middle, or `checks.position` in its
// box; another where the middle is no part of it. With `checks.force` nothing is asked but where it is.
// → {state: 'ready', x, y, atRest: nothing was scrolled or waited for} | {state: 'gone'} |
// {state: 'focused', change?: told} for a press on a text box that nothing is seen of | {state: 'obstacle', why, final?} |
// {state: 'covered', by}
async function aim(ref, checks) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return { state: 'gone' };
  if (!checks.again) beginOutcome(element);
  if (checks.presses && !checks.force && isTypedUnseen(element) && pointedAtFor(element) === element) return focusUnseen(element, checks);
  const why = checks.force ? null : obstacleOf(element, checks);
  if (why !== null) return { state: 'obstacle', why };
  const pointedAt = pointedAtFor(element);
  const misplaced = checks.position && outsideOf(pointedAt, checks.position);
  if (misplaced) return { state: 'obstacle', why: misplaced, final: true };
  let covered = null, missed = null, atRest = true;
  // Where a sticky header or footer covers it in one position, another may be free.
  for (const block of [null, 'center', 'end', 'start']) {
    const before = boxKey(pointedAt);
    if (block !== null) bringIntoView(pointedAt, block, checks.position);
    else if (!isInView(pointedAt)) continue;
    if (block !== null) atRest = false;
    if (!checks.force && await settleBox(pointedAt, boxKey(pointedAt) !== before)) atRest = false;
    if (!element.isConnected) return { state: 'gone' };
    const middle = pointToAimAt(pointedAt, checks.position);
    if (middle === null) continue;
    if (checks.force) return { state: 'ready', ...middle };
    const isHit = point => {
      covered = elementAt(point.x, point.y);
      return covered !== null && reaches(covered, element, pointedAt);
    };
    let point = isHit(middle) ? middle : null;
    if (point === null && !checks.position) {
      const foothold = footholdOf(pointedAt, middle);
      if (foothold !== null && isHit(foothold)) point = foothold;
    }
    missed = middle;
    if (point === null) continue;
    if (checks.move) watchMove(element, pointedAt);
    return { state: 'ready', ...point, atRest };
  }
  if (covered !== null) {
    const clipper = isPartOf(pointedAt, missed) ? null : clipperOf(pointedAt);
    if (clipper === null) return { state: 'covered', by: markupOf(covered) };
    return { state: 'obstacle', why: `is outside of what ${markupOf(clipper)} shows and cannot be scrolled into it` };
  }
  return { state: 'obstacle', why: 'is outside of the viewport and cannot be scrolled into it' };
}

// A click on what an editor draws ends with the focus in its unseen text box; there is no more to it.
function focusUnseen(element, checks) {
  const why = obstacleOf(element, { ...checks, editable: true });
  if (why !== null) return { state: 'obstacle', why };
  if (checks.trial) return { state: 'focused' };
  takeFocus(element);
  return hasFocusWithin(element) ? { state: 'focused', change: endOutcome() } : { state: 'obstacle', why: 'takes no focus' };
}

// The element around that shows what is in it within its own box only (CSS Overflow 3 §3), and nothing of this one.
function clipperOf(element) {
  const root = documentPart('documentElement'), body = documentPart('body'), own = element.getBoundingClientRect();
  for (let around = parentOf(element); around !== null; around = parentOf(around)) {
    if (around === root || around === body) return null;  // the viewport's own
    const { overflowX, overflowY } = getComputedStyle(around), box = around.getBoundingClientRect();
    if (overflowX !== 'visible' && (own.right <= box.left || own.left >= box.right)) return around;
    if (overflowY !== 'visible' && (own.bottom <= box.top || own.top >= box.bottom)) return around;
  }
  return null;
}

function outsideOf(element, { x, y }) {
  const { width, height } = layoutSizeOf(element);
  if (x >= 0 && y >= 0 && x < width && y < height) return null;
  return `is ${width} \u00d7 ${height} pixels, and ${x}, ${y} is outside of it`;
}

function isShownPoint({ x, y }) {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}

// → null, or what the viewport is where it does not show the point
function outsideOfViewport(x, y) {
  return isShownPoint({ x, y }) ? null : `${innerWidth} \u00d7 ${innerHeight} pixels`;
}

function bringIntoView(element, block, position) {
  element.scrollIntoView({ block, inline: 'center', behavior: 'instant' });
  if (!position) return;
  const point = pointOfBox(element, position.x, position.y);
  if (!isShownPoint(point)) scrollBy({ left: point.x - innerWidth / 2, top: point.y - innerHeight / 2, behavior: 'instant' });
}

// The point in the viewport, or null where the viewport does not show it.
function pointToAimAt(element, position) {
  if (position) {
    const point = pointOfBox(element, position.x, position.y);
    return isShownPoint(point) ? point : null;
  }
  const middle = middleInSpace(element);
  if (middle !== null && isShownPoint(middle)) return middle;
  const box = shownBox(element);
  return box === null ? null : { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

function isInView(element) {
  const box = element.getBoundingClientRect();
  return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
}

// Where a point of a child frame is in this document, and whether a pointer there reaches the frame. A point that the
// viewport does not show is scrolled into it: in a frame of another process a script cannot do that from inside.
// → {x, y, by: markup of what covers it, or null, moved: whether something was scrolled, step: what a pixel to the right
// and one down are here, scale: how large the page is shown} | null when the owner is gone
async function throughOwner(ref, x, y) {
  const owner = elementOf(ref);
  if (owner === null) return null;
  const before = boxKey(owner);
  let there = pointThrough(owner, x, y);
  if (!isShownPoint(there)) {
    owner.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    there = pointThrough(owner, x, y);
    if (!isShownPoint(there)) scrollBy({ left: there.x - innerWidth / 2, top: there.y - innerHeight / 2, behavior: 'instant' });
    if (boxKey(owner) !== before) await settleBox(owner, true);
    there = pointThrough(owner, x, y);
  }
  const moved = boxKey(owner) !== before;
  const right = pointThrough(owner, x + 1, y), below = pointThrough(owner, x, y + 1);
  const step = [right.x - there.x, right.y - there.y, below.x - there.x, below.y - there.y];
  const way = { ...there, moved, step, scale: visualViewport?.scale ?? 1 };
  const hit = elementAt(there.x, there.y);
  if (hit === null) return { ...way, by: 'nothing: the point is outside of the viewport' };
  return { ...way, by: composedContains(owner, hit) ? null : markupOf(hit) };
}

// What throughOwner says of every point at once, and looks at none: {x, y: where the frame's own 0, 0 is, step, scale,
// width and height of this viewport} | null where that cannot be said, or the owner is gone
function wayThroughOwner(ref) {
  const owner = elementOf(ref);
  if (owner === null || !linearPartOf(owner).isPlane) return null;
  const there = pointThrough(owner, 0, 0), right = pointThrough(owner, 1, 0), below = pointThrough(owner, 0, 1);
  const step = [right.x - there.x, right.y - there.y, below.x - there.x, below.y - there.y];
  return { ...there, step, scale: visualViewport?.scale ?? 1, width: innerWidth, height: innerHeight };
}

// The frame that a point of this document is in: {ref: of its owner, x, y: the point in it}, or null.
function ownerAt(x, y) {
  const hit = elementAt(x, y);
  if (hit === null || !isFrameOwner(hit)) return null;
  return { ref: refOf(hit), ...pointWithin(hit, x, y) };
}

// Scrolls the element into the middle of every viewport around it; a parent's of another process too.
// → null, or why that cannot be
function showElement(ref) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return 'gone';
  const why = obstacleOf(element, { visible: true });
  beginOutcome(element);
  if (why === null) pointedAtFor(element).scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  return why;
}

// Shows the element where it stands still, for a picture. → {state: 'ready', corners} | as for aim
async function boxToPicture(ref) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return { state: 'gone' };
  const why = obstacleOf(element, { visible: true });
  if (why !== null) return { state: 'obstacle', why };
  const before = boxKey(element);
  if (!isInView(element)) element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  await settleBox(element, boxKey(element) !== before);
  // A frame of another process draws in its own time; what has just come into view may not be there yet.
  if (parent !== self) for (let frames = 0; frames < 2; ++frames) await nextFrame();
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { state: 'ready', corners: [[left, top], [right, bottom]] };
}
