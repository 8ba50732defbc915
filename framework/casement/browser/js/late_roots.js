// Owns the repeated queries for closed shadow roots. A script may attach a root to an element at any time (DOM §4.8,
// attachShadow), and no event, mutation or script reports a closed root. The browser is therefore queried about all
// elements in turn.

// Each element is queried at most once per interval, in ms, and about `mostHosts` elements per interval.
const rootPace = 500;
// If at most this many elements were queried, a reading queries them again almost at once, because the page may not
// change any more.
const fewAskedHosts = 64;
const fewAskedPace = 50;
// In larger documents a walk does not begin turns, because the walk takes long enough.
const fewElementsInTurn = 2000;

// `begins`: whether the turns begin at once, or after `rootPace`. A query about 250 elements takes Chrome as long as
// the first reading of a form, and closed roots on elements with children are rare.
const pacesOfRoots = {
  reading: {few: fewAskedPace, mostElements: fewElementsInTurn, begins: false},
  // A reading without a walk, because nothing else has changed.
  unchanged: {few: fewAskedPace, mostElements: Infinity, begins: false},
  // A search without results.
  search: {few: rootPace, mostElements: Infinity, begins: true},
};

// Weak references, oldest first, so that removed elements can be freed.
const askedHosts = new Set();
const referenceTo = new WeakMap();
let elementsInTurn = [];  // weak references, last first
let askedInTurn = new WeakSet();
let lastAsked = -Infinity, firstLook = null, lastTurn = null;
let isTurn = false;  // whether the current query is a turn
let areAllAsked = false;
let isAbsenceAsked = false;

const mayHostLate = (element) =>
    canHost(localNameOf(element)) && shadowRootOf(element) === null && isConnectedNode(element);

// Called when the browser is queried about these elements.
function noteHostsAsked(elements) {
  lastAsked = performance.now();
  if (isTurn) lastTurn = lastAsked;
  for (const element of elements) askedInTurn.add(element);
}

// Called when the browser has answered that these elements have no root.
function noteAskedHosts(elements) {
  for (const element of elements) {
    if (firstChildOf(element) !== null || !mayHostLate(element)) continue;
    askedHosts.delete(referenceTo.get(element));
    const reference = new WeakRef(element);
    referenceTo.set(element, reference);
    askedHosts.add(reference);
  }
}

// Calls `add` with elements to query again, until `add` returns false.
function addLateHosts(add, {few, mostElements, begins}) {
  isTurn = false;
  const now = performance.now();
  firstLook ??= now;
  if (areAllAsked) return addAllHosts(add);
  if (isAbsenceAsked) {
    isAbsenceAsked = false;
    return void addAskedHosts(add);
  }
  const isDue = now - lastAsked >= (askedHosts.size > fewAskedHosts ? rootPace : few);
  if (isDue && !addAskedHosts(add)) return;
  const isTurnDue = (begins && lastTurn === null) || now - (lastTurn ?? firstLook) >= rootPace;
  isTurn = isTurnDue && elementsNamed('*').length < mostElements;
  if (isTurn) addHostsInTurn(add);
}

// Most hosts that a script fills later have no children before. → whether there is room for more elements
function addAskedHosts(add) {
  for (const reference of askedHosts) {
    const element = reference.deref();
    if (element === undefined || !mayHostLate(element)) askedHosts.delete(reference);
    else if (!add(element)) return false;
  }
  return true;
}

function addHostsInTurn(add) {
  if (elementsInTurn.length === 0) {
    askedInTurn = new WeakSet();
    for (const element of elementsBelow(document))
      if (mayHostLate(element)) elementsInTurn.push(new WeakRef(element));
    elementsInTurn.reverse();
  }
  for (let i = elementsInTurn.length - 1; i >= 0; --i) {
    const element = elementsInTurn[i].deref();
    const isDone = element === undefined || !mayHostLate(element) || askedInTurn.has(element);
    if (isDone && i === elementsInTurn.length - 1) elementsInTurn.pop();
    else if (!isDone && !add(element)) return;
  }
}

function addAllHosts(add) {
  let added = 0;
  for (const element of elementsBelow(document)) {
    if (askedInTurn.has(element) || !mayHostLate(element)) continue;
    if (!add(element)) return;
    ++added;
  }
  areAllAsked = added > 0;
}

// Makes the next searches without results query every element again, because no later search follows.
function askAllHosts() {
  areAllAsked = true;
  askedInTurn = new WeakSet();
}

// Makes the next search query all elements without children again, because the search must prove that something is
// absent.
function askForAbsence() { isAbsenceAsked = true; }

expose({askAllHosts});
