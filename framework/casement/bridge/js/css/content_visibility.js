// Owns rendering what the browser skips for being off screen (CSS Containment 2 §4.1, content-visibility: auto). It
// counts as shown, but has no style until somebody asks for one. Chrome then styles that one box, and where this makes
// boxes (closed details do) goes through all its siblings: on a page of thousands, asking one by one takes minutes. A
// search in the page for nothing renders all of them at once, and the page cannot notice it.

// Asking one by one costs less than a search up to here, in ms.
const mostStylingTime = 50;
const boxesTimed = 8;
const unlessSkipped = {
  contentVisibilityAuto: true
};

// `boxes`: a list of elements whose content may be skipped.
function renderSkipped(boxes) {
  const times = [];
  for (let i = 0; i < boxes.length; i += Math.ceil(boxes.length / boxesTimed)) {
    const content = firstElementChildOf(boxes[i]);
    if (content === null || elementPrototype.checkVisibility.call(content, unlessSkipped)) continue;
    const began = performance.now();
    hasBox(content);
    times.push(performance.now() - began);
  }
  if (times.length === 0) return;
  times.sort((one, other) => one - other);
  if (times[times.length >> 1] * boxes.length > mostStylingTime) window.find('');
}
