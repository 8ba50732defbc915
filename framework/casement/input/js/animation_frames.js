// Waits for drawing: the next frame, the compositor, or a box that has stopped moving.

// Waits until Chrome's compositor has what this document is now. The compositor knows nothing of a frame that was out
// of sight or absent until now. The third frame begins after the compositor has got the second, and the second only
// after the compositor has taken over the first. A document that never draws ends the wait after 3 s.
async function compositorFrame() {
  if (document.hidden) return;
  await atMost(3000, (async () => {
                 for (let i = 0; i < 3; ++i) await new Promise(resolve => { requestAnimationFrame(resolve); });
               })());
}

// Waits until the document's drawing is shown. Chrome holds the drawing back for half a second, or until it has content
// (Paint Timing 1, first contentful paint: text, an image, a canvas). A first paint alone is reported before it is
// shown.
async function firstFrame() {
  const hasDrawn = () =>
      performance.getEntriesByName('first-contentful-paint').length > 0 || performance.now() > longestFrame;
  while (!document.hidden && !hasDrawn()) await nextFrame();
}

// Waits for the promise, at most for this many milliseconds.
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

// Longest wait for a frame while something is animated, in ms. A busy machine drops many frames in a row, and a box
// that was not drawn anew in between may still be moving. A document out of sight draws no frames at all.
const longestFrame = 1000;

// Waits until the element has the same box in two consecutive animation frames. Does not wait if nothing is animated
// and nothing has just been scrolled.
// → whether that took time
async function settleBox(element, moved) {
  const running = document.getAnimations().filter(animation => animation.playState === 'running');
  const isAnimated = running.length > 0;
  if (!isAnimated && !moved) return false;
  // A pending animation stands still until the compositor has taken it over (Web Animations 1 §4.4.7, pending).
  const pending = running.filter(animation => animation.pending).map(animation => animation.ready);
  if (pending.length > 0) await atMost(longestFrame, Promise.allSettled(pending));
  const {timeline} = document;
  let before = boxKey(element);
  let time = timeline.currentTime;
  for (let frames = 0; frames < 300; ++frames) {
    const isFrame = await nextFrame(isAnimated && !document.hidden ? longestFrame : undefined);
    const after = boxKey(element);
    // On a busy machine, an animation may be at the same place in two frames, which proves nothing. Its time is then
    // the same, or rounded to another fraction of a millisecond.
    const isLater = !isAnimated || !isFrame || Math.abs(timeline.currentTime - time) >= 1;
    if (after === before && isLater) return true;
    before = after;
    time = timeline.currentTime;
  }
  return true;
}

expose({compositorFrame, firstFrame, delay});
