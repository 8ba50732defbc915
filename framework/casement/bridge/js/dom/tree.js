// Defines the tree that is read and the access to its nodes: the flat tree (CSS Scoping 1 §3.3: a shadow root replaces
// its host's children, slots are filled by assignment) with the children that aria-owns moves (ARIA 1.2 §6.6.1
// aria-owns).
//
// Names in a page can shadow the properties of a form or document (HTML §4.10.3, §3.1.5, [LegacyOverrideBuiltIns]):
// after <input name=parentNode>, form.parentNode is that input. Therefore any node that may be a form or the document
// is accessed only through the functions here, which use the prototypes. The ctest `script_rule` fails if a script
// reads such a property directly. In a document, Chrome lets names shadow properties only in the page's own world.

const getterOf = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;

const localNameGetter = getterOf(Element.prototype, 'localName');
const namespaceGetter = getterOf(Element.prototype, 'namespaceURI');
const childrenGetter = getterOf(Element.prototype, 'children');
const shadowRootGetter = getterOf(Element.prototype, 'shadowRoot');
const assignedSlotGetter = getterOf(Element.prototype, 'assignedSlot');
const nodeTypeGetter = getterOf(Node.prototype, 'nodeType');
const firstChildGetter = getterOf(Node.prototype, 'firstChild');
const nextSiblingGetter = getterOf(Node.prototype, 'nextSibling');
const firstElementChildGetter = getterOf(Element.prototype, 'firstElementChild');
const nextElementSiblingGetter = getterOf(Element.prototype, 'nextElementSibling');
const previousElementSiblingGetter = getterOf(Element.prototype, 'previousElementSibling');
const textContentGetter = getterOf(Node.prototype, 'textContent');
const parentNodeGetter = getterOf(Node.prototype, 'parentNode');
const parentElementGetter = getterOf(Node.prototype, 'parentElement');
const childNodesGetter = getterOf(Node.prototype, 'childNodes');
const isConnectedGetter = getterOf(Node.prototype, 'isConnected');
const ownerDocumentGetter = getterOf(Node.prototype, 'ownerDocument');
const tabIndexGetter = getterOf(HTMLElement.prototype, 'tabIndex');
const contentEditableGetter = getterOf(HTMLElement.prototype, 'isContentEditable');
const labelledByGetter = getterOf(Element.prototype, 'ariaLabelledByElements');
const describedByGetter = getterOf(Element.prototype, 'ariaDescribedByElements');
const elementPrototype = Element.prototype;
const nodePrototype = Node.prototype;
const rootGetter = Node.prototype.getRootNode;

const localNameOf = (element) => localNameGetter.call(element);
const namespaceOf = (element) => namespaceGetter.call(element);
const childElementsOf = (element) => childrenGetter.call(element);
const shadowRootOf = (element) =>
    shadowRootGetter.call(element) ?? (knowsClosedRoots ? closedRoots.get(element) ?? null : null);
const assignedSlotOf = (element) =>
    assignedSlotGetter.call(element) ?? (knowsClosedRoots ? slotInClosedRoot(element) : null);
const nodeTypeOf = (node) => nodeTypeGetter.call(node);
const firstChildOf = (node) => firstChildGetter.call(node);
const nextSiblingOf = (node) => nextSiblingGetter.call(node);
const firstElementChildOf = (element) => firstElementChildGetter.call(element);
const nextElementSiblingOf = (element) => nextElementSiblingGetter.call(element);
const previousElementSiblingOf = (element) => previousElementSiblingGetter.call(element);
const textContentOf = (node) => textContentGetter.call(node);
const parentNodeOf = (node) => parentNodeGetter.call(node);
const parentElementOf = (node) => parentElementGetter.call(node);
const childNodesOf = (node) => childNodesGetter.call(node);
const isConnectedNode = (node) => isConnectedGetter.call(node);
const ownerDocumentOf = (node) => ownerDocumentGetter.call(node);
const rootOf = (node) => rootGetter.call(node);
const attributeOf = (element, name) => elementPrototype.getAttribute.call(element, name);
const hasAttributeNamed = (element, name) => elementPrototype.hasAttribute.call(element, name);
const hasAnyAttribute = (element) => elementPrototype.hasAttributes.call(element);
const attributeNamesOf = (element) => elementPrototype.getAttributeNames.call(element);
const closestOf = (element, selector) => elementPrototype.closest.call(element, selector);
const matchesSelector = (element, selector) => elementPrototype.matches.call(element, selector);
// An element with `display: contents` has the boxes of its content (CSS Display 3 §2.5), but Chrome does not return
// these.
const isContentsAlone = (element, {x, y, width, height}) =>
    width === 0 && height === 0 && x === 0 && y === 0 && getComputedStyle(element).display === 'contents';
