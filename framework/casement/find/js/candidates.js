// Owns which elements a search has to look at: the browser picks those that a selector means much faster than a script
// can ask each element what it is.

// What a role by context can come to (native_roles.js); any other function there gives one role or generic.
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

// Selectors of which each element that can have the role is meant by one; null where any element can. Each is a plain
// one: of a list, browsers ask every element each.
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

// The same for the alternatives of a step of a target.
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
    // What these mean depends on where the search begins.
    case 'css':
      return /:(?:scope|host)/i.test(step.css) ? null : [step.css];
    default:
      return null;
  }
}

// Up to so many are put in order one by one.
const fewCandidates = 32;

const plainName = /^[a-z][a-z0-9]*$/;

// A document remembers its elements of a name until elements come or go.
function allMeant(root, selector) {
  return root === document && plainName.test(selector) ? Document.prototype.getElementsByTagName.call(root, selector) :
                                                         allMatching(root, selector);
}

// `found`, and behind it those that the selectors mean, in document order, through shadow roots. Without those that are
// dismissed: the fewer are left, the less there is to put in order.
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

// Adds the controls of the carousels that are known (aria/carousels.js), each in its place in document order.
function addControls(candidates) {
  const follows = Node.DOCUMENT_POSITION_FOLLOWING, contains = Node.DOCUMENT_POSITION_CONTAINED_BY;
  const placeOf = (element, isAfter) => {
    const at = candidates.findIndex((one) => {
      const {owner = one} = representedBy.get(one) ?? {};
      const position = nodePrototype.compareDocumentPosition.call(element, owner);
      return isAfter ? (position & follows) !== 0 && (position & contains) === 0 :
                       owner === element || (position & follows) !== 0;
    });
    return at < 0 ? candidates.length : at;
  };
  for (const reference of carousels) {
    const carousel = reference.deref();
    if (carousel === undefined) carousels.delete(reference);
    if (carousel === undefined || !isConnectedDeep(carousel) || !isSeen(carousel) || isInert(carousel)) continue;
    const controls = controlsOf(carousel);
    if (controls === null) continue;
    candidates.splice(placeOf(carousel, true), 0, ...controlsIn(controls.behind));
    candidates.splice(placeOf(carousel, false), 0, ...controlsIn(controls.ahead));
  }
}

// Per root and reading: the elements in it that have a shadow root of their own.
let hostsByRoot = new Map();

onNewReading(() => { hostsByRoot = new Map(); });

// Lets this reading go by the roots of the last look at the document. → their HostCheck; null where there is no such
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
    // The one look at every element: nothing but a root says that there is one.
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let element = walker.nextNode(); element !== null; element = walker.nextNode()) {
      if (shadowRootGetter.call(element) !== null || (knowsClosedRoots && closedRoots.has(element)))
        hosts.push(element);
    }
  }
  hostsByRoot.set(root, hosts);
  return hosts;
}
