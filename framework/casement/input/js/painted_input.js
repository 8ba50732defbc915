// Gives the focus and text to items that an application has painted into a canvas (aria/painted.js). Only a press gives
// such an item the focus, and only the application knows when it has taken the focus or a text.

// In ms. An application takes input when it draws its next frame.
const longestPaintedAnswer = 1000;

// Waits until the item is as `holds` says. → whether it is
async function paintedBecomes(item, holds) {
  const until = performance.now() + longestPaintedAnswer;
  while (isLiveStandIn(item) && !holds(item)) {
    if (performance.now() > until) return false;
    await nextFrame();
  }
  return isLiveStandIn(item);
}

// → null: it has the focus | 'press': a press may give it the focus | what prevents that
function wayToFocusPainted(item) {
  if (isFocused(item)) return null;
  return isTextBox(item) ? 'press' : 'is drawn by its application, which does not give it the focus';
}

// Called after the pointer has moved: its application looks once a frame at the item that is under it.
function paintedFramePassed() { return nextFrame(); }

// Called after a press on the item. → null, or why keys do not go to it
async function paintedFocusArrived(ref) {
  const item = elementOf(ref);
  if (item === null) return 'gone';
  if (await paintedBecomes(item, isFocused)) return null;
  return elementOf(ref) === null ? 'gone' : 'was pressed, but its application does not tell that it has the focus';
}

// Called after the text was typed. → null, or which text the application tells instead
async function paintedTextArrived(ref, text) {
  const item = elementOf(ref);
  if (item === null) return 'gone';
  if (paintedIsSecret(item) || await paintedBecomes(item, one => contentOf(one) === text)) return null;
  return elementOf(ref) === null ? 'gone' : `holds "${contentOf(item)}" instead of that text`;
}

expose({paintedFramePassed, paintedFocusArrived, paintedTextArrived});
