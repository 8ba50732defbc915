// Owns the news that something in this document may look different now, for those who wait for a condition.

// Not everything announces itself: a script that sets `value` or `checked` causes no event and no mutation. A waiter is
// told to look again after this many milliseconds even without news.
const maxIdleMs = 100;

// Changes come in bursts: waiters are told once each.
const debounceMs = 8;

// Loads of style sheets and images, scrolling, focus, the pointer, input, the begins and ends of transitions: all change
// what is seen. Not all of these leave a shadow tree, so each root is listened to.
const eventsOfChange = ['load', 'error', 'input', 'change', 'reset', 'focusin', 'focusout', 'scroll', 'scrollend', 'toggle', 'transitionrun',
  'transitionend', 'animationstart', 'animationend', 'slotchange', 'pointerover', 'pointerout', 'pointerdown', 'pointerup',
  'selectionchange', 'fullscreenchange'];

let waiters = [];
let observer = null;
let debounceTimer = 0;
const observedRoots = new WeakSet();

function noteChange() {
  noteForWatches();
  if (waiters.length > 0 && debounceTimer === 0) debounceTimer = setTimeout(announceChange, debounceMs);
}

onLearnt(noteChange);

function announceChange() {
  clearTimeout(debounceTimer);
  debounceTimer = 0;
  const woken = waiters;
  waiters = [];
  for (const wake of woken) wake();
}

function observeRoot(root) {
  if (observedRoots.has(root)) return;
  observedRoots.add(root);
  observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const type of eventsOfChange) root.addEventListener(type, noteChange, { capture: true, passive: true });
}

function observeAll() {
  if (observer === null) {
    observer = new MutationObserver(noteChange);
    addEventListener('resize', noteChange, { passive: true });
    for (const feature of ['prefers-color-scheme: dark', 'prefers-reduced-motion: reduce', 'forced-colors: active', 'print']) {
      matchMedia(feature === 'print' ? feature : `(${feature})`).addEventListener('change', noteChange);
    }
  }
  observeRoot(document);
  for (const element of elementsBelow(document)) {
    const shadow = shadowRootOf(element);
    if (shadow !== null) observeRoot(shadow);
  }
}

// Resolves at the next news.
function changed() {
  observeAll();
  return new Promise(resolve => {
    const timer = setTimeout(announceChange, maxIdleMs);
    waiters.push(() => { clearTimeout(timer); resolve(true); });
  });
}

expose({ changed });
