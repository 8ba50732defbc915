// Owns the refusal of a press that is meant for another document. Stands alone: it runs in documents that have no
// bridge, and as the first script of documents that begin while a press is on its way. It is called with whether the
// press is a finger's (click_guard_script.h): a mouse's makes no touch.
function guardPresses(isFinger) {
  const hook = 'casementClickGuard';
  // An element of the page with this id would be a global as well, but no own property.
  Object.getOwnPropertyDescriptor(globalThis, hook)?.value.release();
  const types = pressEventsOf(isFinger);
  // ms. Longer than the check in the document that the press is meant for: one that comes late is let through there,
  // and still does not get here.
  const longest = longestPress + 2000, late = 1000;
  let blocked = 0;
  const keepAway = event => {
    if (!isOfPress(event)) return;
    if (event.type === 'pointerdown') ++blocked;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // → how many presses were kept away
  const release = () => {
    clearTimeout(timer);
    for (const type of types) removeEventListener(type, keepAway, {capture: true});
    removeEventListener('pagehide', leave, {capture: true});
    delete globalThis[hook];
    return blocked;
  };
  for (const type of types) addEventListener(type, keepAway, {capture: true, passive: false});
  // A document that comes back from the back/forward cache is reported anew.
  const leave = event => {
    if (event.isTrusted) release();
  };
  addEventListener('pagehide', leave, {capture: true});
  // One that nobody lifts would keep a person's own clicks away for good. Where the document hung meanwhile, the press
  // may have waited as long as this.
  const due = performance.now() + longest;
  let timer = setTimeout(() => {
    if (performance.now() < due + late) release();
    else timer = setTimeout(release, late);
  }, longest);
  globalThis[hook] = {release, blocked: () => blocked};
}
