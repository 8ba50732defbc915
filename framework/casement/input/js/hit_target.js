// Checks whether a move or a press arrives at its element, and which element gets it otherwise (Pointer Events 3 §4.2;
// UI Events §3.3).

// Returns the node that an event hits. In a closed shadow tree, the event's path names only the host.
function hitOf(event) {
  const [path] = event.composedPath();
  return closedRoots.has(path) ? elementAt(event.clientX, event.clientY) ?? path : path;
}

let moveCheck = null;

// Starts recording whether the pointer arrives at the element.
function startMoveCheck(element, pointedAt) {
  moveCheck?.stop();
  const watch = {arrived: false, hit: '', isStillThere: () => true};
  const note = event => {
    const hit = hitOf(event);
    if (!event.isTrusted || !(hit instanceof Element)) return;
    if (reaches(hit, element, pointedAt)) {
      watch.arrived = true;
      watch.isStillThere = () => !hasMovedFrom(pointedAt, event.clientX, event.clientY);
    } else {
      watch.hit = coverOf(hit, pointedAt);
    }
  };
  addEventListener('pointermove', note, {capture: true, passive: true});
  watch.stop = () => removeEventListener('pointermove', note, {capture: true});
  moveCheck = watch;
}

// → {arrived, hit: markup of what got the pointer instead, moved: the pointer arrived, and the page then moved the
// element away, for example because a menu above it closed when the pointer left the menu}
function endMoveCheck() {
  const {arrived, hit, isStillThere} = moveCheck ?? {arrived: true, hit: '', isStillThere: () => true};
  moveCheck?.stop();
  moveCheck = null;
  return {arrived, hit, moved: arrived && !isStillThere()};
}

// An element without a box is hidden, which does not count as moved.
function hasMovedFrom(element, x, y) {
  if (!isConnectedDeep(element)) return false;
  const {left, right, top, bottom} = boxOf(element);
  return left !== right && top !== bottom && !(left <= x && x <= right && top <= y && y <= bottom);
}

let topmostFrameCheck = null;

// Starts recording whether the pointer arrives at something in this document other than a frame. If so, no frame in
// this document gets the pointer.
function startTopmostFrameCheck() {
  isTopmostFrame();
  const watch = {isEnd: false};
  const note = event => {
    const [hit] = event.composedPath();
    watch.isEnd ||= event.isTrusted && !(hit instanceof Element && isFrameOwner(hit));
  };
  addEventListener('pointermove', note, {capture: true, passive: true});
  watch.stop = () => removeEventListener('pointermove', note, {capture: true});
  topmostFrameCheck = watch;
}

function isTopmostFrame() {
  const isEnd = topmostFrameCheck?.isEnd ?? false;
  topmostFrameCheck?.stop();
  topmostFrameCheck = null;
  return isEnd;
}

let hitTargetCheck = null;

// Presses that have arrived at the window. In a document that begins with this script, no listener of the page comes
// before these. A listener of the page on the window may stop the event before a check's listener gets it.
let pressesBegun = 0, clicksBegun = 0;
addEventListener('pointerdown', event => {
  if (event.isTrusted) ++pressesBegun;
}, {capture: true, passive: true});
addEventListener('click', event => {
  if (event.isTrusted) ++clicksBegun;
}, {capture: true, passive: true});

