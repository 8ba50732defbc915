// Selects the elements that a search has to check. The browser finds the elements of a selector much faster than a
// script can ask each element for its role.

// The possible roles of elements whose role depends on the context (native_roles.js). Any other function there returns
// one role or generic.
const rolesInContext = new Map(Object.entries({
  a: 'link',
  area: 'link',
  aside: 'complementary',
  button: 'button menuitem radio tab',
  caption: 'caption',
  embed: 'iframe img',
  footer: 'contentinfo sectionfooter',
  header: 'banner sectionheader',
  img: 'img',
  input: 'button checkbox combobox radio searchbox slider spinbutton textbox',
  li: 'listitem',
  object: 'iframe img',
  section: 'region',
  select: 'combobox listbox',
  summary: 'button',
  tbody: 'rowgroup',
  td: 'cell gridcell',
  tfoot: 'rowgroup',
  th: 'columnheader rowheader',
  thead: 'rowgroup',
  tr: 'row',
}));

const namesOfRole = new Map();

for (const localName of drawnControls) rolesInContext.set(localName, 'button');

function noteNames(roles, inContext) {
  for (const [localName, entry] of roles) {
    const given = typeof entry === 'string' ? entry : inContext(localName);
    for (const role of words(given)) namesOfRole.set(role, [...(namesOfRole.get(role) ?? []), localName]);
  }
}
noteNames(htmlRoles, (localName) => rolesInContext.get(localName));
noteNames(svgRoles, (localName) => (localName === 'a' ? 'link' : 'graphics-symbol group graphics-object'));
noteNames(new Map([['math', 'math']]));

// Returns selectors that together match every element that can have the role; null if any element can. Each selector is
// simple, because for a selector list browsers check every element.
function selectorsOfRole(role) {
  if (role === 'generic' || role === 'none') return null;
  const selectors = [...new Set(namesOfRole.get(role)), `[role~="${role}" i]`];
  for (const [synonym, meant] of roleSynonyms)
    if (meant === role) selectors.push(`[role~="${synonym}" i]`);
  if (role === 'group') selectors.push('[popover]', '[autofocus]', '[draggable]');
  if (itemRoles.has(role)) selectors.push('[focusgroup]');
  if ([...itemRoles.values()].includes(role)) selectors.push('[tabindex]');
  if (knowsInternals) selectors.push(...namesWithInternals());
  return selectors;
}

function namesWithInternals() {
  const names = new Set();
  for (const [kind, nature] of natureOfKind)
    if ((nature & hasInternals) !== 0) names.add(CSS.escape(kind.split(' ')[0]));
  return names;
}

// Same for the alternatives of a step of a target.
function selectorsOf(steps) {
  const each = steps.map(selectorsOfOne);
  return each.includes(null) ? null : [...new Set(each.flat())];
}

function selectorsOfOne(step) {
  switch (step.kind) {
    case 'role':
      return selectorsOfRole(step.role);
    case 'testid':
    case 'placeholder':
    case 'alt':
    case 'title':
      return [`[${CSS.escape(step.attribute)}]`];
    case 'label':
      return words('input textarea select button meter output progress [aria-label] [aria-labelledby]');
    // :scope and :host depend on the root of the search.
    case 'css':
      return /:(?:scope|host)/i.test(step.css) ? null : [step.css];
    default:
      return null;
  }
}

// Up to this many elements are sorted by comparing positions.
const fewCandidates = 32;

const plainName = /^[a-z][a-z0-9]*$/;

// A document remembers its elements of a name until elements are added or removed.
function allMeant(root, selector) {
  return root === document && plainName.test(selector) ? Document.prototype.getElementsByTagName.call(root, selector) :
                                                         allMatching(root, selector);
}

