// Assigns the refs by which this document's elements are known to C++. A ref is assigned once, valid for the document's
// life and never reused. Nothing in the page reveals it.

let nextRef = 1;
let refByElement = new WeakMap();
let elementByRef = new Map();
let isInUse = false;

// Continues the numbering after `count` or later. A document restored from the back/forward cache retains its earlier
// refs, and its new refs follow those of the documents in between.
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

// Notes that refs are known outside from now on.
function noteUse() { isInUse = true; }

// Resets all refs; only allowed while no ref is known outside.
function forgetRefs() {
  nextRef = 1;
  refByElement = new WeakMap();
  elementByRef = new Map();
}

function knownRef(element) { return refByElement.get(element) ?? 0; }

// Returns null if the ref was never assigned, or its element was destroyed or has left this document.
function elementOf(ref) {
  const element = elementByRef.get(ref)?.deref();
  return element !== undefined && isConnectedDeep(element) ? element : null;
}

// Whether the node is connected to this document, also through shadow roots. Returns false for a node that another
// document has adopted.
function isConnectedDeep(node) {
  if (isStandIn(node)) return isLiveStandIn(node);
  return isConnectedNode(node) && ownerDocumentOf(node) === document;
}

expose({startRefsAt, elementOf});
