// Asks several documents of one origin in one call. The outermost document asks the others directly, each in its own
// script and in the same world, so the browser need not send a message to each. The answers are the same as those to
// separate messages.

// The number of this document within the page; 0 until C++ has assigned one.
let ownNumber = 0;

// Assigns a number to this document and returns the functions of its script.
function known(number) {
  ownNumber = number;
  return globalThis.casement;
}

const askedNumber = () => ownNumber;

const mostFrames = 2000;

// Each document has its own time limit for the answer. A caller that waits for several documents must not wait longer
// than for one.
const mostTogetherMs = 100;

// Frames in shadow roots are not listed in `view`, so C++ asks these frames alone.
function scriptsBelow(view, found) {
  for (let i = 0; i < view.length && found.size < mostFrames; ++i) {
    const child = view[i];
    try {
      const script = Object.getOwnPropertyDescriptor(child, 'casement')?.value;  // not an element with that id
      if (script !== undefined) found.set(script.askedNumber(), script);
    } catch {
      // A frame of another origin, which may contain frames of this origin.
    }
    scriptsBelow(child, found);
  }
}

// [function, arguments, numbers of documents]… → [answer] for each document, or null if the document has to be asked
// alone: it was not found, has thrown, or its turn came too late.
async function askTogether(asked) {
  const scripts = new Map([[ownNumber, globalThis.casement]]);
  scriptsBelow(globalThis, scripts);
  const end = performance.now() + mostTogetherMs;
  // Returns the answer itself if it is not a promise; most are not.
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
