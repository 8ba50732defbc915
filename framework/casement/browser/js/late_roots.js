// Owns asking again for closed shadow roots that come late. A root may be attached to an element at any time (DOM §4.8,
// attachShadow), and no event, mutation or script reports a closed one, so the browser is asked about all elements in
// turn.

// Of one element the browser is asked at most so often, in ms; and in each such time about at most `mostHosts`
// elements.
const rootPace = 500;
// A reading of a document with so few elements that were asked asks them again at once: the page may not change any
// more.
const fewAskedHosts = 64;
const fewAskedPace = 50;
// A larger document is not gone through by a walk, which takes long enough.
const fewElementsInTurn = 2000;

// `begins`: whether the turns begin at once, or after `rootPace`. Chrome needs as long for a question about 250
// elements as for the first reading of a form, and closed roots on elements with children are rare.
const pacesOfRoots = {
  reading: {few: fewAskedPace, mostElements: fewElementsInTurn, begins: false},
  // One that is not walked, since nothing else has changed.
  unchanged: {few: fewAskedPace, mostElements: Infinity, begins: false},
  // A search that has found nothing.
  search: {few: rootPace, mostElements: Infinity, begins: true},
};

// As weak references, oldest first: an element that has left the page is not kept.
const askedHosts = new Set();
const referenceTo = new WeakMap();
let elementsInTurn = [];  // weak references, last first
let askedInTurn = new WeakSet();
let lastAsked = -Infinity, firstLook = null, lastTurn = null;
let isTurn = false;  // those that are named now have their turn
let areAllAsked = false;
let isAbsenceAsked = false;

const mayHostLate = (element) =>
    canHost(localNameOf(element)) && shadowRootOf(element) === null && isConnectedNode(element);

// The browser is asked about these now.
function noteHostsAsked(elements) {
  lastAsked = performance.now();
  if (isTurn) lastTurn = lastAsked;
  for (const element of elements) askedInTurn.add(element);
}

// The browser has been asked about these, and knows no root of them.
function noteAskedHosts(elements) {
  for (const element of elements) {
    if (firstChildOf(element) !== null || !mayHostLate(element)) continue;
    askedHosts.delete(referenceTo.get(element));
    const reference = new WeakRef(element);
    referenceTo.set(element, reference);
    askedHosts.add(reference);
  }
}

// Calls `add` with elements to ask about again, until it returns false.
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

// Most hosts that a script fills later have no children before. → whether there is room for more
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

// The next searches that find nothing ask about every element, whenever it was asked before: nobody will look again.
function askAllHosts() {
  areAllAsked = true;
  askedInTurn = new WeakSet();
}

// The next search is to show that something is absent: it asks about elements without children whenever they were
// asked.
function askForAbsence() { isAbsenceAsked = true; }

expose({askAllHosts});
