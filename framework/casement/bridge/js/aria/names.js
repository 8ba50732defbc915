// Computes accessible names and descriptions: Accessible Name and Description Computation 1.2 §4.3, with the native
// naming rules of HTML-AAM 1.0 §4.1 and SVG-AAM 1.0 §6.1 (native_names.js). If the standard leaves a choice (white
// space between boxes, roles whose content counts within another name), Chrome's behaviour decides.

// Results of the current reading. No script of the page runs during a reading, so names cannot change.
let contentMemo = new Map();
// Elements that were found to be shown while a name was computed; the walk visits them again.
let knownShown = new Set();
// Element → whether the element or an ancestor is aria-hidden.
let ariaHiddenMemo = new Map();
// Elements that are or may be hidden, but contributed to a name.
let readUnseen = new Set();

onNewReading(() => {
  inReading.clear();
  contentDepth = 0;
  contentMemo = new Map();
  knownShown = new Set();
  ariaHiddenMemo = new Map();
  readUnseen = new Set();
});

// `shown`: whether the caller knows that the element is shown, which saves a check.
function nameOf(
    element, role = roleOf(element), shown = false, localName = localNameOf(element),
    traits = traitsAnywhere(element, localName)) {
  const byContent = namedByContent.has(role);
  if ((traits & withAny) === 0) {
    if (!isNativelyNamed(localName)) return byContent ? contentName(element, shown, localName, traits) : '';
  } else {
    if (localName === 'slot') return '';
    const referenced = (traits & withLabelledby) !== 0 ? labelledbyName(element) : '';
    if (referenced !== '') return referenced;
    const own = knowsInternals ? internalsOf(element) : undefined;
    if (own?.referenced && own.label !== '') return own.label;  // a reference takes precedence, whoever makes it
    const label = (traits & withAriaLabel) !== 0 ? authorLabel(element) : '';
    if (label !== '') return label;
  }
  const native = nativeName(element, role);
  if (native !== null && native !== '') return native;
  if (byContent && native === null) {
    const content = contentName(element, shown, localName, traits);
    if (content !== '') return content;
  }
  return (traits & (withTitle | withPlaceholder)) !== 0 ? tooltipName(element, role) : '';
}

function labelledbyName(element) {
  if (!hasAttributeNamed(element, 'aria-labelledby')) return '';
  return referencedText(labelledByGetter.call(element), element);
}

function referencedText(elements, control) {
  const texts = [];
  const read = new Set();
  uncached(control);
  for (const element of elements ?? []) {
    if (wasConsulted(element)) continue;
    // References are not followed recursively (step 2B). A hidden element is read if a reference points at it (step
    // 2A).
    const hidden = isHiddenRoot(element);
    const text = wholeText(element, {referenced: true, labelled: false, whole: true, hidden, control, read});
    if (text !== '') texts.push(text);
    read.add(element);
    if (contentNesting > 0) (consulted ??= new Set()).add(element);
  }
  return texts.join(' ');
}

// Elements that references have reached inside the content that is being read, because one name consults a node only
// once (accname 1.2 §4.3.2, introduction).
let consulted = null;
let contentNesting = 0;

function wasConsulted(element) { return consulted !== null && consulted.has(element); }

// Whether a referenced element is hidden, so that it is read with all hidden content inside.
function isHiddenRoot(element) {
  if (isSeen(element)) {
    knownShown.add(element);
  } else {
    noteUnseen(element);
    if (isHiddenForAll(element)) return true;
  }
  return isInAriaHidden(element);
}

function noteUnseen(element) {
  uncached(element);
  readUnseen.add(element);
}

// Cached, because referenced elements often share their ancestors.
function isInAriaHidden(element) {
  const unknown = [];
  let answer = false;
  for (let at = element; at !== null; at = parentOf(at)) {
    const known = ariaHiddenMemo.get(at);
    answer = known ?? isTrue(at, 'aria-hidden');
    if (known !== undefined) break;
    unknown.push(at);
    if (answer) break;
  }
  for (const one of unknown) ariaHiddenMemo.set(one, answer);
  return answer;
}

// Elements that are currently read as a whole. A reference back to one of these yields no text.
const inReading = new Set();

// Returns the text of an element that a reference, a label or similar leads to.
function wholeText(element, context) {
  if (inReading.has(element)) return '';
  inReading.add(element);
  noteRoot(rootOf(element));
  const run = new TextRun();
  addAlternative(run, element, context, true);
  inReading.delete(element);
  return nameText(run.text);
}

function authorLabel(element) {
  const label = attributeOf(element, 'aria-label');
  return label === null ? '' : nameText(label);
}

