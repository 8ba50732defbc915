// Reads the facts about one element that expectations check. Each fact is asked for by name, so that an answer changes
// only with the facts that were asked for.

offerFacts(
    {
      visible: element => isVisibleToPeople(element),
      states: element => statesOf(element, roleOf(element)),
      editable: element => isEditable(element) && !takesNoAction(element),
      checked: element => statesOf(element, roleOf(element)).includes('checked'),
      focused: element => isFocused(element),
      // The browser's own check of the form's field fails (HTML §4.10.20.3), which is no state for assistive
      // technology.
      failsCheck: element => !isStandIn(element) && matchesSelector(element, ':invalid'),
      empty: element => (contentOf(element) ?? normalised(textOf(element))) === '',
      inViewport: element => (isStandIn(element) ? shareInView(element) : viewportShares.get(element) ?? 0),
      text: element => normalised(textOf(element)),
      name: element => nameOf(element),
      description: element => descriptionOf(element),
      role: element => roleOf(element),
      attribute: (element, wanted) => attributeOf(element, wanted),
      classes: element => [...elementPart(element, 'classList')],
      css: (element, {property, wanted}) => cssFact(element, property, wanted),
      value: valueFact,
      values: element =>
          (localNameOf(element) === 'select' && namespaceOf(element) === htmlNamespace ?
               [...element.selectedOptions].map(option => ({value: option.value, label: normalised(option.label)})) :
               null),
    },
    {inViewport: viewportShareKnown});

// A password is compared here, and only the outcome leaves the page. `shown` is for messages.
function valueFact(element, wanted) {
  const value = contentOf(element);
  if (value === null) return null;
  if (isPassword(element)) return {matches: textMatcher(wanted)(value), shown: bullets(value)};
  const label = localNameOf(element) === 'select' ? normalised(element.selectedOptions[0]?.label ?? '') : null;
  return {value, label, shown: localNameOf(element) === 'select' ? label : maskedValue(element) || value};
}

// Returns null if Chrome knows no such property.
function cssOf(element, property) {
  const style = getComputedStyle(element);
  if (!property.startsWith('--') && !CSS.supports(property, 'initial')) return null;
  return style.getPropertyValue(property).trim();
}

// → {value, isSame: whether the value is the wanted one, after each colour in both is written in the same way}
function cssFact(element, property, wanted) {
  const value = cssOf(element, property);
  if (value === null) return null;
  return {value, isSame: wanted !== null && withPlainColours(value) === withPlainColours(wanted)};
}

const colourWords = /#[0-9a-f]+|[a-z-]+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[a-z]+/gi;
const noColour = /^(?:inherit|initial|unset|revert|revert-layer|currentcolor)$/i;
let colourProbe = null;

// Returns CSS text with each colour in it (CSS Color 4 §4) as the four bytes that a screen shows.
function withPlainColours(text) {
  return normalised(text.replace(
      colourWords, word => (noColour.test(word) || !CSS.supports('color', word) ? word : bytesOfColour(word))));
}

function bytesOfColour(colour) {
  colourProbe ??= new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  colourProbe.clearRect(0, 0, 1, 1);
  colourProbe.fillStyle = colour;
  colourProbe.fillRect(0, 0, 1, 1);
  return `colour(${colourProbe.getImageData(0, 0, 1, 1).data.join(' ')})`;
}

// How much of an element the page's own viewport shows, from 0 to 1, through all frames: the observer computes the
// intersection with the top frame, also in frames of another process and in frames that are not drawn.
const viewportShares = new WeakMap();
const viewportFirst = new WeakMap();

const viewportObserver = new IntersectionObserver(entries => {
  for (const entry of entries) {
    // An element without an area, or one that touches the edge, intersects with a ratio of 0.
    viewportShares.set(entry.target, entry.isIntersecting ? Math.max(entry.intersectionRatio, Number.MIN_VALUE) : 0);
    viewportFirst.get(entry.target)?.resolve();
  }
  noteChange();
}, {threshold: [0, 0.25, 0.5, 0.75, 1]});

// In ms. In a frame that is not shown at all, the observer never reports; nothing in such a frame is in view.
const longestReckoning = 500;

// The observer knows no stand-ins, so their share is that of their own document's viewport.
function shareInView(standIn) {
  const {left, top, right, bottom} = boxOf(standIn), {width, height} = documentView();
  const shown = Math.max(0, Math.min(right, width) - Math.max(left, 0)) *
      Math.max(0, Math.min(bottom, height) - Math.max(top, 0));
  return shown === 0 ? 0 : shown / ((right - left) * (bottom - top));
}

// Waits until the element's share is known.
function viewportShareKnown(element) {
  if (isStandIn(element)) return Promise.resolve();
  let first = viewportFirst.get(element);
  if (first === undefined) {
    first = {};
    first.known = new Promise(resolve => {
      first.resolve = resolve;
      setTimeout(resolve, longestReckoning);
    });
    viewportFirst.set(element, first);
    viewportObserver.observe(element);
  }
  return first.known;
}
