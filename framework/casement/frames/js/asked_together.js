// Owns asking the documents of one origin in one call: the outermost asks the others, each in its own script and in
// this world, instead of the browser sending each a message. The answers are those that each would give to a message of
// its own.

// Which of the page's documents this is; none until whoever asks has said it.
let ownNumber = 0;

// The script's functions, in the document that is known by this number from now on.
function known(number) {
  ownNumber = number;
  return globalThis.casement;
}

const askedNumber = () => ownNumber;

const mostFrames = 2000;

// Each document has a time of its own to answer in, and whoever waits for several must not wait for longer than for
// one.
const mostTogetherMs = 100;

// Those of frames in shadow roots are not among them; they are asked alone.
function scriptsBelow(view, found) {
  for (let i = 0; i < view.length && found.size < mostFrames; ++i) {
    const child = view[i];
    try {
      const script = Object.getOwnPropertyDescriptor(child, 'casement')?.value;  // no element of that id
      if (script !== undefined) found.set(script.askedNumber(), script);
    } catch {
      // Of another origin; those in it may be of this one.
    }
    scriptsBelow(child, found);
  }
}

// [function, arguments, the numbers of documents]… → [answer] of each document, or null for one that has to be asked by
// itself: it is not here, has thrown, or its turn came too late.
async function askTogether(asked) {
  const scripts = new Map([[ownNumber, globalThis.casement]]);
  scriptsBelow(globalThis, scripts);
  const end = performance.now() + mostTogetherMs;
  // At once where the answer is; most are.
  const answerOf = (number, name, given) => {
    if (performance.now() > end) return null;
    try {
      const answer = scripts.get(number)[name](...given);
      return typeof answer?.then === 'function' ? answer.then((value) => [value], () => null) : [answer];
    } catch { return null; }
  };
  return Promise.all(asked.flatMap(([name, given, numbers]) => numbers.map(number => answerOf(number, name, given))));
}

expose({known, askedNumber, askTogether});
