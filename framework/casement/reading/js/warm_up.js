// Owns making the first reading fast, before anybody asks for one.

// Chrome makes a tree of the whole page to tell of custom elements, and that takes it longest. So it is asked when all
// is parsed, before a page that still waits for pictures and frames is loaded. A page of more elements has its turn in
// the warm-up.
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

// Styles computed now would be for nothing.
function waitsForSheets() {
  for (const link of allMatching(document, 'link[rel~="stylesheet" i]'))
    if (link.sheet === null && !link.disabled) return true;
  return false;
}

// A reading that lacks the text of a sheet has to ask each element for its style; the browser needs a while to bring
// it.
function askWhenSheetsAreThere() {
  nameForeignSheets(document);
  askEarly();
}

function askWhenParsed() {
  if (waitsForSheets()) window.addEventListener('load', askWhenSheetsAreThere, {once: true});
  else askWhenSheetsAreThere();
}

// What a script does first is slow, because it is compiled then; so the bridge reads the begin of a document that is
// parsed while the page has nothing to do, and forgets what it read. Enough for all that a reading does; it takes some
// 3 ms of the page's idle time.
const warmUpElements = 300;

function warmUp() {
  if (isInUse) return;
  knowSheets();
  walkDocument({maxNodes: warmUpElements});
  forgetRefs();
  askEarly();
}

// An idle callback would wait for the next frame as well, and a first question often comes before that.
function warmUpWhenIdle() { scheduler.postTask(warmUp, {priority: 'background'}); }

if (document.readyState === 'loading') {
  // At the window, after what the page itself does then.
  window.addEventListener('DOMContentLoaded', askWhenParsed, {once: true});
  document.addEventListener('DOMContentLoaded', warmUpWhenIdle, {once: true});
} else {
  warmUpWhenIdle();
}
