// Owns which elements a search has to look at: the browser picks those that a selector means much faster than a script can
// ask each element what it is.

// What a role by context can come to (native_roles.js); any other function there gives one role or generic.
const rolesInContext = new Map(Object.entries({
  a: 'link', area: 'link', aside: 'complementary', button: 'button menuitem radio tab', caption: 'caption', embed: 'iframe img', footer: 'contentinfo sectionfooter',
  header: 'banner sectionheader', img: 'img', input: 'button checkbox combobox radio searchbox slider spinbutton textbox',
  li: 'listitem', object: 'iframe img', section: 'region', select: 'combobox listbox', summary: 'button', tbody: 'rowgroup',
  td: 'cell gridcell', tfoot: 'rowgroup', th: 'columnheader rowheader', thead: 'rowgroup', tr: 'row',
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

// A selector that means every element that can have the role, and others; null where any can.
function selectorOfRole(role) {
  if (role === 'generic' || role === 'none') return null;
  const selectors = [...(namesOfRole.get(role) ?? []), `[role~="${role}" i]`];
  for (const [synonym, meant] of roleSynonyms) if (meant === role) selectors.push(`[role~="${synonym}" i]`);
  if (role === 'group') selectors.push('[popover]');
  if (itemRoles.has(role)) selectors.push('[focusgroup]');
  if ([...itemRoles.values()].includes(role)) selectors.push('[tabindex]');
  if (knowsInternals) for (const name of namesWithInternals()) selectors.push(name);
  return selectors.join();
}

function namesWithInternals() {
  const names = new Set();
  for (const [kind, nature] of natureOfKind) if ((nature & hasInternals) !== 0) names.add(CSS.escape(kind.split(' ')[0]));
  return names;
}

// The same for a step of a target.
function selectorOf(step) {
  switch (step.kind) {
    case 'role': return selectorOfRole(step.role);
    case 'testid': return '[data-testid]';
    case 'placeholder': return '[placeholder]';
    case 'label': return 'input,textarea,select,button,meter,output,progress,[aria-label],[aria-labelledby]';
    // What these mean depends on where the search begins.
    case 'css': return /:(?:scope|host)/i.test(step.css) ? null : step.css;
    default: return null;
  }
}

// In document order, through shadow roots; the hosts of these come along.
function* candidatesBelow(root, selector) {
  if (selector === null) {
    yield* elementsBelow(root);
    return;
  }
  const hosts = hostsIn(root);
  if (hosts.size === 0) {
    yield* allMatching(root, selector);
    return;
  }
  const names = new Set();
  for (const host of hosts) names.add(CSS.escape(localNameOf(host)));
  // A selector may leave a bracket for its end to close: nothing goes behind it.
  for (const element of allMatching(root, `${[...names].join()},${selector}`)) {
    yield element;
    if (hosts.has(element)) yield* candidatesBelow(shadowRootOf(element), selector);
  }
}

// Per root and reading: the elements directly in it that have a shadow root of their own.
let hostsByRoot = new Map();

function forgetHosts() {
  hostsByRoot = new Map();
}

function hostsIn(root) {
  let hosts = hostsByRoot.get(root);
  if (hosts === undefined) {
    hosts = new Set();
    for (const element of allMatching(root, hostSelector)) if (shadowRootOf(element) !== null) hosts.add(element);
    hostsByRoot.set(root, hosts);
  }
  return hosts;
}
// Nothing else can have one (DOM §4.8); the names of custom elements no selector tells from others.
const neverHosts = words(`a abbr area b br button caption cite code col colgroup dd dl dt em fieldset form hr i iframe img input ins
  label legend li link meta ol optgroup option path pre s script select small strong style sub sup svg table tbody td textarea
  tfoot th thead title tr u ul`);
const hostSelector = `:not(${neverHosts.join()})`;
