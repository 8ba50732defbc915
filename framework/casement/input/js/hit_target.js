// Owns checking what a move or a press hits: whether it arrives at the element that it is meant for, and what gets it
// otherwise (Pointer Events 3 §4.2; UI Events §3.3).

// What an event hits. In a closed shadow tree its path names the host only.
function hitOf(event) {
  const [path] = event.composedPath();
  return closedRoots.has(path) ? elementAt(event.clientX, event.clientY) ?? path : path;
}

let moveCheck = null;

// From now on, notes whether the pointer arrives at the element.
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
      watch.hit = markupOf(hit);
    }
  };
  addEventListener('pointermove', note, {capture: true, passive: true});
  watch.stop = () => removeEventListener('pointermove', note, {capture: true});
  moveCheck = watch;
}

// → {arrived, hit: markup of what has got the pointer instead, moved: it came, and the page has moved the element from
// under it, as where a menu above closes because the pointer left that}
function endMoveCheck() {
  const {arrived, hit, isStillThere} = moveCheck ?? {arrived: true, hit: '', isStillThere: () => true};
  moveCheck?.stop();
  moveCheck = null;
  return {arrived, hit, moved: arrived && !isStillThere()};
}

// An element without a box is hidden, which is no move.
function hasMovedFrom(element, x, y) {
  if (!isConnectedNode(element)) return false;
  const {left, right, top, bottom} = boxOf(element);
  return left !== right && top !== bottom && !(left <= x && x <= right && top <= y && y <= bottom);
}

let topmostFrameCheck = null;

// From now on, notes whether the pointer arrives at something of this document that is no frame: then no frame below
// this one gets it.
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
// before this one; a page's listener on the window may stop the event before a check's listener gets it.
let pressesBegun = 0, clicksBegun = 0;
addEventListener('pointerdown', event => {
  if (event.isTrusted) ++pressesBegun;
}, {capture: true, passive: true});
addEventListener('click', event => {
  if (event.isTrusted) ++clicksBegun;
}, {capture: true, passive: true});

// From now on, until finishHitTargetCheck, a press in this document is blocked unless it hits the element `ref`: the
// page may move between the last look and the press. So is one that the search left a look for (document_index.js),
// where that now finds more than the search knew. In a document that the press is not for (`ref` 0) every press is
// blocked. `isFinger`: touches are blocked too. → false where the element is gone
function startHitTargetCheck(ref, isFinger) {
  stopHitTargetCheck();
  ownGlobal('casementClickGuard')?.release();  // of a press that has passed
  const element = ref === 0 ? null : elementOf(ref);
  if (ref !== 0 && element === null) return false;
  const pointedAt = element === null ? null : pointedAtFor(element);
  const hostCheck = takeHostCheck();
  const watch = {element, arrived: false, hit: '', presses: 0, begun: pressesBegun, isChosen: null, lastClick: null};
  watch.seen = new Promise(resolve => { watch.noteSeen = resolve; });
  // A press on a disabled control is told to no one but the window in the capture phase of pointer events.
  const noteBegin = hit => {
    if (hostCheck?.isPassed() === false) watch.hit = 'a shadow root that has been attached meanwhile';
    else if (element !== null && hit instanceof Element && reaches(hit, element, pointedAt)) watch.arrived = true;
    else if (hit instanceof Element) watch.hit = markupOf(hit);
  };
  const note = event => {
    if (!isOfPress(event)) return;
    if (event.type === 'pointerdown') {
      ++watch.presses;
      watch.noteSeen();
      // What follows a press that began elsewhere says nothing of what got it.
      if (!watch.arrived) noteBegin(hitOf(event));
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

// What a press on the option does to it, as a function that says whether it is done; null where that is not known: with
// Control (Meta on a Mac) it takes the choice back in a list of several, and in one of one option that is the
// platform's.
function choiceOf(element, {button, ctrlKey, metaKey}) {
  const select = localNameOf(element) === 'option' && button === 0 ? closestOf(element, 'select') : null;
  if (select === null) return null;
  if (!ctrlKey && !metaKey) return () => element.selected;
  if (!select.multiple || metaKey) return null;
  const before = element.selected;
  return () => element.selected !== before;
}

// What is to be known of a press with the main button that may end without a click: the page may move the element, or
// take it away, before the release (UI Events §3.3: a click goes to what was hit by both).
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
    // The click, too, goes to what has taken the pointer for itself (Pointer Events 3 §9.1, setPointerCapture).
    check.isCaptured ||= event.composedPath()[0]?.hasPointerCapture?.(event.pointerId) ?? false;
  } else if (event.type === 'click') {
    ++check.seen;
    const hit = hitOf(event);
    check.arrived ||= hit instanceof Element && isHit(hit);
  }
}

// → 'moved': what was pressed has gone elsewhere | 'left': it has left the page | '': it got its click, or it stands
// there still, and the page did as it liked with the press
function lostClick(check) {
  if (check === null || !check.isReleased || check.arrived || check.isCaptured) return '';
  if (clicksBegun - check.began > check.seen) return '';  // a listener of the page's own has stopped it
  const {pointedAt, x, y} = check;
  if (!isConnectedDeep(pointedAt)) return 'left';
  return hasMovedFrom(pointedAt, x, y) ? 'moved' : '';
}

// Chrome says that a touch is done before the page has got it. One that went to another document never arrives here.
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

// → {arrived, hit: markup of what has got the press instead, presses: how many this document has seen, where that is
// known, stopped: a listener of the page's own has stopped the event, undone: what the press was for and did not do,
// lost: lostClick}
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
