// Notices that something in this document may look different, and wakes callers that wait for a change.

// A script that sets `value` or `checked` causes no event and no mutation, so a waiter is woken after this many
// milliseconds in any case.
const maxIdleMs = 100;

// Changes come in bursts, so waiters are woken once per burst.
const debounceMs = 8;

// Events after which a page may look different. Some of these events do not leave a shadow tree, so each root has
// listeners.
const eventsOfChange = [
  'load',       'error',       'input',      'change',        'reset',         'focusin',         'focusout',
  'scroll',     'scrollend',   'toggle',     'transitionrun', 'transitionend', 'animationstart',  'animationend',
  'slotchange', 'pointerover', 'pointerout', 'pointerdown',   'pointerup',     'selectionchange', 'fullscreenchange'
];

let waiters = [];
let observer = null;
let debounceTimer = 0;
const observedRoots = new WeakSet();

function noteChange() {
  noteForWatches();
  if (waiters.length > 0 && debounceTimer === 0) debounceTimer = setTimeout(announceChange, debounceMs);
}

onLearnt(noteChange);
onPainted(noteChange);

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
  observer.observe(root, {subtree: true, childList: true, attributes: true, characterData: true});
  for (const type of eventsOfChange) root.addEventListener(type, noteChange, {capture: true, passive: true});
}

function observeAll() {
  if (observer === null) {
    observer = new MutationObserver(noteChange);
    addEventListener('resize', noteChange, {passive: true});
    for (const feature
             of ['prefers-color-scheme: dark', 'prefers-reduced-motion: reduce', 'forced-colors: active', 'print']) {
      matchMedia(feature === 'print' ? feature : `(${feature})`).addEventListener('change', noteChange);
    }
  }
  observeRoot(document);
  for (const element of elementsBelow(document)) {
    const shadow = shadowRootOf(element);
    if (shadow !== null) observeRoot(shadow);
  }
}

// Resolves at the next change.
function changed() {
  observeAll();
  return new Promise(resolve => {
    const timer = setTimeout(announceChange, maxIdleMs);
    waiters.push(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

expose({changed});
