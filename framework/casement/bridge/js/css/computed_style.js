// Caches the objects for computed styles. The objects are live (CSSOM 1 §7.2, getComputedStyle): a read always returns
// the current value. Making such an object takes longer than reading from it.

let styleOfElement = new WeakMap();
let pseudoStyles = {'::before': new WeakMap(), '::after': new WeakMap()};

// Limits the memory: in a large page, only the objects of the first elements are cached.
const mostStyles = 10000;
let keptStyles = 0;

onNewReading(() => {
  if (keptStyles < mostStyles) return;
  keptStyles = 0;
  styleOfElement = new WeakMap();
  pseudoStyles = {'::before': new WeakMap(), '::after': new WeakMap()};
});

// For a caller who reads values that are not compared later (dom/answers.js).
function styleOf(element) {
  uncached(element);
  return liveStyleOf(element);
}

function liveStyleOf(element) {
  return styleOfElement.get(element) ?? keepStyle(styleOfElement, element, getComputedStyle(element));
}

const askVisibility = (element) => liveStyleOf(element).visibility;
const askCursor = (element) => liveStyleOf(element).cursor;
const askInteractivity = (element) => liveStyleOf(element).interactivity;
const askTransform = (element) => liveStyleOf(element).textTransform;
const askSecurity = (element) => liveStyleOf(element).webkitTextSecurity;

function pseudoStyleOf(element, pseudo) {
  return pseudoStyles[pseudo].get(element) ??
      keepStyle(pseudoStyles[pseudo], element, getComputedStyle(element, pseudo));
}

function keepStyle(styles, element, style) {
  if (++keptStyles <= mostStyles) styles.set(element, style);
  return style;
}
