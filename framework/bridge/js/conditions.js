// Owns the questions that expectations ask of this document, and the news that the answer is no longer the one that was
// told. The answer and what it is compared with later come from the same moment, so no change can fall in between.
//
// question: {query, ask} of the elements that match, {ref, ask} of one element, or {ask: {title: true}} of the document.

// How soon a question is asked again when there is no news: for what neither event nor mutation tells of, such as a
// script that sets `value`, a rule that is added to a style sheet, a shadow root that is attached. Chrome stretches this
// to a second in frames of other sites that are off screen.
const silentPace = 40;

// Asking takes at most one part in so many of a page's time.
const restParts = 8;

const mostAnswersKept = 32;
const answersTold = new Map();

const watches = new Set();
let lastCheck = { at: -Infinity, cost: 0 };
let checkDue = false;
let silentTimer = 0;

// A task of its own that no throttling of timers holds up.
const checkChannel = new MessageChannel();
checkChannel.port1.onmessage = checkWatches;

function answerTo({ query, ref, ask }) {
  beginReading();
  if (ref) {
    const element = elementOf(ref);
    if (element === null) return { matches: [], frames: [] };
    return { matches: [{ ref, facts: factsOf(element, ask) }], frames: [], ...stalenessOf([element]) };
  }
  if (!query) return { title: documentPart('title') };
  const chosen = chosenMatches(query).slice(0, 1000);
  const matches = chosen.map(element => ({ ref: refOf(element), facts: factsOf(element, ask) }));
  const unknown = countUnknown(matches.length);
  return { matches, frames: framesOf(query.frames ?? []), unknown, ...stalenessOf(chosen, query) };
}

// How often an answer that hangs on elements' internals is news by itself, in ms: nothing tells when they change.
const stalePace = 100;

// {stale: how many elements the browser has to be asked about for an answer that is true now, asOf} | {}
function stalenessOf(chosen, query) {
  const stale = noteStale(chosen.length > 0 || query?.step?.kind !== 'role' ? chosen : elementsOfInternals(query.step.role));
  return stale > 0 ? { stale, asOf: Math.floor(performance.now() / stalePace) } : {};
}

async function observe(question) {
  if (question.ask.inViewport) {
    beginReading();
    const known = question.ref ? [elementOf(question.ref)].filter(element => element !== null) : chosenMatches(question.query);
    await Promise.all(known.slice(0, 1000).map(viewportShareKnown));
  }
  const answer = answerTo(question);
  const key = JSON.stringify(question);
  answersTold.delete(key);
  answersTold.set(key, JSON.stringify(answer));
  if (answersTold.size > mostAnswersKept) answersTold.delete(answersTold.keys().next().value);
  return answer;
}

// Resolves once the answer is another than the one that `observe` told last; where it told none, than it is now. At once
// where that answer never reached the one who asked: nobody knows whether it is news.
function answerChanged(question, hasArrived) {
  if (!hasArrived) return true;
  const told = answersTold.get(JSON.stringify(question)) ?? JSON.stringify(answerTo(question));
  return new Promise(resolve => {
    watches.add({ question, told, resolve });
    checkWatches();
  });
}

// Nobody waits any more.
function restWatches() {
  for (const watch of watches) watch.resolve(false);
  watches.clear();
  clearTimeout(silentTimer);
}

function watchCount() {
  return watches.size;
}

function noteForWatches() {
  if (watches.size === 0 || checkDue) return;
  checkDue = true;
  const wait = lastCheck.at + restParts * lastCheck.cost - performance.now();
  if (wait > 0) setTimeout(checkWatches, wait);
  else checkChannel.port2.postMessage(null);
}

function checkWatches() {
  checkDue = false;
  clearTimeout(silentTimer);
  if (watches.size === 0) return;
  const began = performance.now();
  try {
    observeAll();
    for (const watch of watches) {
      if (JSON.stringify(answerTo(watch.question)) === watch.told) continue;
      watches.delete(watch);
      watch.resolve(true);
    }
  } catch {
    // Whoever asked looks for themselves, and is told what went wrong: a watch that ended here would never wake anybody.
    restWatches();
  }
  lastCheck = { at: performance.now(), cost: performance.now() - began };
  if (watches.size > 0) silentTimer = setTimeout(checkWatches, Math.max(silentPace, restParts * lastCheck.cost));
}
