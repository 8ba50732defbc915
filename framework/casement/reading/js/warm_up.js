// Warms up the bridge script, so that the first reading is fast.

// Chrome builds a tree of the whole page to answer questions about custom elements, which takes most of the time.
// Therefore the browser is asked as soon as the page is parsed, although pictures and frames may still be loading. Only
// this many elements are checked, to limit the cost.
const mostLookedAt = 2000;

function noteCustomElements() {
  let looked = 0;
  for (const element of Document.prototype.getElementsByTagName.call(document, '*')) {
    if (++looked > mostLookedAt) break;
    const localName = localNameOf(element);
    if (mayHaveInternals(localName)) noteCustomElement(element, localName);
  }
  return forgetHosts() > 0;
}

function askEarly() {
  if (!isInUse && noteCustomElements()) ownGlobal('casementIsHere')?.('asks');
}

// Styles computed before the style sheets have loaded would be wasted work.
function waitsForSheets() {
  for (const link of allMatching(document, 'link[rel~="stylesheet" i]'))
    if (link.sheet === null && !link.disabled) return true;
  return false;
}

// Without the text of a foreign style sheet, a reading must query the style of each element. The browser needs a while
// to deliver that text, so it is requested early.
function askWhenSheetsAreThere() {
  nameForeignSheets(document);
  askEarly();
}

function askWhenParsed() {
  if (waitsForSheets()) window.addEventListener('load', askWhenSheetsAreThere, {once: true});
  else askWhenSheetsAreThere();
}

// A script's first run is slow because it is compiled then. Therefore the bridge reads the beginning of the parsed
// document while the page is idle, and discards the result. The number of elements is enough to exercise all code of a
// reading, and takes some 3 ms of idle time.
const warmUpElements = 300;

function warmUp() {
  if (isInUse) return;
  knowSheets();
  walkDocument({maxNodes: warmUpElements});
  forgetRefs();
  askEarly();
}

// An idle callback would also wait for the next frame, and a first question often arrives before that.
function warmUpWhenIdle() { scheduler.postTask(warmUp, {priority: 'background'}); }

if (document.readyState === 'loading') {
  // Registered at the window, to run after the page's own listeners on the document.
  window.addEventListener('DOMContentLoaded', askWhenParsed, {once: true});
  document.addEventListener('DOMContentLoaded', warmUpWhenIdle, {once: true});
} else {
  warmUpWhenIdle();
}
