// What the bridge offers outside, in one place. The name is this isolated world's own: the page cannot see it.
globalThis.casement = {
  startRefsAt,
  snapshot: walkDocument,
  find, describeRefs,
  elementOf,
  aim, showElement, throughOwner, wayThroughOwner, ownerAt, outsideOfViewport, watchWay, isEndOfWay, watchPointer, pointerArrival: () => ({ ...pointerArrival(), change: endOutcome() }),
  moveArrival: () => ({ ...moveArrival(), change: endOutcome() }),
  readyForWheel: () => { watchWheel(); return moveArrival(); }, drawn,
  endOutcome, mapThrough, pressSeen, boxToPicture, dispatchOn, scrollNear, middleOfViewport, wheelOutcome, watchDrag, dragHasBegun, rest,
  watchPaste, stopPasteWatch,
  focusElement, focusedPlace, taskQueued, blurElement, obstacleToUpload, prepareFill, inputArrived, inputSoFar, selectOptions, inspect,
  changed,
  observe, answerChanged, restWatches, watchCount,
  resolveContainer, inspectPattern, extractAnchors,
  elementsToAsk, learnElements, learnListeners, learnSheet, judge,
  // For Runtime.callFunctionOn with the element as `this`.
  owner: noteFrameOwner,
  listFrames, content,
};
