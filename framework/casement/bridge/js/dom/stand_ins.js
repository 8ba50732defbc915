// Manages stand-ins: elements outside any document that represent things in the page for which scripts have no element,
// such as a control of a carousel (aria/carousels.js). The file that made the stand-ins answers questions about them.

let knowsStandIns = false;
const representedBy = new WeakMap();  // stand-in → the thing it represents
let standInAnswers = null;

const isStandIn = (element) => knowsStandIns && representedBy.has(element);

// `answers`: functions of a stand-in: { isLive: whether the represented thing still exists, boxOf: its box in the
// viewport }.
function answerForStandIns(answers) { standInAnswers = answers; }

function newStandIn(represented) {
  const element = Document.prototype.createElementNS.call(document, 'http://www.w3.org/1999/xhtml', 'span');
  representedBy.set(element, represented);
  knowsStandIns = true;
  return element;
}

const isLiveStandIn = (element) => standInAnswers.isLive(element);
const boxOfStandIn = (element) => standInAnswers.boxOf(element);