// Step 2F, for an element whose role is named by its content.
function contentName(element, shown, localName, traits) {
  const known = contentMemo.get(element);
  if (known !== undefined) return known;
  const isElementShown = shown || isShown(element);
  const text = loneText(element, localName, traits);
  let name = '';
  if (text !== null) {
    if (isElementShown) name = nameText(text);
  } else {
    contentMemo.set(element, '');  // a reference back to here yields no text
    const run = new TextRun();
    ++contentNesting;
    addContent(run, element, contentContext, isElementShown, localName, traits);
    --contentNesting;
    name = nameText(run.text);
    if (consulted !== null) {
      // Inside another name, this name may lack nodes consulted earlier, so it is not cached as the element's own.
      if (contentNesting > 0) contentMemo.delete(element);
      else contentMemo.set(element, name);
      if (contentNesting === 0) consulted = null;
      return name;
    }
  }
  contentMemo.set(element, name);
  return name;
}

// Returns the text of an element that contains only text; null for any other element.
function loneText(element, localName, traits) {
  if (firstElementChildOf(element) !== null || localName === 'slot') return null;
  const text = textContentOf(element);
  if (text === '' || (traits & hosting) !== 0 || mayGenerate(localName, traits)) return null;
  if ((traits & withOwns) !== 0 || ((traits & sheetsSkip) !== 0 && skipsContent(element, localName))) return null;
  return shownText(text, element);
}
const contentContext = {
  referenced: false,
  labelled: false,
  whole: false,
  hidden: false,
  control: null
};

// Step 2I. An element without a role is not named by its tooltip, except for text-level elements (HTML-AAM 1.0 §4.1).
const textLevel =
    new Set(['abbr', 'b', 'bdi', 'bdo', 'cite', 'data', 'i', 'kbd', 'q', 's', 'samp', 'small', 'u', 'var']);
function tooltipName(element, role) {
  const named = role !== 'generic' && role !== 'none';
  const title = named || textLevel.has(localNameOf(element)) ? attributeOf(element, 'title') : null;
  if (title !== null) {
    const name = nameText(title);
    if (name !== '') return name;
  }
  return placeholderName(element, role);
}

// Adds the contribution of one element to another element's name (steps 2B to 2I in this order). `isRoot`: the element
// that a reference or label leads to, which is read whatever its role.
function addAlternative(
    run, element, context, isRoot, shown = context.hidden || isShown(element), localName = localNameOf(element),
    traits = traitsOf(element, localName)) {
  if (element === context.control && !isRoot) return;
  const role = roleOf(element, localName, traits);
  if (localName === 'slot') {  // represents its content, and has no name itself
    addContent(run, element, context, shown, localName, traits);
    return;
  }
  // Consulted before, so only its own references can add text.
  if (wasConsulted(element)) {
    const text = context.referenced ? '' : labelledbyName(element);
    if (text !== '') run.add(` ${text} `);
    return;
  }
  if ((traits & withAny) !== 0 || namedByOthers.has(role) || isNativelyNamed(localName)) {
    const text = ownText(element, role, context, traits);
    if (text !== '') {
      // A text that is not content is separated by spaces.
      run.cross(spaceBorder);
      run.add(text);
      run.cross(spaceBorder);
      return;
    }
  }
  if (localName === 'select') return;  // the options are not part of its text
  if (isRoot || context.whole || namedByContent.has(role) || partOfContent.has(role)) {
    const isCell = cellRoles.has(role);
    if (isCell) run.cross(spaceBorder);
    const before = run.text.length;
    if (isCell && context === contentContext) run.add(contentName(element, shown, localName, traits));
    else addContent(run, element, context, shown, localName, traits);
    if (isCell) run.cross(spaceBorder);
    if (run.text.length > before && run.text.slice(before).trim() !== '') return;
  }
  if ((traits & withTitle) !== 0 && element !== context.control) {
    const title = attributeOf(element, 'title');
    if (title !== null) run.add(` ${title} `);
  }
}

// Returns the text that replaces an element's content in a name, or ''.
function ownText(element, role, context, traits) {
  if (!context.referenced && (traits & withLabelledby) !== 0) {
    const referenced = labelledbyName(element);
    if (referenced !== '') return referenced;
  }
  if (element !== context.control) {
    const value = embeddedValue(element, role, context);
    // A closed list contributes the chosen options, or nothing.
    if (value !== '' || (role === 'combobox' && localNameOf(element) === 'select')) return value;
  }
  const name = ((traits & withAriaLabel) !== 0 && authorLabel(element)) || (nativeName(element, role, context) ?? '');
  // A text box that references itself contributes its value; in Chrome no other control does.
  const isItself =
      element === context.control && context.referenced && typedRoles.has(role) && localNameOf(element) !== 'select';
  return name === '' && isItself ? embeddedValue(element, role, context) : name;
}

