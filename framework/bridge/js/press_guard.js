// Owns the refusal of a press that is meant for another document. Stands alone: it runs in documents that have no
// bridge, and as the first script of documents that begin while a press is on its way. It is called with whether the
// press is a finger's (bridge.h): a mouse's makes no touch, and for a listener to touches that may refuse them Chrome goes
// through all that the page shows, again when it is taken away.
((isFinger) => {
  const hook = 'casementPressGuard';
  globalThis[hook]?.lift();
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu',
    ...(isFinger ? ['touchstart', 'touchend'] : [])];
  const longest = 7000, late = 1000;  // ms
  let kept = 0;
  const keepAway = event => {
    // A click that the keyboard makes counts no presses, and a menu that it opens is no button's.
    if (!event.isTrusted || event.type === 'click' && event.detail === 0 || event.button < 0) return;
    if (event.type === 'pointerdown') ++kept;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // → how many presses were kept away
  const lift = () => {
    clearTimeout(timer);
    for (const type of types) removeEventListener(type, keepAway, { capture: true });
    removeEventListener('pagehide', leave, { capture: true });
    delete globalThis[hook];
    return kept;
  };
  for (const type of types) addEventListener(type, keepAway, { capture: true, passive: false });
  // A document that comes back from the back/forward cache is told anew.
  const leave = event => { if (event.isTrusted) lift(); };
  addEventListener('pagehide', leave, { capture: true });
  // One that nobody lifts would keep a person's own clicks away for good. Where the document hung meanwhile, the press
  // may have waited as long as this.
  const due = performance.now() + longest;
  let timer = setTimeout(() => {
    if (performance.now() < due + late) lift();
    else timer = setTimeout(lift, late);
  }, longest);
  globalThis[hook] = { lift, kept: () => kept };
})
