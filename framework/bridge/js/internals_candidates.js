// Owns whom the browser is to be asked about for what no script can read (element_internals.js): the custom elements of kinds that are
// unknown, and what may be a host of a closed root. Of the plain elements that may be one, those without children of their
// own are asked, each once: a host that a script fills for itself has none. A page without any is asked nothing.

const toAsk = new Set();
// DOM §4.8, valid shadow host names.
const hostNames = new Set(['article', 'aside', 'blockquote', 'body', 'div', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6',
  'header', 'main', 'nav', 'p', 'section', 'span']);
// A page of empty boxes must not cost a question for each at once; the rest has its turn in the next reading.
const mostHosts = 250;
const hostsToAsk = new Set();
const kindsToAsk = new Set();
// Kinds of which the browser could not tell anything yet, and the elements that were asked for them: in a leaf, such as a
// button, or behind a dialog. Kind → { times, again }: how often, and which reading asks for another one.
const untoldKinds = new Map();
let untoldElements = new WeakSet();
let lastDialog = null;
let readings = 0;

// A reading begins that will come by all elements.
function beginNoting() {
  ++readings;
  forgetElementsToAsk();
  if (untoldKinds.size > 0) heedDialog();
}

// What was kept to itself behind a dialog may be told when it has gone.
function heedDialog() {
  const dialog = allMatching(document, ':modal, [aria-modal="true" i]')[0] ?? null;
  if (dialog === lastDialog) return;
  lastDialog = dialog;
  untoldKinds.clear();
  untoldElements = new WeakSet();
}

function forgetElementsToAsk() {
  toAsk.clear();
  hostsToAsk.clear();
  kindsToAsk.clear();
}

// Custom elements, and what the browser itself puts the words on.
function isAskedAbout(localName) {
  return localName.includes('-') || drawnControls.has(localName);
}

// The walk has come by such an element. What an element says through its internals may change at any time. `inLeaf`: in
// one of which only the text counts.
function noteCustomElement(element, localName, inLeaf = false) {
  const kind = kindOf(element, localName);
  const nature = natureOfKind.get(kind);
  if (nature === 0 || (nature === hasClosedRoot && asked.has(element))) return;
  if (nature === undefined && (kindsToAsk.has(kind) || !isWorthAsking(element, kind))) return;
  // What nobody is shown has its turn when it is shown.
  if (!isSeen(element) && (hasBox(element) || !hasContentsDisplay(element))) return;
  if (!inLeaf && isTold(element)) {
    if (nature === undefined) kindsToAsk.add(kind);
    toAsk.add(element);
  } else if (hostsToAsk.size < mostHosts && !asked.has(element)) {
    hostsToAsk.add(element);
  }
}

// Kinds that keep to themselves are asked more and more rarely.
function isWorthAsking(element, kind) {
  const untold = untoldKinds.get(kind);
  if (untold !== undefined && (readings < untold.again || untoldElements.has(element))) return false;
  return matchesSelector(element, ':defined');
}

function noteUntold(element, kind) {
  const times = (untoldKinds.get(kind)?.times ?? 0) + 1;
  untoldKinds.set(kind, { times, again: readings + 2 ** times });
  untoldElements.add(element);
}

function forgetUntold(kind) {
  untoldKinds.delete(kind);
}

// Whether the browser's tree has what the element, which is shown, says through its internals: not where its author's word
// stands before it, nor where it is kept from assistive technology.
function isTold(element) {
  return !hasAttributeNamed(element, 'role') && !hasSelfOrAbove(element, '[inert], [aria-hidden="true" i]');
}

// The walk has come by an element without children.
function noteChildless(element) {
  if (hostsToAsk.size < mostHosts && hostNames.has(localNameOf(element)) && !asked.has(element)) hostsToAsk.add(element);
}

// The walk has come by an element with children of its own, in a document that has closed roots: what these children are
// not shown for is a root that has no place for them.
function noteIfUnread(element) {
  const first = firstElementChildOf(element);
  if (first === null || hostsToAsk.size >= mostHosts || !hostNames.has(localNameOf(element)) || asked.has(element)) return;
  if (!hasBox(first) && getComputedStyle(first).display === '') hostsToAsk.add(element);
}

// A child that says which slot it is for, and is in none that can be seen, has a host whose root is closed.
function noteSlotted(child) {
  const host = parentElementOf(child);
  if (host === null || assignedSlotOf(child) !== null || shadowRootOf(host) !== null || asked.has(host)) return;
  if (hostsToAsk.size < mostHosts && hostNames.has(localNameOf(host))) hostsToAsk.add(host);
}

function countToAsk() {
  return toAsk.size + hostsToAsk.size;
}

// → how many custom elements remain
function forgetHostsToAsk() {
  hostsToAsk.clear();
  return toAsk.size;
}

// After a search. → how many elements it could not know. Where it has found something, and the page has shown nothing yet
// that no script can read, it is not kept for that.
function countUnknown(found) {
  if (found > 0 && !knowsInternals && !knowsClosedRoots) return 0;
  beginNoting();
  for (const element of elementsBelow(document)) {
    const localName = localNameOf(element);
    const isAsked = asked.has(element);
    if (isAskedAbout(localName) && !(isAsked && natureOfKind.has(kindOf(element, localName)))) noteCustomElement(element, localName);
    if (isAsked) continue;
    if (hasAttributeNamed(element, 'slot')) noteSlotted(element);
    if (shadowRootOf(element) !== null) continue;
    if (firstChildOf(element) === null) noteChildless(element);
    else if (knowsClosedRoots) noteIfUnread(element);
  }
  return countToAsk();
}

// Of the elements, those whose role, name and states hang on what they say through their internals: of that a script is told
// nothing, neither what it is by now nor that it has changed. The browser is to be asked about them.
// → how many there are
function noteStale(elements) {
  if (!knowsInternals) return 0;
  const stale = elements.filter((element) => internals.has(element));
  for (const element of stale) toAsk.add(element);
  return stale.length;
}

// The elements that may be what a search has not found, since their internals may say so by now.
function elementsOfInternals(role) {
  if (!knowsInternals) return [];
  return elementsBelow(document).filter((element) => internals.get(element)?.role === role);
}

// How many of them may have internals, these, and then those that are asked for their roots only: each once, or it would be
// serialised as a reference. An answer to somebody else may have come in between.
function elementsToAsk() {
  const custom = [...toAsk].filter(isUnknown);
  const others = [...hostsToAsk].filter((element) => !toAsk.has(element));
  if (custom.length > 0) heedDialog();
  forgetElementsToAsk();
  return [custom.length, ...custom, ...others];
}

function isUnknown(element) {
  const nature = natureOfKind.get(kindOf(element, localNameOf(element)));
  return nature === undefined || (nature & hasInternals) !== 0 || (nature !== 0 && !asked.has(element));
}