function rangeOfContents(element) {
  const range = new Range();
  range.selectNodeContents(element);
  return range;
}
function boxOf(element) {
  if (isStandIn(element)) return boxOfStandIn(element);
  const box = elementPrototype.getBoundingClientRect.call(element);
  if (!isContentsAlone(element, box)) return box;
  const range = rangeOfContents(element);
  return range.getBoundingClientRect();
}
function drawnBoxesOf(element) {
  if (isStandIn(element)) return [boxOfStandIn(element)];
  if (!isContentsAlone(element, elementPrototype.getBoundingClientRect.call(element)))
    return callElement(element, 'getClientRects');
  const range = rangeOfContents(element);
  return range.getClientRects();
}
// Reads any other property of an element, or calls any other function. Slower than a cached getter.
const elementPart = (element, name) => Reflect.get(Object.getPrototypeOf(element), name, element);
const callElement = (element, name, ...given) => elementPart(element, name).apply(element, given);
// Only HTML elements can be forms; other elements have their own getter, or none.
const tabIndexOf = (element) =>
    (namespaceOf(element) === htmlNamespace ? tabIndexGetter.call(element) : (elementPart(element, 'tabIndex') ?? -1));
const isContentEditableIn = (element) => namespaceOf(element) === htmlNamespace && contentEditableGetter.call(element);

const askBox = (element) => elementPrototype.checkVisibility.call(element);
const askSeen = (element) => elementPrototype.checkVisibility.call(element, visibilityToo);
const askHosting = (element) => shadowRootGetter.call(element) !== null;

// Whether the element has a box of its own (no display:none or contents), and no content-visibility around the element
// skips it.
const hasBox = (element) => (isStandIn(element) ? isShownStandIn(element) : answered(element, askBox));
// Each option also has the name that Chrome used before version 121.
const visibilityToo = {
  visibilityProperty: true,
  checkVisibilityCSS: true
};
// The same, and not visibility:hidden.
const isSeen = (element) => (isStandIn(element) ? isShownStandIn(element) : answered(element, askSeen));

const documentGetters = new Map();

function documentPart(name) {
  let getter = documentGetters.get(name);
  if (getter === undefined) documentGetters.set(name, getter = getterOf(Document.prototype, name));
  return getter.call(document);
}

function isBeingParsed() { return documentPart('readyState') === 'loading'; }

// Limits the nesting that is followed, because the stack is finite. The HTML parser itself stops at 512.
const deepest = 600;

function allMatching(root, selector) {
  const {prototype} = root === document ? Document : nodeTypeOf(root) === 11 ? DocumentFragment : Element;
  return prototype.querySelectorAll.call(root, selector);
}

function elementsNamed(localName) { return Document.prototype.getElementsByTagName.call(document, localName); }

// The browser's own string object, because comparing an identical string is immediate.
const htmlNamespace = namespaceGetter.call(document.createElementNS('http://www.w3.org/1999/xhtml', 'p'));
const svgNamespace = 'http://www.w3.org/2000/svg';
const mathNamespace = 'http://www.w3.org/1998/Math/MathML';

// DOM §4.8, valid shadow host names.
const hostNames = new Set([
  'article', 'aside', 'blockquote', 'body', 'div', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'main',
  'nav', 'p', 'section', 'span'
]);

// DOM §4.8, attachShadow.
function canHost(localName) { return hostNames.has(localName) || localName.includes('-'); }

// For each root (document or shadow root), during one reading: owner → owned elements, owned element → owner. Null if
// the root has no owner.
let ownershipByRoot = new Map();

onNewReading(() => { ownershipByRoot = new Map(); });

function ownershipIn(root) {
  let ownership = ownershipByRoot.get(root);
  if (ownership !== undefined) return ownership;
  ownership = null;
  const owners = allMatching(root, '[aria-owns]');
  if (owners.length > 0) {
    ownership = {ownedBy: new Map(), ownerOf: new Map()};
    for (const owner of owners) claimOwned(owner, ownership);
  }
  ownershipByRoot.set(root, ownership);
  return ownership;
}

// For a caller who knows that no element in the document has aria-owns.
function goByNoOwners() { ownershipByRoot.set(document, null); }