let contentDepth = 0;

function addContent(run, element, context, shown, localName, traits) {
  if (!context.hidden && (traits & sheetsSkip) !== 0 && skipsContent(element, localName)) return;
  if (contentDepth >= deepest) {
    run.add(textContentOf(element));
    return;
  }
  ++contentDepth;
  if (localName === 'label') passedLabels.push(element);
  addParts(run, element, context, shown, localName, traits);
  if (--contentDepth === 0) passedLabels.length = 0;
}

// Labels whose content was read within the current name; such a label does not name its control again.
const passedLabels = [];

function addParts(run, element, context, shown, localName, traits) {
  const generates = shown && mayGenerate(localName, traits);
  if (generates) run.add(generatedText(element, '::before'));
  const replaced = replacedChildrenOf(element, localName, traits);
  if (replaced !== null && localName === 'slot') noteRoot(rootOf(replaced[0]));
  const boxes = shown ? boxesIn(localName, traits) : 0;
  if (replaced !== null) {
    for (const child of replaced) addNode(run, child, element, context, shown, false, boxes);
  } else if (localName === 'details' && !element.open && !context.hidden) {
    for (const child of childElementsOf(element))
      if (isSummaryOfDetails(child)) addNode(run, child, element, context, shown, false, 0);
  } else {
    for (let child = firstChildOf(element); child !== null; child = nextSiblingOf(child)) {
      addNode(run, child, element, context, shown, false, boxes);
    }
  }
  const owned = (traits & withOwns) !== 0 ? ownedElementsOf(element) : null;
  if (owned !== null) {
    for (const child of owned) {
      run.cross(spaceBorder);
      addNode(run, child, element, context, shown, true, 0);
    }
  }
  if (generates) run.add(generatedText(element, '::after'));
}

// Whether text directly inside the element is visible, if the element has a box (or display:contents).
function isShown(element) {
  if (knownShown.has(element) || isSeen(element)) return true;
  noteUnseen(element);
  return styleOf(element).visibility === 'visible';
}

const unreadElements = new Set(['script', 'style', 'template', 'noscript', 'head', 'meta', 'link', 'base']);

// A noscript is read if scripts are off, as in a frame whose sandbox forbids scripts (HTML §4.12.2).
function isUnread(localName) { return unreadElements.has(localName) && (localName !== 'noscript' || !scriptsAreOff()); }

function addNode(run, node, parent, context, shown, isOwned, inside) {
  const type = nodeTypeOf(node);
  if (type === 3 || type === 4) {
    if (shown) run.add(context.hidden && !hasBox(parent) ? node.data : shownText(node.data, parent, run.text));
    return;
  }
  if (type !== 1) return;
  const localName = localNameOf(node);
  if (isUnread(localName) || context.read?.has(node)) return;
  const traits = traitsOf(node, localName);
  let isNodeShown = true;
  if (!context.hidden) {
    if ((traits & withAriaHidden) !== 0 && attributeOf(node, 'aria-hidden') === 'true') return;
    isNodeShown = isSurelyShown(node, localName, inside, traits) || isSeen(node);
    if (isNodeShown) {
      knownShown.add(node);
    } else if (!hasBox(node)) {
      if (answered(node, askDisplay) !== 'contents') return;
      isNodeShown = answered(node, askVisibility) === 'visible';
    }
  }
  if (!isOwned && (traits & withId) !== 0 && ownerOf(node) !== null) return;
  if (localName === 'br') {
    run.cross(blockBorder);
    return;
  }
  run.pass(node);
  addAlternative(run, node, context, false, isNodeShown, localName, traits);
  run.pass(node);
}

// Returns the description: accname 1.2 §4.3.1, aria-describedby, then aria-description, then sources that the name did
// not use.
function descriptionOf(element, role = roleOf(element)) {
  if (hasAttributeNamed(element, 'aria-describedby')) {
    const text = referencedText(describedByGetter.call(element), element);
    if (text !== '') return text;
  }
  const description = nameText(attributeOf(element, 'aria-description') ?? '');
  if (description !== '') return description;
  const name = nameOf(element, role);
  const native = nativeDescription(element, role, name);
  if (native !== '') return native;
  const title = nameText(attributeOf(element, 'title') ?? '');
  return title !== name ? title : '';
}
