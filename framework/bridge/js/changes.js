// Owns the news that something in this document may look different now, for those who wait for a condition.

// Not everything announces itself: a script that sets `value` or `checked` causes no event and no mutation. A waiter is
// told to look again after this many milliseconds even without news.
const longestSilence = 100;

// News comes in bursts; what waits looks again once a burst.
const burst = 8;

let waiters = [];
let observer = null;
let burstTimer = 0;
const observedRoots = new WeakSet();

function noteChange() {
  if (waiters.length > 0 && burstTimer === 0) burstTimer = setTimeout(announceChange, burst);
}

function announceChange() {
  clearTimeout(burstTimer);
  burstTimer = 0;
  const woken = waiters;
  waiters = [];
  for (const wake of woken) wake();
}

function observeRoot(root) {
  if (observedRoots.has(root)) return;
  observedRoots.add(root);
  observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
}

function observeAll() {
  if (observer === null) {
    observer = new MutationObserver(noteChange);
    // Loads of style sheets and images, scrolling, focus, input, the ends of transitions: all change what is seen.
    for (const type of ['load', 'error', 'input', 'change', 'focusin', 'focusout', 'scroll', 'toggle', 'transitionend', 'animationend', 'slotchange']) {
      document.addEventListener(type, noteChange, { capture: true, passive: true });
    }
    addEventListener('resize', noteChange, { passive: true });
  }
  observeRoot(document);
  for (const element of elementsBelow(document)) if (element.shadowRoot) observeRoot(element.shadowRoot);
}

// Resolves at the next news.
function changed() {
  observeAll();
  return new Promise(resolve => {
    const timer = setTimeout(announceChange, longestSilence);
    waiters.push(() => { clearTimeout(timer); resolve(true); });
  });
}
