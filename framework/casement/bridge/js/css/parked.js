// Finds parked elements: style sheets have positioned such an element and all its content where no one can scroll to. A
// document scrolls from its origin to the far ends of its content (CSS Overflow 3 §2.2, scrollable overflow area).
// Therefore content before the origin is unreachable, and so is fixed content outside the viewport (CSS Position 3
// §2.1). Scrolling does not change the result.

let fixedness = new Map();
let originIsAtRight = null;

onNewReading(() => {
  if (fixedness.size > 0) fixedness = new Map();
  originIsAtRight = null;
});

// Whether the document's origin is at the right, because of its writing direction.
function beginsAtRight() {
  if (originIsAtRight !== null) return originIsAtRight;
  const top = documentPart('body') ?? documentPart('documentElement');
  if (top === null) return false;
  const {direction, writingMode} = liveStyleOf(top);
  originIsAtRight = writingMode === 'vertical-rl' || writingMode === 'sideways-rl' ||
      (writingMode === 'horizontal-tb' && direction === 'rtl');
  return originIsAtRight;
}

// Whether the element, or its containing element, does not move when the document is scrolled.
function isFixed(element) {
  let fixed = fixedness.get(element);
  if (fixed !== undefined) return fixed;
  const holder = elementPart(element, 'offsetParent') ?? null;
  // A fixed element inside a transformed element has that element as its offsetParent, and scrolls like any other
  // element.
  fixed = holder === null ? liveStyleOf(element).position === 'fixed' : isFixed(holder);
  fixedness.set(element, fixed);
  return fixed;
}

// Returns how far all scrollable ancestors of the element are scrolled, except the document.
function scrolledAround(element) {
  let x = 0, y = 0;
  for (let at = parentOf(element); at !== null; at = parentOf(at)) {
    if (at === documentPart('scrollingElement')) continue;
    x += elementPart(at, 'scrollLeft') ?? 0;
    y += elementPart(at, 'scrollTop') ?? 0;
  }
  return {x, y};
}

function isOutOfReach(element) {
  const {left, right, top, bottom} = elementPrototype.getBoundingClientRect.call(element);
  const {innerWidth, innerHeight, scrollX, scrollY} = globalThis;
  if (right > 0 && bottom > 0 && left < innerWidth && top < innerHeight) return false;
  if (isFixed(element)) return true;
  const isBefore = (around) => bottom + scrollY + around.y <= 0 ||
      (beginsAtRight() ? left + scrollX + around.x >= elementPart(documentPart('documentElement'), 'clientWidth') :
                         right + scrollX + around.x <= 0);
  return isBefore({x: 0, y: 0}) && isBefore(scrolledAround(element));
}

const hasSize = (element) => {
  const {width, height} = elementPrototype.getBoundingClientRect.call(element);
  return width > 0 && height > 0;
};

function isParked(element) {
  const {position} = liveStyleOf(element);
  if ((position !== 'absolute' && position !== 'fixed') || !isOutOfReach(element)) return false;
  let isDrawn = false;
  for (const one of [element, ...elementsBelow(element)]) {
    if (!hasSize(one)) continue;
    if (!isOutOfReach(one)) return false;
    isDrawn = true;
  }
  return isDrawn;
}
