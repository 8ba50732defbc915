// Watches a drag: whether the page begins a drag of its own (HTML §6.11), which element the drag is over, whether the
// page gets the drop, and whether the page gets the release of a pressed pointer.

let dragWatch = null;

// Starts noting whether the page begins a drag of its own.
function watchDrag() {
  dragWatch?.stop();
  const watch = {event: null, stop: () => removeEventListener('dragstart', note, {capture: true})};
  const note = event => { watch.event = event; };
  addEventListener('dragstart', note, {capture: true});
  dragWatch = watch;
  dropWatch = null;
}

function dragHasBegun(ref) {
  beginOutcome(elementOf(ref));
  dragWatch?.stop();
  const event = dragWatch?.event ?? null;
  dragWatch = null;
  return event !== null && !event.defaultPrevented;
}

let dropWatch = null;

function noteForDrop(event) {
  if (event.isTrusted) dropWatch?.note(event);
}

// In a document that begins with this script, these listeners come before all listeners of the page. A page that
// rewrites its document removes all listeners (HTML §8.4.1, document.open), so watchDrop registers them again. Adding a
// listener twice has no effect.
function listenForDrop() {
  for (const type of ['dragover', 'dragleave', 'drop', 'pointerup']) {
    addEventListener(type, noteForDrop, {capture: true, passive: true});
  }
}

listenForDrop();

// An editable element takes a drop of text without a listener of the page.
function takesText(hit) { return isTextBox(hit) || isContentEditableIn(hit); }

// Records what the document gets of a drag that should end at `element`, or of the release of a pointer (null).
class DropWatch {
  isReleased = false;
  isDropped = false;
  isOver_ = false;
  scrollWhenOver_ = '';
  scroll_ = '';  // scroll offsets around the element, also in the documents around this one
  lastOver_ = null;
  hit_ = null;

  constructor(element) {
    this.element_ = element;
    this.pointedAt_ = element === null ? null : pointedAtFor(element);
    this.end_ = new Promise(resolve => { this.resolve_ = resolve; });
  }

  note(event) {
    if (event.type === 'pointerup') this.isReleased = true;
    else if (this.element_ !== null) this.noteDrag_(event);
  }

  noteDrag_(event) {
    if (event.type === 'dragover') this.noteOver_(event);
    else if (event.type === 'drop') this.isDropped = true;
    // After the drop was sent, another event of the drag means that Chrome did not drop here.
    if (event.type === 'drop' || this.isEnding_) this.resolve_();
  }

  noteOver_(event) {
    const hit = hitOf(event);
    this.hit_ = nodeTypeOf(hit) === 1 ? hit : parentElementOf(hit);
    this.isOver_ = this.hit_ !== null && reaches(this.hit_, this.element_, this.pointedAt_);
    const left = Math.round(event.screenX - event.clientX), top = Math.round(event.screenY - event.clientY);
    this.scroll_ = `${left},${top};${scrollKey(this.element_)}`;
    if (this.isOver_) this.scrollWhenOver_ = this.scroll_;
    this.lastOver_ = event;
  }

  // → {over: the drag is over the element, or was until the page rearranged its content, as sortable lists do; takes:
  // the page would take a drop here; scroll: a text that changes with each scroll; hit: markup of the element under the
  // drag}
  state() {
    const over = this.isOver_ || (this.lastOver_ !== null && this.scroll_ === this.scrollWhenOver_);
    const takes =
        this.lastOver_ !== null && (this.lastOver_.defaultPrevented || (this.hit_ !== null && takesText(this.hit_)));
    return {over, takes, scroll: this.scroll_, hit: this.hit_ === null ? '' : markupOf(this.hit_)};
  }

  async outcome() {
    this.isEnding_ = true;
    if (!this.isDropped) await atMost(longestPress, this.end_);
    return this.isDropped;
  }
}

// Starts recording a drag that should end at the element `ref` or, with 0, the release of the pointer. → false if the
// element has gone
function watchDrop(ref) {
  const element = ref === 0 ? null : elementOf(ref);
  dropWatch = ref !== 0 && element === null ? null : new DropWatch(element);
  listenForDrop();
  return dropWatch !== null;
}

const dropState = () => dropWatch?.state() ?? null;

// Waits until the page has got the drop, or an event shows that there is none. → whether the page has got the drop
async function dropArrived() {
  const watch = dropWatch;
  const arrived = await watch?.outcome() ?? false;
  dropWatch = null;
  return arrived;
}

function releaseArrived() {
  const arrived = dropWatch?.isReleased ?? false;
  dropWatch = null;
  return arrived;
}

expose({watchDrag, dragHasBegun, watchDrop, dropState, dropArrived, releaseArrived});
