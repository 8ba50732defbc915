// Owns the list of elements about which C++ queries the browser, because scripts cannot read their internals
// (element_internals.js): custom elements of unknown kinds, and possible hosts of closed roots. Plain elements are
// candidates if they have no children when a reading first reaches them: a host that a script fills has none.
// late_roots.js finds roots that are attached later.

const elementsToAsk = new Set();
// The limit per query, because a page may have many empty boxes; the others wait for the next reading.
const mostHosts = 250;
const mostHostsOfAll = 1000;  // limit if all hosts are queried at once
const hostsWaiting = new Set();
const hostsAgain = new Set();  // hosts that late_roots.js names
const kindsWaiting = new Set();
// Kinds that the browser has not reported yet, and the elements queried for them: Chrome omits elements inside a leaf,
// such as a button, or behind a dialog. Kind → { times, again }: the number of queries, and the reading that queries
// again.
const unreportedKinds = new Map();
let unreportedElements = new WeakSet();
let lastDialog = null;
let readings = 0;

// Called at the beginning of a reading that visits all elements, or after a search without results. `pace`: one of
// late_roots.js's pacesOfRoots.
function beginCandidates(pace = pacesOfRoots.reading) {
  ++readings;
  forgetCandidates();
  if (unreportedKinds.size > 0) retryAfterDialog();
  addLateHosts(addHost, pace);
}

// → whether there is room for more elements
function addHost(element) {
  const isRoom = hostsAgain.size < (areAllAsked ? mostHostsOfAll : mostHosts);
  if (isRoom) hostsAgain.add(element);
  return isRoom;
}

// Once a dialog is gone, Chrome may report the elements that were behind it.
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

// Custom elements, and elements on which the browser draws text.
function mayHaveInternals(localName) { return localName.includes('-') || drawnControls.has(localName); }

// Called when the walk reaches such an element. Its internals may change at any time. `inLeaf`: inside an element of
// which only the text counts.
function noteCustomElement(element, localName, inLeaf = false) {
  uncached(element);
  const kind = kindOf(element, localName);
  const nature = natureOfKind.get(kind);
  if (nature === 0 || (nature === hasClosedRoot && asked.has(element))) return;
  if (nature === undefined && (kindsWaiting.has(kind) || !isWorthQuerying(element, kind))) return;
  // Hidden elements are queried when they become visible.
  if (!isSeen(element) && (hasBox(element) || !hasContentsDisplay(element))) return;
  if (!inLeaf && isReported(element)) {
    if (nature === undefined) kindsWaiting.add(kind);
    elementsToAsk.add(element);
  } else if (hostsWaiting.size < mostHosts && !asked.has(element)) {
    hostsWaiting.add(element);
  }
}

// Kinds that the browser does not report are queried less and less often.
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

// Whether Chrome reports the internals of this visible element. Chrome does not if the element has a role attribute or
// is hidden from assistive technology.
function isReported(element) {
  return !hasAttributeNamed(element, 'role') && !isInert(element) && !isAriaHidden(element);
}

// Called when the walk reaches an element without children.
function noteChildless(element) {
  if (!hostNames.has(localNameOf(element)) || asked.has(element)) return;
  uncached(element);
  if (hostsWaiting.size < mostHosts) hostsWaiting.add(element);
}

// Called when the walk reaches an element with children, in a document with closed roots. Children that are not
// rendered may belong to a host whose closed root has no slot for them.
function noteIfUnrendered(element) {
  const first = firstElementChildOf(element);
  if (first === null || hostsWaiting.size >= mostHosts || !hostNames.has(localNameOf(element)) || asked.has(element))
    return;
  if (!hasBox(first) && isOutOfTree(first)) hostsWaiting.add(element);
}

// A child with a slot attribute but without a visible slot has a host with a closed root.
function noteSlotted(child) {
  const host = parentElementOf(child);
  if (host === null || assignedSlotOf(child) !== null || shadowRootOf(host) !== null || asked.has(host)) return;
  if (hostsWaiting.size < mostHosts && hostNames.has(localNameOf(host))) hostsWaiting.add(host);
}

onSlottedChild(noteSlotted);

function countCandidates() { return elementsToAsk.size + hostsWaiting.size + hostsAgain.size + carouselsWaiting.size; }

// Whether the browser's answer about these candidates would change a requested reading, as far as known.
function hasNewCandidates() { return elementsToAsk.size + hostsWaiting.size + carouselsWaiting.size > 0; }

// → the number of remaining custom elements
function forgetHosts() {
  hostsWaiting.clear();
  hostsAgain.clear();
  return elementsToAsk.size + carouselsWaiting.size;
}

// Called after a search. → the number of elements that the search could not judge. If the search found something in a
// page without known internals and closed roots, only waiting carousels count.
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

// Called after a query without news, so that a new search would find the same. → the number of elements for which the
// query had no room
function countUnasked() {
  beginReading();
  return countUnknown(0);
}

// Adds the elements whose role, name and states depend on their internals to the next query, because scripts can
// neither read the internals nor detect changes. → the number of such elements
function noteStale(elements) {
  if (!knowsInternals) return 0;
  const stale = elements.filter((element) => internals.has(element));
  for (const element of stale) elementsToAsk.add(element);
  return stale.length;
}

// The elements that may match a search without results, because their internals may have this role by now.
function elementsOfInternals(role) {
  if (!knowsInternals) return [];
  return elementsBelow(document).filter((element) => internals.get(element)?.role === role);
}

// → the number of possible internals, the number of possible carousels, the elements of both groups, and then the
// elements that are queried only for their roots. Each element occurs once, because a second occurrence would be
// serialised as a reference. An answer to another query may have arrived in between.
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

// The interval in ms at which an answer that depends on internals counts as new, because nothing reports their changes.
const stalePace = 100;

// {stale: the number of elements that the browser must be queried about for an up-to-date answer, asOf} | {}
function stalenessOf(chosen, query) {
  const roles = chosen.length === 0 && query?.step ?
      [query.step, ...(query.step.others ?? [])].filter(({kind}) => kind === 'role') :
      [];
  const stale = noteStale([...chosen, ...roles.flatMap(({role}) => elementsOfInternals(role))]) +
      chosen.filter((element) => isStandIn(element) && standInKindOf(element).noteStale(element)).length;
  return stale > 0 ? {stale, asOf: Math.floor(performance.now() / stalePace)} : {};
}

expose({countUnasked, elementsToQuery});
