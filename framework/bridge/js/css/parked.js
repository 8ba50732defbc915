// Owns what is parked: an element that style sheets have placed where nobody can scroll to, with all that is in it. A document
// scrolls from its origin to the far ends of what is in it (CSS Overflow 3 §2.2, scrollable overflow area), so nobody gets to
// what is before its origin, nor to what is fixed outside of the viewport (CSS Position 3 §2.1).

const hasSize = ({ width, height }) => width > 0 && height > 0;

// The origin is at the right: in documents that are written from there.
function beginsAtRight() {
  const top = documentPart('body') ?? documentPart('documentElement');
  if (top === null) return false;
  const { direction, writingMode } = liveStyleOf(top);
  return writingMode === 'vertical-rl' || writingMode === 'sideways-rl' || (writingMode === 'horizontal-tb' && direction === 'rtl');
}

function isFixed(element) {
  for (let at = element; at !== null; at = parentOf(at)) {
    // An ancestor with a transform holds it like any other place, and is its offsetParent then.
    if (liveStyleOf(at).position === 'fixed') return elementPart(at, 'offsetParent') === null;
  }
  return false;
}

// How far everything around the element is scrolled.
function scrolledAround(element) {
  let x = 0, y = 0;
  for (let at = parentOf(element); at !== null; at = parentOf(at)) {
    if (at === documentPart('scrollingElement')) continue;
    x += elementPart(at, 'scrollLeft') ?? 0;
    y += elementPart(at, 'scrollTop') ?? 0;
  }
  return { x, y };
}

function isParked(element) {
  const { position } = liveStyleOf(element);
  if (position !== 'absolute' && position !== 'fixed') return false;
  const { innerWidth, innerHeight, scrollX, scrollY } = globalThis;
  const own = elementPrototype.getBoundingClientRect.call(element);
  // Nearly all elements end here.
  if (own.right + scrollX > 0 && own.bottom + scrollY > 0 && own.left < innerWidth && own.top < innerHeight) return false;
  const fixed = isFixed(element);
  const around = fixed ? null : scrolledAround(element);
  const atRight = !fixed && beginsAtRight();
  const isOutside = ({ left, right, top, bottom }) => {
    if (fixed) return right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight;
    if (bottom + scrollY + around.y <= 0) return true;
    const width = documentPart('documentElement').clientWidth;
    return atRight ? left + scrollX + around.x >= width : right + scrollX + around.x <= 0;
  };
  let isAnySeen = false;
  for (const one of [element, ...elementsBelow(element)]) {
    const box = elementPrototype.getBoundingClientRect.call(one);
    if (!hasSize(box)) continue;
    if (!isOutside(box)) return false;
    isAnySeen = true;
  }
  return isAnySeen;
}
