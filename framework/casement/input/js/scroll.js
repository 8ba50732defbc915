// Scrolls by script, and records what a wheel scrolls.

// Scrolls the element, or its nearest ancestor that scrolls that way, by so many pixels; otherwise, and for `ref` 0,
// the document.
function scrollNear(ref, dx, dy) {
  const element = ref === 0 ? null : elementOf(ref);
  if (ref !== 0 && element === null) return {state: 'gone'};
  beginOutcome(element);
  const scroller = scrollerOf(element, dx, dy) ?? documentPart('scrollingElement') ?? documentPart('documentElement');
  if (scroller !== null) callElement(scroller, 'scrollBy', {left: dx, top: dy, behavior: 'instant'});
  return {state: 'done', change: endOutcome()};
}

function scrollerOf(element, dx, dy) {
  for (let at = element; at !== null; at = parentOf(at)) {
    const {overflowX, overflowY} = getComputedStyle(at);
    const scrolls = (overflow, room) => /auto|scroll|hidden/.test(overflow) && room > 0;
    if (dy !== 0 && scrolls(overflowY, elementPart(at, 'scrollHeight') - elementPart(at, 'clientHeight'))) return at;
    if (dx !== 0 && scrolls(overflowX, elementPart(at, 'scrollWidth') - elementPart(at, 'clientWidth'))) return at;
  }
  return null;
}

// Returns the point at which a wheel without a target turns.
async function middleOfViewport() {
  await compositorFrame();
  beginOutcome(null);
  watchWheel();
  return {x: innerWidth / 2, y: innerHeight / 2};
}

let wheelWatch = null;

// Starts recording the wheel event and what it scrolls, for wheelOutcome.
function watchWheel() {
  wheelWatch?.stop();
  const element = outcome?.element ?? null;
  const before = scrollKey(element);
  const watch = {event: null, hasScrolled: () => scrollKey(element) !== before};
  const noteWheel = event => { watch.event = event; };
  watch.scrolled = new Promise(resolve => {
    // An earlier scroll is announced in the next frame. A document out of sight draws that frame only when it is shown.
    watch.noteScroll = () => {
      if (watch.hasScrolled()) resolve();
    };
  });
  addEventListener('wheel', noteWheel, {capture: true, passive: true});
  addEventListener('scroll', watch.noteScroll, {capture: true, passive: true});
  watch.stop = () => {
    removeEventListener('wheel', noteWheel, {capture: true});
    removeEventListener('scroll', watch.noteScroll, {capture: true});
  };
  wheelWatch = watch;
}

// A page gets the wheel event before it is scrolled, which happens in one of the next frames. Waits for the scroll if
// something here can be scrolled that way, unless the page has cancelled the event.
async function wheelOutcome(dx, dy) {
  await nextFrame();
  const element = outcome?.element ?? null;
  const isKept = wheelWatch?.event?.defaultPrevented ?? false;
  if (wheelWatch !== null && !isKept && !wheelWatch.hasScrolled() &&
      (hasRoom(scrollerOf(element, dx, dy), dx, dy) || hasRoom(document.scrollingElement, dx, dy))) {
    await Promise.race([wheelWatch.scrolled, new Promise(resolve => setTimeout(resolve, 1000))]);
  }
  wheelWatch?.stop();
  wheelWatch = null;
  return endOutcome();
}

// Whether the element can be scrolled further that way.
function hasRoom(element, dx, dy) {
  if (element === null) return false;
  const hasMore = (direction, at, most) => (direction > 0 ? at < most - 1 : direction < 0 && at > 0);
  const part = (name) => elementPart(element, name);
  return hasMore(dy, part('scrollTop'), part('scrollHeight') - part('clientHeight')) ||
      hasMore(dx, part('scrollLeft'), part('scrollWidth') - part('clientWidth'));
}

// Starts recording what a wheel scrolls at the place of the pointer. → as finishMoveCheck
function readyForWheel() {
  watchWheel();
  return endMoveCheck();
}
expose({scrollNear, middleOfViewport, readyForWheel, wheelOutcome});
