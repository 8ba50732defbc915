// Puts a clock (clock.js) in the place of the browser's: dates, timers, frames, idle callbacks, performance, Intl,
// Temporal, the times of events, AbortSignal.timeout and scheduler. Each function looks like the browser's own.

const clockName = 'casementClock';  // the page can see it, as it can see that its time is not real

// Replaces a function by one that is called with (receiver, arguments).
function replaceFunction(holder, name, replacement) {
  const own = holder?.[name];
  if (typeof own !== 'function') return;
  const apply = (target, receiver, given) => replacement(receiver, given, target);
  Object.defineProperty(holder, name, {
    value: new Proxy(own, {apply}),
    configurable: true,
    enumerable: Object.prototype.propertyIsEnumerable.call(holder, name),
    writable: true
  });
}

function replaceGetter(holder, name, replacement) {
  const property = Object.getOwnPropertyDescriptor(holder, name);
  if (property?.get === undefined) return;
  const apply = (target, receiver, given) => replacement(receiver, () => Reflect.apply(target, receiver, given));
  Object.defineProperty(holder, name, {...property, get: new Proxy(property.get, {apply})});
}

function nativeTime() {
  const {performance, MessageChannel, Promise, setTimeout, clearTimeout} = globalThis;
  const now = performance.now.bind(performance);
  const later = (run) => setTimeout(run, frameLength);  // where there are no frames
  const bound = (name) => globalThis[name]?.bind(globalThis) ?? later;
  return {
    MessageChannel,
    Promise,
    performanceNow: now,
    timeOrigin: performance.timeOrigin,
    setTimeout: setTimeout.bind(globalThis),
    clearTimeout: clearTimeout.bind(globalThis),
    requestAnimationFrame: bound('requestAnimationFrame'),
    requestIdleCallback: bound('requestIdleCallback'),
    apply: Reflect.apply,
    evaluate: globalThis.eval,
    report: globalThis.reportError?.bind(globalThis) ?? ((error) => { setTimeout(() => { throw error; }); })
  };
}

function replaceDates(clock) {
  const NativeDate = Date;
  replaceFunction(NativeDate, 'now', () => clock.date());
  globalThis.Date = new Proxy(NativeDate, {
    construct: (target, given, newTarget) =>
        Reflect.construct(target, given.length > 0 ? given : [clock.date()], newTarget),
    apply: () => new NativeDate(clock.date()).toString()
  });
  Object.defineProperty(globalThis, 'Date', {enumerable: false});
  Object.defineProperty(NativeDate.prototype, 'constructor', {value: globalThis.Date});
  replaceIntl(clock);
  replaceTemporal(clock);
}

function replaceIntl(clock) {
  const prototype = Intl.DateTimeFormat.prototype;
  const orNow = (receiver, given, own) => Reflect.apply(own, receiver, [given[0] ?? clock.date(), ...given.slice(1)]);
  replaceFunction(prototype, 'formatToParts', orNow);
  const formats = new WeakMap();  // each formatter has one function
  replaceGetter(prototype, 'format', (receiver, own) => {
    const format = own();
    let known = formats.get(format);
    if (known === undefined) {
      known = new Proxy(format, {apply: (target, self, given) => orNow(self, given, target)});
      formats.set(format, known);
    }
    return known;
  });
}

function replaceTemporal(clock) {
  const now = globalThis.Temporal?.Now;
  if (now === undefined) return;
  const {Instant} = globalThis.Temporal;
  const instant = () => Instant.fromEpochMilliseconds(clock.date());
  const zoned = (zone) => instant().toZonedDateTimeISO(zone ?? now.timeZoneId());
  replaceFunction(now, 'instant', instant);
  replaceFunction(now, 'zonedDateTimeISO', (receiver, [zone]) => zoned(zone));
  replaceFunction(now, 'plainDateTimeISO', (receiver, [zone]) => zoned(zone).toPlainDateTime());
  replaceFunction(now, 'plainDateISO', (receiver, [zone]) => zoned(zone).toPlainDate());
  replaceFunction(now, 'plainTimeISO', (receiver, [zone]) => zoned(zone).toPlainTime());
}

