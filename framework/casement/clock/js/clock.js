// The clock of a document or a worker, in the world of the page's own scripts. Time stands, jumps or runs as the test
// says. Timers that exist before the clock does stay with the real time.

// State: {at: the time in ms since 1970, realAt: the real time then, runs: whether time runs on from there, shift: what
// dates show beyond it, fixed: the time that dates show always, or null, timers: whether timers follow this clock}.

// HTML §8.6, timer initialisation steps.
const deepestNesting = 5;
const shortestNestedDelay = 4;
const longestDelay = 2 ** 31 - 1;
// Real handles are small numbers.
const firstHandle = 1_000_000_000;
const frameLength = 16;
const idleLength = 50;  // at most (requestidlecallback §4.2)
// The callbacks at the begin of a command run as tasks of their own, with all that a task ends with. A command with
// very many of them shares tasks for so many milliseconds each.
const ownTasks = 1000;
const sharedTask = 4;
const roundsOfMicrotasks = 4;
// The table of timers keeps so many that are over.
const fewOver = 1000;

// Timers in the order of their time and then of age (HTML §8.6: timers of one time keep their order). Timers of one
// time are one list, and a heap has the times.
class TimerQueue {
  constructor() {
    this.times_ = [];
    this.lists_ = new Map();  // {all, at} by time
  }

  first() {
    for (const times = this.times_; times.length > 0; this.drop_()) {
      const list = this.lists_.get(times[0]);
      for (const {all} = list; list.at < all.length; ++list.at)
        if (!all[list.at].isOver) return all[list.at];
      this.lists_.delete(times[0]);
    }
    return undefined;
  }

  add(timer) {
    const {due} = timer;
    const known = this.lists_.get(due);
    if (known !== undefined) {
      known.all.push(timer);
      return;
    }
    this.lists_.set(due, {all: [timer], at: 0});
    const times = this.times_;
    let at = times.length;
    for (let above; at > 0 && due < times[above = (at - 1) >> 1]; at = above) times[at] = times[above];
    times[at] = due;
  }

  drop_() {
    const times = this.times_;
    const last = times.pop();
    if (times.length === 0) return;
    let at = 0;
    for (let below = 1; below < times.length; below = 2 * at + 1) {
      if (below + 1 < times.length && times[below + 1] < times[below]) ++below;
      if (times[below] >= last) break;
      times[at] = times[below];
      at = below;
    }
    times[at] = last;
  }
}

class Clock {
  constructor(native, state) {
    this.native_ = native;
    this.queue_ = new TimerQueue();
    this.timers_ = new Map();
    this.over_ = 0;
    this.frames_ = new Map();
    this.idles_ = new Map();
    this.lastHandle_ = firstHandle;
    this.nesting_ = 0;
    this.isAdvancing_ = false;
    this.channel_ = new native.MessageChannel();
    this.wake_ = undefined;
    this.isWatched_ = {frame: false, idle: false};
    this.set(state);
    this.origin_ = this.time() - native.performanceNow();
  }

  real_() { return this.native_.timeOrigin + this.native_.performanceNow(); }

  time() { return this.state_.runs ? this.state_.at + (this.real_() - this.state_.realAt) : this.state_.at; }
  date() { return Math.floor(this.state_.fixed ?? this.time() + this.state_.shift); }
  performanceNow() { return this.state_.timers ? this.time() - this.origin_ : this.native_.performanceNow(); }
  // Of an event with this real time. Time that stands has no past.
  eventTime(real) {
    const now = this.performanceNow();
    return this.state_.runs ? Math.max(0, now - (this.native_.performanceNow() - real)) : now;
  }
  timeOrigin() { return this.state_.timers ? this.origin_ + this.state_.shift : this.native_.timeOrigin; }
  get hasTimers() { return this.state_.timers; }

  set(state) {
    this.state_ = {...state};
    this.plan_();
  }

  now() { return {time: this.time(), real: this.real_()}; }

  // ——— timers ———

  addTimer(callback, delay, repeats, given) {
    let wait = Number(delay);
    if (!(wait > 0) || wait > longestDelay) wait = 0;
    wait = Math.trunc(wait);
    const timer =
        {callback, given, wait, repeats, nesting: this.nesting_ + 1, isOver: false, handle: ++this.lastHandle_};
    this.timers_.set(timer.handle, timer);
    this.schedule_(timer);
    return timer.handle;
  }

  schedule_(timer) {
    const wait = timer.nesting > deepestNesting ? Math.max(timer.wait, shortestNestedDelay) : timer.wait;
    timer.due = this.time() + wait;
    this.queue_.add(timer);
    if (this.queue_.first() === timer) this.plan_();
  }

  // Whether the handle is one of this clock.
  removeTimer(handle) {
    const number = Number(handle);
    const timer = this.timers_.get(number);
    if (timer === undefined) return number >= firstHandle;
    if (timer.isOver) return true;
    timer.isOver = true;
    return this.timers_.delete(number);
  }

  addFrame(callback) {
    if (this.frames_.size === 0) this.frameDue_ = this.nextFrame_();
    this.frames_.set(++this.lastHandle_, callback);
    this.watchFrames_();
    return this.lastHandle_;
  }

  addIdle(callback) {
    if (this.idles_.size === 0) this.idleDue_ = this.time();
    this.idles_.set(++this.lastHandle_, callback);
    this.watchIdle_();
    return this.lastHandle_;
  }

  removeFrame(handle) { return this.frames_.delete(handle) || handle >= firstHandle; }
  removeIdle(handle) { return this.idles_.delete(handle) || handle >= firstHandle; }

