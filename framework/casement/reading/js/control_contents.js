// Reads the content of controls: a value, the options of a list, and the areas of an image map.

const valuelessInputs = new Set(['button', 'checkbox', 'image', 'radio', 'reset', 'submit', 'hidden']);

function shownValue(element, role, revealValues) {
  if (localNameOf(element) === 'textarea') return maskedValue(element, revealValues);
  if (valuelessInputs.has(element.type)) return '';
  if (element.type === 'file') return [...element.files].map((file) => file.name).join(', ');
  if (element.type === 'range' || element.type === 'number') {
    const text = attributeOf(element, 'aria-valuetext');
    if (text !== null && text !== '') return text;
  }
  return maskedValue(element, revealValues);
}

// Adds the value of a control. A closed select shows only the chosen options, as a person sees it; a list of all
// countries would flood the page.
function readControl(walk, element, node) {
  const localName = localNameOf(element);
  if (localName === 'select') {
    if (node.role === 'listbox' || matchesSelector(element, openSelector)) readOptions(walk, element, node);
    else addValue(node, chosenOptions(element, walk.revealValues));
  } else if (localName === 'input' || localName === 'textarea') {
    addValue(node, shownValue(element, node.role, walk.revealValues));
  } else if (localName === 'meter' || localName === 'progress') {
    addValue(node, rangeText(element));
  } else if (localName === 'img' && element.useMap !== '') {
    readAreas(walk, element, node);
  } else if (localName === 'canvas') {
    readCanvas(walk, element, node);
  }
}

// Reads what an application has painted into the canvas (aria/painted.js).
function readCanvas(walk, canvas, node) {
  const painted = paintedCanvasOf(canvas);
  if (painted === null) return;
  uncached(canvas);
  walk.left += painted.left;
  readPaintedItems(walk, painted.tops, node);
}

function readPaintedItems(walk, items, parent) {
  for (const item of items) {
    if (walk.count >= walk.maxNodes_) {
      ++walk.left;
      continue;
    }
    ++walk.count;
    const inside = isDisabledItem(item) ? parent.inside | inDisabled : parent.inside;
    // An item without others in it reads as before, unless its application has told something else.
    const isAlone = firstElementChildOf(item) === null && walk.whole_ === null && !walk.wantsBoxes_;
    const before = isAlone ? readingOfItem(item, inside) : null;
    if (before !== null) {
      parent.children.push(...before);
      continue;
    }
    const first = parent.children.length;
    readPaintedItem(walk, item, parent, inside);
    if (isAlone) keepReadingOfItem(item, inside, parent.children.slice(first));
  }
}

function readPaintedItem(walk, item, parent, inside) {
  const traits = attributeBits(item);
  const node = walk.nodeFor(item, 'painted', traits, inside) ?? walk.whole_?.nodeFor(inside) ?? null;
  const text = textOfItem(item);
  if (text !== '') (node ?? parent).children.push(text);
  readPaintedItems(walk, arrayOf(childElementsOf(item)), node ?? parent);
  if (node === null) return;
  addValue(node, contentOf(item) ?? '');
  walk.keep(node, parent, item, 'painted', traits);
}

function readOptions(walk, parentElement, parent) {
  for (const element of childElementsOf(parentElement)) {
    if (localNameOf(element) === 'hr' || styleOf(element).display === 'none') continue;
    if (localNameOf(element) !== 'option' && localNameOf(element) !== 'optgroup') {
      readOptions(walk, element, parent);
      continue;
    }
    walk.count++;
    const localName = localNameOf(element);
    const traits = traitsOf(element, localName);
    const node = walk.nodeFor(element, localName, traits, parent.inside);
    if (node === null) continue;
    if (localName === 'optgroup') readOptions(walk, element, node);
    walk.keep(node, parent, element, localName, traits);
  }
}

// An area has no box of its own; the image displays it (HTML §4.8.14).
function readAreas(walk, image, parent) {
  uncached(image);
  const map = `map[name="${CSS.escape(image.useMap.replace(/^#/, ''))}"]`;
  for (const area of allMatching(rootOf(image), `${map} area[href]`)) {
    walk.count++;
    const traits = traitsOf(area, 'area');
    const node = walk.nodeFor(area, 'area', traits, parent.inside);
    if (node !== null) walk.keep(node, parent, area, 'area', traits);
  }
}
