// Owns accessible names and descriptions: Accessible Name and Description Computation 1.2 §4.3, with the native ways of
// naming from HTML-AAM 1.0 §4.1 and SVG-AAM 1.0 §6.1 (native_names.js). Where the standard leaves a choice (white space
// between boxes, which roles' content counts on the way) Chrome decides.

// What was found in this reading. A name does not change while the page stands still, and no script of the page runs
// while we read.
let contentMemo = new Map();
// Elements that were seen to be shown on the way through a name: the walk comes by them again.
let knownShown = new Set();
// Element → whether it or something around it is aria-hidden.
let ariaHiddenMemo = new Map();
// Elements that are not shown, or may not be, from which a name was read all the same.
let readUnseen = new Set();

onNewReading(() => {
  inReading.clear();
  contentDepth = 0;
  contentMemo = new Map();
  knownShown = new Set();
  ariaHiddenMemo = new Map();
  readUnseen = new Set();
});

// `shown` says that the caller knows the element to be shown; it spares a look.
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
    if (own?.referenced && own.label !== '') return own.label;  // a reference comes first, whoever makes it
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
    // A reference does not follow references (step 2B). What is hidden is read when it is pointed at (step 2A).
    const hidden = isHiddenRoot(element);
    const text = wholeText(element, {referenced: true, labelled: false, whole: true, hidden, control, read});
    if (text !== '') texts.push(text);
    read.add(element);
    if (contentNesting > 0) (consulted ??= new Set()).add(element);
  }
  return texts.join(' ');
}

// What references have led to on the way through the content that is being read: within one name a node is consulted
// once (accname 1.2 §4.3.2, introduction).
let consulted = null;
let contentNesting = 0;

function wasConsulted(element) { return consulted !== null && consulted.has(element); }

// What is pointed at though it is hidden is read with all that is hidden in it.
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

// References lead to elements that stand in the same ones again and again.
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

// Elements that are being read as a whole right now. Whoever leads back to one of them gets nothing.
const inReading = new Set();

// The text of an element that a reference, a label or the like leads to.
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

// Step 2F for an element whose role is named by its content.
function contentName(element, shown, localName, traits) {
  const known = contentMemo.get(element);
  if (known !== undefined) return known;
  const isElementShown = shown || isShown(element);
  const text = loneText(element, localName, traits);
  let name = '';
  if (text !== null) {
    if (isElementShown) name = nameText(text);
  } else {
    contentMemo.set(element, '');  // whoever leads back here gets nothing
    const run = new TextRun();
    ++contentNesting;
    addContent(run, element, contentContext, isElementShown, localName, traits);
    --contentNesting;
    name = nameText(run.text);
    if (consulted !== null) {
      // Part of another name that has consulted what this one may have left out: it is not the element's own.
      if (contentNesting > 0) contentMemo.delete(element);
      else contentMemo.set(element, name);
      if (contentNesting === 0) consulted = null;
      return name;
    }
  }
  contentMemo.set(element, name);
  return name;
}

// The text of an element that has nothing but text in it; null for any other.
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

// Step 2I. What has no role is not named by its tooltip, but for text-level elements (HTML-AAM 1.0 §4.1).
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

// Adds what one element says on the way through another's name (steps 2B to 2I in their order). `isRoot`: the element
// that a reference or label leads to, which is read whatever its role.
function addAlternative(
    run, element, context, isRoot, shown = context.hidden || isShown(element), localName = localNameOf(element),
    traits = traitsOf(element, localName)) {
  if (element === context.control && !isRoot) return;
  const role = roleOf(element, localName, traits);
  if (localName === 'slot') {  // stands for what is in it, and takes no name
    addContent(run, element, context, shown, localName, traits);
    return;
  }
  // Consulted before: what is new can come from references of its own only.
  if (wasConsulted(element)) {
    const text = context.referenced ? '' : labelledbyName(element);
    if (text !== '') run.add(` ${text} `);
    return;
  }
  if ((traits & withAny) !== 0 || namedByOthers.has(role) || isNativelyNamed(localName)) {
    const text = ownText(element, role, context, traits);
    if (text !== '') {
      // A text that is no content stands by itself.
      run.cross(spaceBorder);
      run.add(text);
      run.cross(spaceBorder);
      return;
    }
  }
  if (localName === 'select') return;  // its options are no text of it
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

// What an element says in place of its content, or ''.
function ownText(element, role, context, traits) {
  if (!context.referenced && (traits & withLabelledby) !== 0) {
    const referenced = labelledbyName(element);
    if (referenced !== '') return referenced;
  }
  if (element !== context.control) {
    const value = embeddedValue(element, role, context);
    // A closed list says what it has chosen, or nothing.
    if (value !== '' || (role === 'combobox' && localNameOf(element) === 'select')) return value;
  }
  const name = ((traits & withAriaLabel) !== 0 && authorLabel(element)) || (nativeName(element, role, context) ?? '');
  // A text box that names itself, too, says what it holds; no other control does in Chrome.
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

// Labels whose content was read on the way through a name: it does not call the control once more by one of them.
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

// Whether text directly in an element that has a box (or display:contents) shows.
function isShown(element) {
  if (knownShown.has(element) || isSeen(element)) return true;
  noteUnseen(element);
  return styleOf(element).visibility === 'visible';
}

const unreadElements = new Set(['script', 'style', 'template', 'noscript', 'head', 'meta', 'link', 'base']);

// A noscript is there for everybody where scripts are off, as in a frame whose sandbox allows none (HTML §4.12.2).
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

// Descriptions: accname 1.2 §4.3.1, aria-describedby, then aria-description, then what the name has left over.
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
