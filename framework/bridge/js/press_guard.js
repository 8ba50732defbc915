// Owns the refusal of a press that is meant for another document. Stands alone: it runs in documents that have no
// bridge, and as the first script of documents that begin while a press is on its way.
(() => {
  const hook = 'casementPressGuard';
  globalThis[hook]?.lift();
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu',
    'touchstart', 'touchend'];
  let kept = 0;
  const keepAway = event => {
    if (!event.isTrusted) return;
    if (event.type === 'pointerdown') ++kept;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // → how many presses were kept away
  const lift = () => {
    clearTimeout(timer);
    for (const type of types) removeEventListener(type, keepAway, { capture: true });
    delete globalThis[hook];
    return kept;
  };
  for (const type of types) addEventListener(type, keepAway, { capture: true, passive: false });
  // One that nobody lifts would keep a person's own clicks away for good.
  const timer = setTimeout(lift, 5000);
  globalThis[hook] = { lift };
})();
