// Owns the objects that say how an element's style is computed. They are alive (CSSOM 1 §7.2, getComputedStyle): each
// says what is true when it is asked, whenever it was made. Making one takes longer than asking it.

let styleOfElement = new WeakMap();
let pseudoStyles = {'::before': new WeakMap(), '::after': new WeakMap()};

// They take memory: of a large page those of the first elements are kept.
const mostStyles = 10000;
let keptStyles = 0;

onNewReading(() => {
  if (keptStyles < mostStyles) return;
  keptStyles = 0;
  styleOfElement = new WeakMap();
  pseudoStyles = {'::before': new WeakMap(), '::after': new WeakMap()};
});

// For who reads of it what nobody asks again later (dom/answers.js).
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
