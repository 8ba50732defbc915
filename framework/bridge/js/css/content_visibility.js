// Owns waking what the browser skips for being off screen (CSS Containment 2 §4.1, content-visibility: auto): it is there
// for everybody, but has no style until somebody looks. The browser then styles one such box, and where that makes boxes
// (closed details do) goes through all that stand beside it: on a page of thousands the looks of one reading take
// minutes. A search in the page for nothing wakes all of them at once; the page cannot see it.

// Up to here looks one by one cost less, in ms.
const longestLooks = 50;
const looksTried = 8;
const unlessSkipped = { contentVisibilityAuto: true };

// `boxes`: elements that may skip what is in them, as a list.
function wakeSkipped(boxes) {
  const looks = [];
  for (let i = 0; i < boxes.length; i += Math.ceil(boxes.length / looksTried)) {
    const content = firstElementChildOf(boxes[i]);
    if (content === null || elementPrototype.checkVisibility.call(content, unlessSkipped)) continue;
    const began = performance.now();
    hasBox(content);
    looks.push(performance.now() - began);
  }
  if (looks.length === 0) return;
  looks.sort((one, other) => one - other);
  if (looks[looks.length >> 1] * boxes.length > longestLooks) window.find('');
}
