// Owns which elements C++ is to ask the browser about, for what no script can read (element_internals.js): custom
// elements of kinds that are unknown, and what may be the host of a closed root. Of the plain elements that may be one,
// those without children of their own are asked when a reading first comes by them: a host that a script fills for
// itself has none. Roots that come later are found by asking again (late_roots.js).

const elementsToAsk = new Set();
// A page of empty boxes must not cost a question for each at once; the others wait for the next reading.
const mostHosts = 250;
const mostHostsOfAll = 1000;  // when all are asked at once
const hostsWaiting = new Set();
const hostsAgain = new Set();  // those that late_roots.js names
const kindsWaiting = new Set();
// Kinds of which the browser has reported nothing yet, and the elements that were asked for them: Chrome leaves out
// what is in a leaf, such as a button, or behind a dialog. Kind → { times, again }: asked how often, and the reading
// that asks again.
const unreportedKinds = new Map();
let unreportedElements = new WeakSet();
let lastDialog = null;
let readings = 0;

// A reading begins that will come by all elements, or a search that has found nothing.
// `pace`: as late_roots.js has them.
function beginCandidates(pace = pacesOfRoots.reading) {
  ++readings;
  forgetCandidates();
  if (unreportedKinds.size > 0) retryAfterDialog();
  addLateHosts(addHost, pace);
}

// → whether there is room for more
function addHost(element) {
  const isRoom = hostsAgain.size < (areAllAsked ? mostHostsOfAll : mostHosts);
  if (isRoom) hostsAgain.add(element);
  return isRoom;
}

// What Chrome left out behind a dialog it may report once that has gone.
function retryAfterDialog() {
  const dialog = allMatching(document, `${modalSelector},[aria-modal="true" i]`)[0] ?? null;
  if (dialog === lastDialog) return;
  lastDialog = dialog;
  unreportedKinds.clear();
  unreportedElements = new WeakSet();
}

function forgetCandidates() {
  elementsToAsk.clear();
  hostsWaiting.clear();
  hostsAgain.clear();
  kindsWaiting.clear();
  carouselsWaiting.clear();
}

// Custom elements, and what the browser itself puts the words on.
function mayHaveInternals(localName) { return localName.includes('-') || drawnControls.has(localName); }

// The walk has come by such an element. What an element says through its internals may change at any time. `inLeaf`: in
// one of which only the text counts.
function noteCustomElement(element, localName, inLeaf = false) {
  uncached(element);
  const kind = kindOf(element, localName);
  const nature = natureOfKind.get(kind);
  if (nature === 0 || (nature === hasClosedRoot && asked.has(element))) return;
  if (nature === undefined && (kindsWaiting.has(kind) || !isWorthQuerying(element, kind))) return;
  // What is not shown is asked about once it is.
  if (!isSeen(element) && (hasBox(element) || !hasContentsDisplay(element))) return;
  if (!inLeaf && isReported(element)) {
    if (nature === undefined) kindsWaiting.add(kind);
    elementsToAsk.add(element);
  } else if (hostsWaiting.size < mostHosts && !asked.has(element)) {
    hostsWaiting.add(element);
  }
}

// Kinds that the browser reports nothing of are asked more and more rarely.
function isWorthQuerying(element, kind) {
  const unreported = unreportedKinds.get(kind);
  if (unreported !== undefined && (readings < unreported.again || unreportedElements.has(element))) return false;
  return matchesSelector(element, ':defined');
}

function noteUnreported(element, kind) {
  const times = (unreportedKinds.get(kind)?.times ?? 0) + 1;
  unreportedKinds.set(kind, {times, again: readings + 2 ** times});
  unreportedElements.add(element);
}

function forgetUnreported(kind) { unreportedKinds.delete(kind); }

// Whether Chrome reports the internals of the element, which is shown: not where it has a role attribute, nor where it
// is hidden from assistive technology.
function isReported(element) {
  return !hasAttributeNamed(element, 'role') && !isInert(element) && !isAriaHidden(element);
}

// The walk has come by an element without children.
function noteChildless(element) {
  if (!hostNames.has(localNameOf(element)) || asked.has(element)) return;
  uncached(element);
  if (hostsWaiting.size < mostHosts) hostsWaiting.add(element);
}

// The walk has come by an element with children of its own, in a document that has closed roots: what these children
// are not shown for is a root that has no place for them.
function noteIfUnrendered(element) {
  const first = firstElementChildOf(element);
  if (first === null || hostsWaiting.size >= mostHosts || !hostNames.has(localNameOf(element)) || asked.has(element))
    return;
  if (!hasBox(first) && isOutOfTree(first)) hostsWaiting.add(element);
}

