// Waits for the next frame that the browser draws.

// A hidden or throttled document draws no frames, so a timer ends the wait after `patience` ms. → whether a frame came
function nextFrame(patience = 100) {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, patience, false);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
