// Owns the numbers by which this document's elements are known outside: minted once, kept for the document's life,
// never given twice, and without any mark that the page could see.

let nextRef = 1;
let refByElement = new WeakMap();
let elementByRef = new Map();
let isInUse = false;

// Numbering goes on after `count` at the earliest: a document that the back/forward cache brings back keeps the refs
// that it had, and what it gives from then on follows those of the documents between.
function startRefsAt(count) {
  noteUse();
  nextRef = Math.max(nextRef, count + 1);
}

function refOf(element) {
  let ref = refByElement.get(element);
  if (ref === undefined) {
    ref = nextRef++;
    refByElement.set(element, ref);
    elementByRef.set(ref, new WeakRef(element));
  }
  return ref;
}

// From now on refs are known outside.
function noteUse() { isInUse = true; }

// As if none had been given; only while nobody outside has seen any.
function forgetRefs() {
  nextRef = 1;
  refByElement = new WeakMap();
  elementByRef = new Map();
}

function knownRef(element) { return refByElement.get(element) ?? 0; }

// Null when the number was never given, or its element is no more or left this document.
function elementOf(ref) {
  const element = elementByRef.get(ref)?.deref();
  return element !== undefined && isConnectedDeep(element) ? element : null;
}

// In this very document, through whatever shadow roots (a node adopted by another document is gone for us).
function isConnectedDeep(node) {
  if (isStandIn(node)) return isLiveStandIn(node);
  return isConnectedNode(node) && ownerDocumentOf(node) === document;
}

expose({startRefsAt, elementOf});
