// Answers questions of expectations about this document, and wakes callers when an answer changes. The answer and the
// value it is compared with later come from the same moment, so no change can be missed.
//
// question: {query, ask} about the elements that match, {ref, ask} about one element, or {ask: {title: true}} about the
// document. `ask` names facts about an element; the rooms that ask for facts register their readers.

// How soon a question is asked again without an event or a mutation, in ms. Some changes cause neither, such as a
// script that sets `value`, a rule added to a style sheet, or a shadow root attached. Chrome stretches this to a second
// in frames of other sites that are off screen.
const idlePollMs = 40;

// Checks take at most this fraction (1/8) of a page's time.
const cpuShareDivisor = 8;

const mostLastAnswers = 32;
const lastAnswers = new Map();

const watches = new Set();
let lastCheck = {at: -Infinity, cost: 0};
let checkDue = false;
let idlePollTimer = 0;

// Starts a task that no throttling of timers delays.
const checkChannel = new MessageChannel();
checkChannel.port1.onmessage = checkWatches;

// By name: (element, the question's value for this name) → the fact.
const factReaders = {};
// By name: element → a promise of what must be known before the fact can be read.
const factPreparations = {};

function offerFacts(readers, preparations) {
  Object.assign(factReaders, readers);
  Object.assign(factPreparations, preparations);
}

function factsOf(element, ask) {
  const facts = {};
  for (const [name, wanted] of Object.entries(ask)) facts[name] = factReaders[name](element, wanted);
  return facts;
}

/**
 * @returns {{ title?: string, matches?: { ref: number, facts: object }[], frames?: object[], unknown?: number, stale?:
 *     number, asOf?: number }}
 */
function answerTo({query, ref, ask}) {
  beginReading();
  if (ref) {
    const element = elementOf(ref);
    if (element === null) return {matches: [], frames: []};
    return {matches: [{ref, facts: factsOf(element, ask)}], frames: [], ...stalenessOf([element])};
  }
  if (!query) return {title: documentPart('title')};
  const chosen = listedOf(chosenMatches(query), query.step);
  const matches = chosen.map(element => ({ref: refOf(element), facts: factsOf(element, ask)}));
  const unknown = countUnknown(matches.length);
  return {matches, frames: framesOf(query.frames ?? [], true), unknown, ...stalenessOf(chosen, query)};
}

// `absence`: 'asked' if the caller takes an empty answer for an absence, 'confirmed' if the caller asks again for that.
async function observe(question, absence = null) {
  await firstPaintedFrames();
  const preparations =
      Object.keys(question.ask).map(name => factPreparations[name]).filter(prepare => prepare !== undefined);
  if (preparations.length > 0) {
    beginReading();
    const known =
        question.ref ? [elementOf(question.ref)].filter(element => element !== null) : chosenMatches(question.query);
    await Promise.all(
        listedOf(known, question.query?.step).flatMap(element => preparations.map(prepare => prepare(element))));
  }
  const key = JSON.stringify(question);
  const wasShown = absence === null ? null : watchAbsence(key, question);
  if (absence === 'asked') askForAbsence();
  const answer = answerTo(question);
  lastAnswers.delete(key);
  lastAnswers.set(key, JSON.stringify(answer));
  if (lastAnswers.size > mostLastAnswers) lastAnswers.delete(lastAnswers.keys().next().value);
  return absence === null ? answer : {...answer, wasShown};
}

// Documents answer one after the other, and an element may move between them meanwhile. So each document records
// whether it shows a match between two answers: if no document did, all of them showed none at one moment.
let absenceWatch = null;
const longestAbsenceWatch = 2000;
const mostAbsenceCost = 200;

// → whether the document has shown a match since the same question; null if that was not asked before
function watchAbsence(key, question) {
  observeAll();
  if (observer.takeRecords().length > 0) noteChange();
  const wasShown = absenceWatch?.key === key ? absenceWatch.wasShown : null;
  absenceWatch = {key, question, wasShown: false, cost: 0, until: performance.now() + longestAbsenceWatch};
  return wasShown;
}

function noteForAbsence() {
  if (absenceWatch === null || absenceWatch.wasShown) return;
  const began = performance.now();
  if (began > absenceWatch.until) return void (absenceWatch = null);
  const {matches} = answerTo(absenceWatch.question);
  absenceWatch.cost += performance.now() - began;
  absenceWatch.wasShown = matches.length > 0 || absenceWatch.cost > mostAbsenceCost;
}

// Resolves once the answer differs from the last answer of `observe` or, if there is none, from the answer now.
// Resolves at once if the last answer never reached the caller (`hasArrived` is false), because the caller cannot
// compare.
function answerChanged(question, hasArrived) {
  if (!hasArrived) return true;
  const lastAnswer = lastAnswers.get(JSON.stringify(question)) ?? JSON.stringify(answerTo(question));
  return new Promise(resolve => {
    watches.add({question, lastAnswer, resolve});
    checkWatches();
  });
}

// Ends all watches; their promises resolve with false.
function stopWatches() {
  for (const watch of watches) watch.resolve(false);
  watches.clear();
  clearTimeout(idlePollTimer);
}

function noteForWatches() {
  noteForAbsence();
  if (watches.size === 0 || checkDue) return;
  checkDue = true;
  const wait = lastCheck.at + cpuShareDivisor * lastCheck.cost - performance.now();
  if (wait > 0) setTimeout(checkWatches, wait);
  else checkChannel.port2.postMessage(null);
}

function checkWatches() {
  checkDue = false;
  clearTimeout(idlePollTimer);
  if (watches.size === 0) return;
  const began = performance.now();
  try {
    observeAll();
    for (const watch of watches) {
      if (JSON.stringify(answerTo(watch.question)) === watch.lastAnswer) continue;
      watches.delete(watch);
      watch.resolve(true);
    }
  } catch {
    // Wakes all callers, which then ask and get the error themselves. A watch that ended here would never wake its
    // caller.
    stopWatches();
  }
  lastCheck = {at: performance.now(), cost: performance.now() - began};
  if (watches.size > 0)
    idlePollTimer = setTimeout(checkWatches, Math.max(idlePollMs, cpuShareDivisor * lastCheck.cost));
}

expose({observe, answerChanged, stopWatches});