function replaceTimers(clock) {
  const orOwn = (mine) => (receiver, given, own) =>
      (clock.hasTimers ? mine(given) : Reflect.apply(own, globalThis, given));
  const add = (repeats) => orOwn(([callback, delay, ...given]) => clock.addTimer(callback, delay, repeats, given));
  replaceFunction(globalThis, 'setTimeout', add(false));
  replaceFunction(globalThis, 'setInterval', add(true));
  replaceFunction(globalThis, 'requestAnimationFrame', orOwn(([callback]) => clock.addFrame(callback)));
  replaceFunction(globalThis, 'requestIdleCallback', orOwn(([callback]) => clock.addIdle(callback)));
  const remove = (mine) => (receiver, given, own) => {
    if (!mine(given[0])) Reflect.apply(own, globalThis, given);
  };
  replaceFunction(globalThis, 'clearTimeout', remove((handle) => clock.removeTimer(handle)));
  replaceFunction(globalThis, 'clearInterval', remove((handle) => clock.removeTimer(handle)));
  replaceFunction(globalThis, 'cancelAnimationFrame', remove((handle) => clock.removeFrame(handle)));
  replaceFunction(globalThis, 'cancelIdleCallback', remove((handle) => clock.removeIdle(handle)));
  replaceFunction(globalThis.AbortSignal, 'timeout', orOwn(([delay]) => {
                    const controller = new AbortController();
                    clock.addTimer(
                        () => { controller.abort(new DOMException('signal timed out', 'TimeoutError')); }, delay, false,
                        []);
                    return controller.signal;
                  }));
  replaceFunction(globalThis.Scheduler?.prototype, 'postTask', (receiver, given, own) => {
    const [task, options] = given;
    const {delay, signal} = options ?? {};
    if (!clock.hasTimers || !(delay > 0)) return Reflect.apply(own, receiver, given);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => { reject(signal.reason); });
      const post = () => { Reflect.apply(own, receiver, [task, {...options, delay: 0}]).then(resolve, reject); };
      clock.addTimer(post, delay, false, []);
    });
  });
}

function replacePerformance(clock) {
  const prototype = Performance.prototype;
  replaceFunction(prototype, 'now', () => clock.performanceNow());
  replaceGetter(prototype, 'timeOrigin', () => clock.timeOrigin());
  // User Timing 3 §3: the time of a mark, and the end of a measure, is now unless it is given.
  replaceFunction(prototype, 'mark', (receiver, [name, options], own) => Reflect.apply(own, receiver, [
    name, clock.hasTimers ? {startTime: clock.performanceNow(), ...options} : options
  ]));
  replaceFunction(prototype, 'measure', (receiver, given, own) => {
    const [name, start, end] = given;
    const options = typeof start === 'object' && start !== null ? start : {start: start ?? 0};
    const isOpen = clock.hasTimers && end === undefined && options.end === undefined && options.duration === undefined;
    return Reflect.apply(own, receiver, isOpen ? [name, {...options, end: clock.performanceNow()}] : given);
  });
  // Pages compare the times of events with performance.now().
  replaceGetter(
      Event.prototype, 'timeStamp', (receiver, own) => { return clock.hasTimers ? clock.eventTime(own()) : own(); });
}

function clockOf(state) {
  if (globalThis[clockName] !== undefined) {
    globalThis[clockName].set(state);
    return;
  }
  // Chrome gives the global object of a worker that has not begun its functions when its classes are first named.
  for (const name of ['WorkerGlobalScope', 'DedicatedWorkerGlobalScope']) void globalThis[name]?.prototype;
  const native = nativeTime();
  const clock = new Clock(native, state);
  replaceDates(clock);
  replaceTimers(clock);
  replacePerformance(clock);
  Object.defineProperty(globalThis, clockName, {value: clock});
}
