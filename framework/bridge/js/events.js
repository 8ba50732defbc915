// Owns events that a test makes itself, and scrolling by script.

// Which constructor an event type has (UI Events, Pointer Events, HTML §6.11 drag and drop, Input Events); others are
// plain, or carry a `detail`.
const eventClasses = [
  [/^(click|auxclick|contextmenu|pointer\w+|gotpointercapture|lostpointercapture)$/, PointerEvent],
  [/^(dblclick|mouse\w+)$/, MouseEvent],
  [/^wheel$/, WheelEvent],
  [/^key(down|up|press)$/, KeyboardEvent],
  [/^(beforeinput|input)$/, InputEvent],
  [/^composition\w+$/, CompositionEvent],
  [/^(focus|blur|focusin|focusout)$/, FocusEvent],
  [/^(drag\w*|drop)$/, DragEvent],
  [/^touch\w+$/, TouchEvent],
  [/^(copy|cut|paste)$/, ClipboardEvent],
  [/^submit$/, SubmitEvent],
];

function eventOf(type, properties) {
  const init = { bubbles: true, cancelable: true, composed: true, ...properties };
  const data = properties.dataTransfer ?? properties.clipboardData;
  if (data) {
    const transfer = new DataTransfer();
    for (const [format, text] of Object.entries(data)) transfer.setData(format, text);
    init[properties.dataTransfer ? 'dataTransfer' : 'clipboardData'] = transfer;
  }
  const known = eventClasses.find(([pattern]) => pattern.test(type));
  if (known) return new known[1](type, init);
  return 'detail' in properties ? new CustomEvent(type, init) : new Event(type, init);
}

// → {state: 'done', change} | {state: 'gone'} | {state: 'obstacle', why, final}
function dispatchOn(ref, type, properties) {
  const element = elementOf(ref);
  if (element === null) return { state: 'gone' };
  beginOutcome(element);
  let event;
  try {
    event = eventOf(type, properties);
  } catch (error) {
    return { state: 'obstacle', why: `cannot get such an event: ${error.message}`, final: true };
  }
  element.dispatchEvent(event);
  return { state: 'done', change: endOutcome() };
}

// Scrolls what the element is in (or itself, where it scrolls) by so many pixels; for 0, the document.
function scrollNear(ref, dx, dy) {
  const element = ref === 0 ? null : elementOf(ref);
  if (ref !== 0 && element === null) return { state: 'gone' };
  beginOutcome(element);
  (scrollerOf(element, dx, dy) ?? document.scrollingElement ?? document.documentElement)?.scrollBy({ left: dx, top: dy, behavior: 'instant' });
  return { state: 'done', change: endOutcome() };
}

function scrollerOf(element, dx, dy) {
  for (let at = element; at !== null; at = parentOf(at)) {
    const { overflowX, overflowY } = getComputedStyle(at);
    const scrolls = (overflow, room) => /auto|scroll|hidden/.test(overflow) && room > 0;
    if (dy !== 0 && scrolls(overflowY, at.scrollHeight - at.clientHeight)) return at;
    if (dx !== 0 && scrolls(overflowX, at.scrollWidth - at.clientWidth)) return at;
  }
  return null;
}

// Where a wheel turns that is turned over nothing in particular.
async function middleOfViewport() {
  await drawn();
  beginOutcome(null);
  watchWheel();
  return { x: innerWidth / 2, y: innerHeight / 2 };
}

let wheelWatch = null;

// From now on, notes the wheel and what it scrolls, for wheelOutcome.
function watchWheel() {
  wheelWatch?.stop();
  const element = outcome?.element ?? null;
  const before = scrollKey(element);
  const watch = { event: null, hasScrolled: () => scrollKey(element) !== before };
  const noteWheel = event => { watch.event = event; };
  watch.scrolled = new Promise(resolve => {
    // An earlier scroll is announced with the next frame, which a frame out of sight draws only once it is shown.
    watch.noteScroll = () => { if (watch.hasScrolled()) resolve(); };
  });
  addEventListener('wheel', noteWheel, { capture: true, passive: true });
  addEventListener('scroll', watch.noteScroll, { capture: true, passive: true });
  watch.stop = () => {
    removeEventListener('wheel', noteWheel, { capture: true });
    removeEventListener('scroll', watch.noteScroll, { capture: true });
  };
  wheelWatch = watch;
}

