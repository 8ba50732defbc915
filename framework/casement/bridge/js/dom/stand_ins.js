// Manages stand-ins: elements outside any document that represent things in the page for which scripts have no element,
// such as a control of a carousel (aria/carousels.js) or an item that an application has painted (aria/painted.js).
// The kind of a stand-in answers questions about it.

let knowsStandIns = false;
const representedBy = new WeakMap();  // stand-in → the thing it represents
const kindOfStandIn = new WeakMap();

const isStandIn = (element) => knowsStandIns && representedBy.has(element);

/**
 * The answers of one kind of stand-in. `one` is the stand-in.
 * @typedef {object} StandInKind
 * @property {(one: any) => boolean} isLive whether the represented thing still exists
 * @property {(one: any) => boolean} isShown whether a person sees the thing
 * @property {(one: any) => DOMRect} boxOf its box in the viewport
 * @property {(one: any) => Element | null} parentOf its parent in the tree of a snapshot
 * @property {(one: any) => Element} scrolledFor the element to scroll into view
 * @property {(one: any) => Promise<void>} locate waits until its box is known and at rest
 * @property {(one: any) => string | null} obstacle what prevents an action, or null
 * @property {(one: any) => boolean} noteStale whether the browser must be asked again about its state
 * @property {(one: any) => string[]} statesOf its states beside those of its attributes
 * @property {(one: any) => string | null} contentOf its value, or null if it can have none
 * @property {(hit: any, one: any) => boolean} isHit whether a press at the element `hit` reaches the thing
 */

/** @param {StandInKind} kind */
function newStandIn(represented, kind, localName = 'span') {
  const element = Document.prototype.createElementNS.call(document, 'http://www.w3.org/1999/xhtml', localName);
  representedBy.set(element, represented);
  kindOfStandIn.set(element, kind);
  knowsStandIns = true;
  return element;
}

/** @returns {StandInKind} */
const standInKindOf = (element) => kindOfStandIn.get(element);
const isLiveStandIn = (element) => standInKindOf(element).isLive(element);
const isShownStandIn = (element) => standInKindOf(element).isShown(element);
const boxOfStandIn = (element) => standInKindOf(element).boxOf(element);

// Sets attributes of a stand-in; null removes one.
function setStandInAttributes(standIn, attributes) {
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value === null) elementPrototype.removeAttribute.call(standIn, name);
    else if (attributeOf(standIn, name) !== value) elementPrototype.setAttribute.call(standIn, name, value);
  }
}