// Appends the elements that the selectors match to `found`, in document order, through shadow roots. Leaves out
// dismissed elements, because sorting fewer elements is faster.
function candidatesBelow(root, selectors, dismissal = null, found = []) {
  const isDismissed = dismissal?.in(selectors === null ? null : root) ?? null;
  if (selectors === null) {
    for (const element of elementsBelow(root))
      if (isDismissed === null || !isDismissed(element)) found.push(element);
    return found;
  }
  const index = root === document && dismissal !== null ? indexForSearch() : null;
  const hosts = hostsIn(root);
  const indexed = (selector) => {
    if (index === null) return null;
    if (namedByOwnText.has(selector)) return index.elementsThatMaySay(dismissal.wanted, selector, hosts);
    return selector.startsWith('[role~=') ? index.elementsOfRole(selector) : null;
  };
  const candidatesBy = (selector) => indexed(selector) ?? arrayOf(allMeant(root, selector), isDismissed);
  const lists = selectors.map(candidatesBy).filter((list) => list.length > 0);
  if (hosts.length === 0 && lists.length <= 1) {
    for (const list of lists)
      for (const element of list) found.push(element);
    return found;
  }
  const meant = new Set();
  for (const list of lists)
    for (const element of list) meant.add(element);
  const isHost = new Set(hosts);
  for (const element of inOrder([...new Set([...meant, ...hosts])], root)) {
    if (meant.has(element)) found.push(element);
    if (isHost.has(element)) candidatesBelow(shadowRootOf(element), selectors, dismissal, found);
  }
  return found;
}

function inOrder(elements, root) {
  if (elements.length > fewCandidates) {
    const wanted = new Set(elements);
    const ordered = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let element = walker.nextNode(); element !== null; element = walker.nextNode()) {
      if (wanted.has(element)) ordered.push(element);
    }
    return ordered;
  }
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  return elements.sort((one, other) => (nodePrototype.compareDocumentPosition.call(one, other) & follows ? -1 : 1));
}

const rolesOfControls = new Set(words('button link tab navigation tablist'));

// Returns the place of an element among the candidates, in document order; with `isAfter`, the place after its content.
function placeAmong(candidates, element, isAfter) {
  const follows = Node.DOCUMENT_POSITION_FOLLOWING, contains = Node.DOCUMENT_POSITION_CONTAINED_BY;
  const at = candidates.findIndex((one) => {
    const {owner = one} = representedBy.get(one) ?? {};
    const position = nodePrototype.compareDocumentPosition.call(element, owner);
    return isAfter ? (position & follows) !== 0 && (position & contains) === 0 :
                     owner === element || (position & follows) !== 0;
  });
  return at < 0 ? candidates.length : at;
}

// Adds the controls of known carousels (aria/carousels.js), each at its place in document order.
function addControls(candidates) {
  for (const reference of carousels) {
    const carousel = reference.deref();
    if (carousel === undefined) carousels.delete(reference);
    if (carousel === undefined || !isConnectedDeep(carousel) || !isSeen(carousel) || isInert(carousel)) continue;
    const controls = controlsOf(carousel);
    if (controls === null) continue;
    candidates.splice(placeAmong(candidates, carousel, true), 0, ...controlsIn(controls.behind));
    candidates.splice(placeAmong(candidates, carousel, false), 0, ...controlsIn(controls.ahead));
  }
}

// The kinds of steps that an item of a canvas can match: it has no attributes of a page's author.
const kindsOfPainted = new Set(['role', 'text', 'label']);

// Adds the items that applications have painted (aria/painted.js), each after its canvas.
function addPaintedItems(candidates) {
  freshenPainted();
  for (const [canvas, {inTurn}] of paintedCanvases) {
    if (inTurn.length === 0 || !isConnectedDeep(canvas) || isInert(canvas)) continue;
    candidates.splice(placeAmong(candidates, canvas, true), 0, ...inTurn);
  }
}

// Per root and reading: the elements in the root that have a shadow root.
let hostsByRoot = new Map();

onNewReading(() => { hostsByRoot = new Map(); });

// Uses the shadow roots of the last look at the document for this reading. → their HostCheck; null if there is no such
// look
function goByHostsLastSeen() {
  const last = currentIndex()?.hostsLastSeen() ?? null;
  if (last !== null) hostsByRoot.set(document, last.hosts);
  return last?.check ?? null;
}

function hostsIn(root) {
  let hosts = hostsByRoot.get(root);
  if (hosts !== undefined) return hosts;
  hosts = root === document ? currentIndex()?.hosts() : undefined;
  if (hosts === undefined) {
    hosts = [];
    // The only walk over all elements, because only an element itself shows whether it has a shadow root.
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let element = walker.nextNode(); element !== null; element = walker.nextNode()) {
      if (shadowRootGetter.call(element) !== null || (knowsClosedRoots && closedRoots.has(element)))
        hosts.push(element);
    }
  }
  hostsByRoot.set(root, hosts);
  return hosts;
}
