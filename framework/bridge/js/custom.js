// Owns what no script can read of an element: its closed shadow root (DOM §4.8), and the role, label and states that a
// custom element gave itself through ElementInternals (HTML §4.13.7). The browser knows them: C++ asks it about the
// elements named here, and tells what it learnt. Custom elements of one name are alike, so of each name one is asked
// first. Of the plain elements that may be a host, those without children of their own are asked, each once: a host
// that a script fills for itself has none. A page without any is asked nothing.

const closedRoots = new WeakMap();
// Element → { role, label, states }.
const internals = new WeakMap();
const asked = new WeakSet();
let knowsClosedRoots = false;
let knowsInternals = false;

const hasClosedRoot = 1;
const hasInternals = 2;
// localName → the bits above; 0 for the plain ones.
const natureOfName = new Map();
let toAsk = [];
// DOM §4.8, valid shadow host names.
const hostNames = new Set(['article', 'aside', 'blockquote', 'body', 'div', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6',
  'header', 'main', 'nav', 'p', 'section', 'span']);
// A page of empty boxes must not cost a question for each at once; the rest has its turn in the next reading.
const mostHosts = 250;
const hostsToAsk = new Set();
const namesToAsk = new Set();

function forgetElementsToAsk() {
  toAsk = [];
  hostsToAsk.clear();
  namesToAsk.clear();
}

// The walk has come by a custom element. What an element says through its internals may change at any time.
function noteCustomElement(element, localName) {
  const nature = natureOfName.get(localName);
  if (nature === 0) return;
  if (nature === undefined) {
    if (namesToAsk.has(localName) || !matchesSelector(element, ':defined')) return;
    namesToAsk.add(localName);
  } else if (nature === hasClosedRoot && asked.has(element)) {
    return;
  }
  toAsk.push(element);
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
  return toAsk.length + hostsToAsk.size;
}

// → how many custom elements remain
function forgetHostsToAsk() {
  hostsToAsk.clear();
  return toAsk.length;
}

// After a search. → how many elements it could not know. Where it has found something, and the page has shown nothing yet
// that no script can read, it is not kept for that.
function countUnknown(found) {
  if (found > 0 && !knowsInternals && !knowsClosedRoots) return 0;
  forgetElementsToAsk();
  for (const element of elementsBelow(document)) {
    if (asked.has(element)) continue;
    const localName = localNameOf(element);
    if (localName.includes('-')) noteCustomElement(element, localName);
    if (hasAttributeNamed(element, 'slot')) noteSlotted(element);
    if (shadowRootOf(element) !== null) continue;
    if (firstChildOf(element) === null) noteChildless(element);
    else if (knowsClosedRoots) noteIfUnread(element);
  }
  return countToAsk();
}

// The custom elements, and then the others. An answer to somebody else may have come in between.
function elementsToAsk() {
  const elements = [...toAsk.filter(isUnknown), ...hostsToAsk];
  forgetElementsToAsk();
  return elements;
}

function isUnknown(element) {
  const nature = natureOfName.get(localNameOf(element));
  return nature === undefined || (nature & hasInternals) !== 0 || (nature !== 0 && !asked.has(element));
}

// `facts`: for each element { custom, role, label, states, closed }; role, label and states are null where it has no role
// by its internals.
// `roots`: the closed roots in the order of the elements that have one. True when a reading would now be another.
function learnElements(elements, facts, roots) {
  let changed = false;
  let nextRoot = 0;
  elements.forEach((element, i) => {
    const { custom, role, label, states, closed } = facts[i];
    const localName = localNameOf(element);
    asked.add(element);
    if (!custom) {
      if (closed) {
        closedRoots.set(element, roots[nextRoot++]);
        knowsClosedRoots = changed = true;
      }
      return;
    }
    const isFirst = !natureOfName.has(localName);
    let nature = natureOfName.get(localName) ?? 0;
    if (closed) {
      const root = roots[nextRoot++];
      nature |= hasClosedRoot;
      changed ||= closedRoots.get(element) !== root;
      closedRoots.set(element, root);
      knowsClosedRoots = true;
    }
    if (role !== null) {
      nature |= hasInternals;
      const known = internals.get(element);
      changed ||= known === undefined || known.role !== role || known.label !== label || known.states !== states;
      internals.set(element, { role, label, states });
      knowsInternals = true;
    } else if (internals.delete(element)) {
      changed = true;
    }
    natureOfName.set(localName, nature);
    // Its fellows were not asked yet.
    if (isFirst && nature !== 0) changed = true;
  });
  if (changed) noteChange();
  return changed;
}

function internalsOf(element) {
  return knowsInternals ? internals.get(element) : undefined;
}
