// Blocks presses that are meant for another document. Uses only presses.js, because it runs in documents without the
// bridge, and as the first script of documents that begin during a press. The argument is whether a finger presses
// (click_guard_script.h); a mouse makes no touches.
function guardPresses(isFinger) {
  const hook = 'casementClickGuard';
  // An element of the page with this id would be a global as well, but not an own property.
  Object.getOwnPropertyDescriptor(globalThis, hook)?.value.release();
  const types = pressEventsOf(isFinger);
  // In ms. Longer than the check in the document that the press is meant for: that document lets a late press through,
  // and this guard still blocks it.
  const longest = longestPress + 2000, late = 1000;
  let blocked = 0;
  const keepAway = event => {
    if (!isOfPress(event)) return;
    if (event.type === 'pointerdown') ++blocked;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // → the number of blocked presses
  const release = () => {
    clearTimeout(timer);
    for (const type of types) removeEventListener(type, keepAway, {capture: true});
    removeEventListener('pagehide', leave, {capture: true});
    delete globalThis[hook];
    return blocked;
  };
  for (const type of types) addEventListener(type, keepAway, {capture: true, passive: false});
  // A document that comes back from the back/forward cache gets a new guard.
  const leave = event => {
    if (event.isTrusted) release();
  };
  addEventListener('pagehide', leave, {capture: true});
  // Without a timer, a guard that is never released would block a person's own clicks for good. If the document hung
  // meanwhile, the press may have waited just as long, so the guard stays for a moment longer.
  const due = performance.now() + longest;
  let timer = setTimeout(() => {
    if (performance.now() < due + late) release();
    else timer = setTimeout(release, late);
  }, longest);
  globalThis[hook] = {release, blocked: () => blocked};
}