// The first owner wins. An element cannot own itself or its ancestors, even indirectly. An element that is not read
// owns nothing, because its claim would make visible content disappear.
function claimOwned(owner, {ownedBy, ownerOf}) {
  if (!hasBox(owner) || closestOf(owner, '[aria-hidden="true" i],[inert]') !== null) return;
  if (localNameOf(owner) === 'input' || localNameOf(owner) === 'select' || localNameOf(owner) === 'textarea') return;
  const owned = [];
  for (const id of attributeOf(owner, 'aria-owns').split(/\s+/)) {
    const element = id === '' ? undefined : allMatching(rootOf(owner), `#${CSS.escape(id)}`)[0];
    if (element === undefined || ownerOf.has(element) || element === documentPart('body')) continue;
    let above = owner;
    while (above !== null && above !== element) above = ownerOf.get(above) ?? parentOf(above);
    if (above !== null) continue;
    ownerOf.set(element, owner);
    owned.push(element);
  }
  if (owned.length > 0) ownedBy.set(owner, owned);
}

// A child's own assignedSlot is null for a slot in a closed root.
function slotInClosedRoot(child) {
  const parent = parentNodeOf(child);
  const shadow = parent === null ? undefined : closedRoots.get(parent);
  return shadow === undefined ? null : slotFor(child, shadow);
}

// Returns the slot of a host's shadow root that shows the child, an element or text (DOM §4.2.2.3, find a slot); null
// if there is none.
function slotFor(child, shadow) {
  const name = nodeTypeOf(child) === 1 ? attributeOf(child, 'slot') ?? '' : '';
  const isManual = shadow.slotAssignment === 'manual';
  for (const slot of allMatching(shadow, 'slot')) {
    if (isManual ? slot.assignedNodes().includes(child) : slot.name === name) return slot;
  }
  return null;
}

// Returns the parent in the flat tree: always an element, never a shadow root; null at the top.
function parentOf(element) {
  const slot = assignedSlotOf(element);
  if (slot !== null) return slot;
  const parent = parentNodeOf(element);
  if (parent === null) return isStandIn(element) ? standInKindOf(element).parentOf(element) : null;
  if (nodeTypeOf(parent) === 1) return parent;
  return nodeTypeOf(parent) === 11 && parent.host !== undefined ? parent.host : null;
}

// Returns the parent in reading order: aria-owns overrides the flat tree.
function readingParentOf(element) { return ownerOf(element) ?? parentOf(element); }

// Only an element with an id can be owned, so nearly all elements are answered without a look at their root.
function ownerOf(element) {
  return hasAttributeNamed(element, 'id') ? ownershipIn(rootOf(element))?.ownerOf.get(element) ?? null : null;
}

function ownedElementsOf(element) {
  return hasAttributeNamed(element, 'aria-owns') ? ownershipIn(rootOf(element))?.ownedBy.get(element) ?? null : null;
}

let noteShadowRoot = null;

// `note` is called with each shadow root before its content is read.
function onShadowRoot(note) { noteShadowRoot = note; }

// Returns the child nodes in the flat tree as an array, or null if they are simply the children (firstChild,
// nextSibling).
function replacedChildrenOf(element, localName = localNameOf(element), traits = anything) {
  const shadow = (traits & hosting) !== 0 ? shadowRootOf(element) : null;
  if (shadow !== null) {
    noteShadowRoot(shadow);
    return childNodesOf(shadow);
  }
  if (localName === 'slot' && element.assignedNodes !== undefined) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return null;
}

// HTML §4.11.2: the first summary that is a direct child of a details element.
function isSummaryOfDetails(element) {
  const parent = parentNodeOf(element);
  if (parent === null || nodeTypeOf(parent) !== 1 || localNameOf(parent) !== 'details') return false;
  for (const child of childElementsOf(parent))
    if (localNameOf(child) === 'summary') return child === element;
  return false;
}

// Iterating a list with its iterator takes browsers ten times as long.
function arrayOf(list, isDismissed = null) {
  const array = [];
  for (let i = 0, count = list.length; i < count; ++i) {
    const element = list[i];
    if (isDismissed === null || !isDismissed(element)) array.push(element);
  }
  return array;
}

// Returns every element below `root` in document order, including known shadow roots.
function elementsBelow(root, found = []) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let element = walker.nextNode(); element !== null; element = walker.nextNode()) {
    found.push(element);
    const shadow = shadowRootOf(element);
    if (shadow !== null) elementsBelow(shadow, found);
  }
  return found;
}

function composedContains(ancestor, node) {
  for (let at = node; at !== null; at = parentOf(at))
    if (at === ancestor) return true;
  return false;
}
