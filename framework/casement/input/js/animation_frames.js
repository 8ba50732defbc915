// Owns waiting for what is drawn: the next frame, the compositor, a box that has come to rest.

// A hidden or throttled frame draws none; a timer stands in there, after `patience` ms. → whether it was a frame
function nextFrame(patience = 100) {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, patience, false);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

// Resolves once Chrome's compositor has what this document is now: it knows nothing of a frame that was out of sight or
// not there until now. The third frame begins after the second is with it, and that only once it has taken the first
// over. One that never draws has to do without.
async function compositorFrame() {
  if (document.hidden) return;
  await atMost(3000, (async () => {
                 for (let i = 0; i < 3; ++i) await new Promise(resolve => { requestAnimationFrame(resolve); });
               })());
}

// Resolves once what the document draws is shown. Chrome holds it back for half a second, or until there is something
// in it (Paint Timing 1, first contentful paint: text, an image, a canvas); a first paint alone is known before it is
// shown.
async function firstFrame() {
  const hasDrawn = () =>
      performance.getEntriesByName('first-contentful-paint').length > 0 || performance.now() > longestFrame;
  while (!document.hidden && !hasDrawn()) await nextFrame();
}

// Resolves with the promise, or without it after so many milliseconds.
async function atMost(milliseconds, promise) {
  let timer;
  await Promise.race([promise, new Promise(resolve => { timer = setTimeout(resolve, milliseconds); })]);
  clearTimeout(timer);
}

function delay(milliseconds) {
  return new Promise(resolve => { setTimeout(resolve, milliseconds); });
}

function boxKey(element) {
  const box = boxOf(element);
  return `${box.x},${box.y},${box.width},${box.height}`;
}

// How long a frame is waited for where something is animated, in ms. A busy machine drops many in a row, and a box that
// was not drawn anew in between is no box at rest; a frame out of sight draws none at all.
const longestFrame = 1000;

// Resolves once the element has had the same box in two consecutive animation frames. Where nothing is animated, and
// nothing has just been scrolled, it has it already.
// → whether that took time
async function settleBox(element, moved) {
  const running = document.getAnimations().filter(animation => animation.playState === 'running');
  const isAnimated = running.length > 0;
  if (!isAnimated && !moved) return false;
  // One that is about to start stands still until the compositor has taken it (Web Animations 1 §4.4.7, pending).
  const pending = running.filter(animation => animation.pending).map(animation => animation.ready);
  if (pending.length > 0) await atMost(longestFrame, Promise.allSettled(pending));
  const {timeline} = document;
  let before = boxKey(element);
  let time = timeline.currentTime;
  for (let frames = 0; frames < 300; ++frames) {
    const isFrame = await nextFrame(isAnimated && !document.hidden ? longestFrame : undefined);
    const after = boxKey(element);
    // On a busy machine a frame may come in which an animation is where it was in the last: it shows nothing. Its time
    // is then the same, or rounded to another fraction of a millisecond.
    const isLater = !isAnimated || !isFrame || Math.abs(timeline.currentTime - time) >= 1;
    if (after === before && isLater) return true;
    before = after;
    time = timeline.currentTime;
  }
  return true;
}

expose({compositorFrame, firstFrame, delay});
