// Owns which elements are stand-ins: an element in no document represents what is on the page and no script has an
// element for, such as a control of a carousel (aria/carousels.js). What only the page can tell of it is asked of the
// file that made it.

let knowsStandIns = false;
const representedBy = new WeakMap();  // stand-in → what it represents
let standInAnswers = null;

const isStandIn = (element) => knowsStandIns && representedBy.has(element);

// `answers`: { isLive: whether what the stand-in represents is still there, boxOf: its box in the viewport }, functions
// of a stand-in.
function answerForStandIns(answers) { standInAnswers = answers; }

function newStandIn(represented) {
  const element = Document.prototype.createElementNS.call(document, 'http://www.w3.org/1999/xhtml', 'span');
  representedBy.set(element, represented);
  knowsStandIns = true;
  return element;
}

const isLiveStandIn = (element) => standInAnswers.isLive(element);
const boxOfStandIn = (element) => standInAnswers.boxOf(element);