// A child that says which slot it is for, and is in none that can be seen, has a host whose root is closed.
function noteSlotted(child) {
  const host = parentElementOf(child);
  if (host === null || assignedSlotOf(child) !== null || shadowRootOf(host) !== null || asked.has(host)) return;
  if (hostsWaiting.size < mostHosts && hostNames.has(localNameOf(host))) hostsWaiting.add(host);
}

onSlottedChild(noteSlotted);

function countCandidates() { return elementsToAsk.size + hostsWaiting.size + hostsAgain.size + carouselsWaiting.size; }

// Whether a reading was asked for that the browser's answer to these candidates would change, as far as is known.
function hasNewCandidates() { return elementsToAsk.size + hostsWaiting.size + carouselsWaiting.size > 0; }

// → how many custom elements remain
function forgetHosts() {
  hostsWaiting.clear();
  hostsAgain.clear();
  return elementsToAsk.size + carouselsWaiting.size;
}

// After a search. → how many elements it could not know. Where it has found something, and the page has shown nothing
// yet that no script can read, it is not kept for that.
function countUnknown(found) {
  if (found > 0 && !knowsInternals && !knowsClosedRoots) return carouselsWaiting.size;
  beginCandidates(pacesOfRoots.search);
  const mayCarry = mayHaveCarousels();
  for (const element of elementsBelow(document)) {
    if (mayCarry && isSeen(element)) controlsOf(element);
    const localName = localNameOf(element);
    const isAsked = asked.has(element);
    if (mayHaveInternals(localName) && !(isAsked && natureOfKind.has(kindOf(element, localName))))
      noteCustomElement(element, localName);
    if (isAsked) continue;
    if (hasAttributeNamed(element, 'slot')) noteSlotted(element);
    if (shadowRootOf(element) !== null) continue;
    if (firstChildOf(element) === null) noteChildless(element);
    else if (knowsClosedRoots) noteIfUnrendered(element);
  }
  return countCandidates();
}

// After a query that has taught nothing, so that the search would find the same. → how many elements are still to be
// asked about, for which that query had no room
function countUnasked() {
  beginReading();
  return countUnknown(0);
}

// Of the elements, those whose role, name and states hang on what they say through their internals: of that a script is
// told nothing, neither what it is by now nor that it has changed. The browser is to be asked about them. → how many
// there are
function noteStale(elements) {
  if (!knowsInternals) return 0;
  const stale = elements.filter((element) => internals.has(element));
  for (const element of stale) elementsToAsk.add(element);
  return stale.length;
}

// The elements that may be what a search has not found, since their internals may say so by now.
function elementsOfInternals(role) {
  if (!knowsInternals) return [];
  return elementsBelow(document).filter((element) => internals.get(element)?.role === role);
}

// How many of them may have internals, how many may have the controls of a carousel, these, and then those that are
// asked for their roots only: each once, or it would be serialised as a reference. An answer to somebody else may have
// come in between.
function elementsToQuery() {
  const carrying = [...carouselsWaiting];
  const custom = [...elementsToAsk].filter((element) => isUnknown(element) && !carouselsWaiting.has(element));
  const others = [...new Set([...hostsWaiting, ...hostsAgain])].filter(
      (element) => !elementsToAsk.has(element) && !carouselsWaiting.has(element));
  if (custom.length > 0) retryAfterDialog();
  forgetCandidates();
  noteHostsAsked([...custom, ...others]);
  return [custom.length, carrying.length, ...custom, ...carrying, ...others];
}

function isUnknown(element) {
  const nature = natureOfKind.get(kindOf(element, localNameOf(element)));
  return nature === undefined || (nature & hasInternals) !== 0 || (nature !== 0 && !asked.has(element));
}

// How often an answer that hangs on elements' internals is news by itself, in ms: nothing tells when they change.
const stalePace = 100;

// {stale: how many elements the browser has to be asked about for an answer that is true now, asOf} | {}
function stalenessOf(chosen, query) {
  const roles = chosen.length === 0 && query?.step ?
      [query.step, ...(query.step.others ?? [])].filter(({kind}) => kind === 'role') :
      [];
  const stale = noteStale([...chosen, ...roles.flatMap(({role}) => elementsOfInternals(role))]) +
      chosen.filter(noteStaleControl).length;
  return stale > 0 ? {stale, asOf: Math.floor(performance.now() / stalePace)} : {};
}

expose({countUnasked, elementsToQuery});