// A page gets the wheel before it is scrolled, which happens with one of the next frames. Waits for that where something
// here can be scrolled that way, unless the page has kept the wheel to itself.
async function wheelOutcome(dx, dy) {
  await nextFrame();
  const element = outcome?.element ?? null;
  const isKept = wheelWatch?.event?.defaultPrevented ?? false;
  if (wheelWatch !== null && !isKept && !wheelWatch.hasScrolled() && (hasRoom(scrollerOf(element, dx, dy), dx, dy) ||
      hasRoom(document.scrollingElement, dx, dy))) {
    await Promise.race([wheelWatch.scrolled, new Promise(resolve => setTimeout(resolve, 1000))]);
  }
  wheelWatch?.stop();
  wheelWatch = null;
  return endOutcome();
}

// Whether the element can be scrolled further that way.
function hasRoom(element, dx, dy) {
  if (element === null) return false;
  const hasMore = (way, at, most) => (way > 0 ? at < most - 1 : way < 0 && at > 0);
  return hasMore(dy, element.scrollTop, element.scrollHeight - element.clientHeight) ||
    hasMore(dx, element.scrollLeft, element.scrollWidth - element.clientWidth);
}

// A hidden or throttled frame draws none; a timer stands in there, after `patience` ms. → whether it was a frame
function nextFrame(patience = 100) {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, patience, false);
    requestAnimationFrame(() => { clearTimeout(timer); resolve(true); });
  });
}

// Resolves once Chrome's compositor has what this document is now: it knows nothing of a frame that was out of sight or
// not there until now. The third frame begins after the second is with it, and that only once it has taken the first
// over. One that never draws has to do without.
async function drawn() {
  if (document.hidden) return;
  await atMost(3000, (async () => {
    for (let i = 0; i < 3; ++i) await new Promise(resolve => { requestAnimationFrame(resolve); });
  })());
}

// Resolves with the promise, or without it after so many milliseconds.
async function atMost(milliseconds, promise) {
  let timer;
  await Promise.race([promise, new Promise(resolve => { timer = setTimeout(resolve, milliseconds); })]);
  clearTimeout(timer);
}

function rest(milliseconds) {
  return new Promise(resolve => { setTimeout(resolve, milliseconds); });
}

let dragWatch = null;

// From now on, notes whether the page begins a drag of its own (HTML §6.11).
function watchDrag() {
  dragWatch?.stop();
  const watch = { event: null, stop: () => removeEventListener('dragstart', note, { capture: true }) };
  const note = event => { watch.event = event; };
  addEventListener('dragstart', note, { capture: true });
  dragWatch = watch;
}

function dragHasBegun(ref) {
  beginOutcome(elementOf(ref));
  dragWatch?.stop();
  const event = dragWatch?.event ?? null;
  dragWatch = null;
  return event !== null && !event.defaultPrevented;
}

let clipboardWatch = null;

// The next paste in this document is ours: it tells what the clipboard holds, and pastes nothing.
function watchPaste() {
  stopPasteWatch();
  const watch = { text: null };
  const keepAway = event => event.stopImmediatePropagation();
  const take = event => {
    watch.text = event.clipboardData.getData('text/plain');
    event.preventDefault();
    keepAway(event);
  };
  addEventListener('keydown', keepAway, { capture: true });
  addEventListener('keyup', keepAway, { capture: true });
  addEventListener('paste', take, { capture: true });
  watch.stop = () => {
    removeEventListener('keydown', keepAway, { capture: true });
    removeEventListener('keyup', keepAway, { capture: true });
    removeEventListener('paste', take, { capture: true });
  };
  clipboardWatch = watch;
}

function stopPasteWatch() {
  const text = clipboardWatch?.text ?? null;
  clipboardWatch?.stop();
  clipboardWatch = null;
  return text;
}