  nextFrame_() {
    const since = this.time() - this.origin_;
    return this.origin_ + (Math.floor(since / frameLength) + 1) * frameLength;
  }

  // ——— time that runs ———

  plan_() {
    if (this.wake_ !== undefined) this.native_.clearTimeout(this.wake_);
    this.wake_ = undefined;
    if (!this.state_.runs || this.isAdvancing_) return;
    this.watchFrames_();
    this.watchIdle_();
    const first = this.queue_.first();
    if (first === undefined) return;
    this.wake_ = this.native_.setTimeout(
        () => { this.runDue_(); }, Math.min(Math.max(first.due - this.time(), 0), longestDelay));
  }

  async runDue_() {
    this.wake_ = undefined;
    for (let isFirst = true; this.state_.runs && !this.isAdvancing_; isFirst = false) {
      const first = this.queue_.first();
      if (first === undefined || first.due > this.time()) break;
      if (isFirst) this.fire_(first);
      else {
        await this.task_();
        if (!first.isOver && this.state_.runs && !this.isAdvancing_) this.fire_(first);
      }
    }
    this.plan_();
  }

  watchFrames_() {
    this.watch_('frame', this.frames_, this.native_.requestAnimationFrame, () => { this.runFrames_(); });
  }
  watchIdle_() {
    this.watch_('idle', this.idles_, this.native_.requestIdleCallback, () => { this.runIdles_(); });
  }

  watch_(kind, waiting, request, run) {
    if (waiting.size === 0 || !this.state_.runs || this.isAdvancing_ || this.isWatched_[kind]) return;
    this.isWatched_[kind] = true;
    request(() => {
      this.isWatched_[kind] = false;
      if (this.state_.runs && !this.isAdvancing_) run();
    });
  }

  // ——— time that a command moves ———

  // Goes to the time `to` through each callback's own time or, with `jumps`, at once: then callbacks see the new time,
  // and each is called at most once. Ends early after `limit` real milliseconds. Returns {time, real, calls, isDone}.
  async advance({to, jumps, runs, limit}) {
    this.state_ = {...this.state_, at: this.time(), runs: false, fixed: null};
    this.isAdvancing_ = true;
    this.plan_();
    const began = this.native_.performanceNow();
    let calls = 0, isDone = true, taskBegan = began;
    if (jumps) this.state_.at = Math.max(this.state_.at, to);
    for (let next; (next = this.next_()) <= to;) {
      this.state_.at = Math.max(this.state_.at, next);
      this.runNext_(next);
      const now = this.native_.performanceNow();
      if (++calls < ownTasks || now - taskBegan > sharedTask) {
        await this.task_();
        taskBegan = this.native_.performanceNow();
      } else {
        for (let round = 0; round < roundsOfMicrotasks; ++round) await undefined;
      }
      isDone = now - began < limit;
      if (!isDone) break;
    }
    if (isDone) this.state_.at = Math.max(this.state_.at, to);
    this.isAdvancing_ = false;
    const real = this.real_();
    this.set({...this.state_, realAt: real, runs: isDone && runs});
    return {time: this.state_.at, real, calls, isDone};
  }

  next_() {
    const first = this.queue_.first();
    return Math.min(
        first === undefined ? Infinity : first.due, this.frames_.size > 0 ? this.frameDue_ : Infinity,
        this.idles_.size > 0 ? this.idleDue_ : Infinity);
  }

  runNext_(due) {
    const first = this.queue_.first();
    if (first !== undefined && first.due === due) this.fire_(first);
    else if (this.frames_.size > 0 && this.frameDue_ === due) this.runFrames_();
    else this.runIdles_();
  }

  task_() {
    return new this.native_.Promise((resolve) => {
      this.channel_.port1.onmessage = resolve;
      this.channel_.port2.postMessage(null);
    });
  }

  // ——— calls ———

  fire_(timer) {
    timer.isOver = true;
    this.nesting_ = timer.nesting;
    if (timer.repeats) {
      const again = {...timer, nesting: timer.nesting + 1, isOver: false};
      this.timers_.set(timer.handle, again);
      this.schedule_(again);
    } else {
      this.forget_();
    }
    const {callback, given} = timer;
    timer.callback = timer.given = undefined;  // the page may free them
    this.call_(callback, given);
    this.nesting_ = 0;
  }

  // The table is swept when most of its timers are over: to delete each alone costs more.
  forget_() {
    if (++this.over_ < fewOver || this.over_ < 0.9 * this.timers_.size) return;
    this.over_ = 0;
    const live = new Map();
    for (const timer of this.timers_.values())
      if (!timer.isOver) live.set(timer.handle, timer);
    this.timers_ = live;
  }

  runFrames_() {
    const all = [...this.frames_];
    this.frameDue_ = this.nextFrame_();
    const now = this.performanceNow();
    for (const [handle, callback] of all)
      if (this.frames_.delete(handle)) this.call_(callback, [now]);
  }

  runIdles_() {
    const all = [...this.idles_];
    this.idleDue_ = this.time() + idleLength;
    const end = this.time() + idleLength;
    const deadline = {didTimeout: false, timeRemaining: () => Math.max(0, end - this.time())};
    for (const [handle, callback] of all)
      if (this.idles_.delete(handle)) this.call_(callback, [deadline]);
  }

  call_(callback, given) {
    try {
      if (typeof callback === 'function') this.native_.apply(callback, globalThis, given);
      else this.native_.evaluate(String(callback));
    } catch (error) { this.native_.report(error); }
  }
}