// Blocks presses in this document until finishHitTargetCheck, except a press that hits the element `ref`, because the
// page may move between the last look and the press. If the search has put off a check for shadow roots
// (document_index.js), also blocks a press if that check now finds more roots than the search. With `ref` 0, the press
// is not for this document, and every press is blocked. `isFinger`: touches are blocked too. → false if the element has
// gone
function startHitTargetCheck(ref, isFinger) {
  stopHitTargetCheck();
  ownGlobal('casementClickGuard')?.release();  // of an earlier press
  const element = ref === 0 ? null : elementOf(ref);
  if (ref !== 0 && element === null) return false;
  const pointedAt = element === null ? null : pointedAtFor(element);
  const hostCheck = takeHostCheck();
  const watch = {element, arrived: false, hit: '', presses: 0, begun: pressesBegun, isChosen: null, lastClick: null};
  watch.seen = new Promise(resolve => { watch.noteSeen = resolve; });
  // A press on a disabled control reaches only the window, in the capture phase of pointer events.
  const noteBegin = (hit, {clientX, clientY}) => {
    if (isStandIn(element) && hasMovedFrom(element, clientX, clientY)) watch.hit = 'a place that the element has left';
    else if (hostCheck?.isPassed() === false) watch.hit = 'a shadow root that was attached meanwhile';
    else if (element !== null && hit instanceof Element && reaches(hit, element, pointedAt)) watch.arrived = true;
    else if (hit instanceof Element) watch.hit = coverOf(hit, pointedAt);
  };
  const note = event => {
    if (!isOfPress(event)) return;
    if (event.type === 'pointerdown') {
      ++watch.presses;
      watch.noteSeen();
      // Only pointerdown shows what a press hits: later events of a press that began elsewhere prove nothing.
      if (!watch.arrived) noteBegin(hitOf(event), event);
      if (watch.arrived && !isFinger) {
        watch.isChosen ??= choiceOf(element, event);
        watch.lastClick ??= clickCheckOf(pointedAt, event);
      }
    }
    if (watch.lastClick !== null) noteClick(watch.lastClick, event, hit => reaches(hit, element, pointedAt));
    if (watch.arrived) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const types = pressEventsOf(isFinger);
  for (const type of types) addEventListener(type, note, {capture: true, passive: false});
  hitTargetCheck = {watch, note, types, timer: setTimeout(stopHitTargetCheck, longestPress)};
  globalThis.casementClickGuard = {release: stopHitTargetCheck, blocked: () => 0};
  return true;
}

// Returns a function that checks whether a press on the option has had its effect; null if the effect is unknown. With
// Control, the press toggles an option of a list for several. In a list for one option, or with Meta (Mac), the effect
// depends on the platform.
function choiceOf(element, {button, ctrlKey, metaKey}) {
  const select = localNameOf(element) === 'option' && button === 0 ? closestOf(element, 'select') : null;
  if (select === null) return null;
  if (!ctrlKey && !metaKey) return () => element.selected;
  if (!select.multiple || metaKey) return null;
  const before = element.selected;
  return () => element.selected !== before;
}

// Returns the data to detect a press with the main button that ends without a click, because the page moves or removes
// the element before the release (UI Events §3.3: a click goes to what was hit by both).
function clickCheckOf(pointedAt, {button, clientX, clientY}) {
  if (button !== 0 || localNameOf(pointedAt) === 'option') return null;
  return {
    pointedAt,
    x: clientX,
    y: clientY,
    began: clicksBegun,
    seen: 0,
    isReleased: false,
    isCaptured: false,
    arrived: false
  };
}

function noteClick(check, event, isHit) {
  if (event.type === 'pointerup') {
    check.isReleased = true;
    // The click also goes to the element that has captured the pointer (Pointer Events 3 §9.1, setPointerCapture).
    check.isCaptured ||= event.composedPath()[0]?.hasPointerCapture?.(event.pointerId) ?? false;
  } else if (event.type === 'click') {
    ++check.seen;
    const hit = hitOf(event);
    check.arrived ||= hit instanceof Element && isHit(hit);
  }
}

// → 'moved': the pressed element has moved away | 'left': the element has left the page | '': the element got its
// click, or is still there, and the page handled the press in its own way
function lostClick(check) {
  if (check === null || !check.isReleased || check.arrived || check.isCaptured) return '';
  if (clicksBegun - check.began > check.seen) return '';  // a listener of the page has stopped it
  const {pointedAt, x, y} = check;
  if (!isConnectedDeep(pointedAt)) return 'left';
  return hasMovedFrom(pointedAt, x, y) ? 'moved' : '';
}

// Waits for the press, because Chrome reports a touch as done before the page has got it. A touch that went to another
// document never arrives here, so the wait ends after 1 s.
async function pressArrived() {
  if (hitTargetCheck === null) return;
  let timer;
  const nowhere = new Promise(resolve => { timer = setTimeout(resolve, 1000); });
  await Promise.race([hitTargetCheck.watch.seen, nowhere]);
  clearTimeout(timer);
}

function stopHitTargetCheck() {
  if (hitTargetCheck === null) return;
  clearTimeout(hitTargetCheck.timer);
  for (const type of hitTargetCheck.types) removeEventListener(type, hitTargetCheck.note, {capture: true});
  hitTargetCheck = null;
  delete globalThis.casementClickGuard;
}

// → {arrived, hit: markup of what got the press instead, presses: how many this document has seen, if known, stopped: a
// listener of the page has stopped the event, undone: the purpose that the press missed, lost: lostClick}
function endHitTargetCheck() {
  const {element, arrived, hit, presses, begun, isChosen, lastClick} =
      hitTargetCheck?.watch ?? {arrived: true, hit: '', isChosen: null, lastClick: null};
  stopHitTargetCheck();
  const isUndone = isChosen !== null && isConnectedNode(element) && !isChosen();
  const undone = isUndone ? 'was pressed, and its list has not chosen it' : '';
  return {arrived, hit, presses, stopped: presses === 0 && pressesBegun > begun, undone, lost: lostClick(lastClick)};
}

expose({
  startTopmostFrameCheck,
  isTopmostFrame,
  startHitTargetCheck,
  pressArrived,
  finishHitTargetCheck: () => ({...endHitTargetCheck(), change: endOutcome()}),
  finishMoveCheck: () => ({...endMoveCheck(), change: endOutcome()}),
});
