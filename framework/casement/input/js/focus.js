// Gives and removes the focus, and waits for the page's reaction.

// Whether keys for the element may take effect only in the next frame. Editors and components redraw themselves then,
// and may write their earlier state back.
function isAnsweredLater(element) {
  if (isRichText(element)) return true;
  const {host} = rootOf(element);
  return host !== undefined && localNameOf(host).includes('-');
}

// `isTyped`: text follows. → {later: isAnsweredLater, proves: whether typedTextMissing can check the text, painted:
// an item of a canvas}, 'press' if only a press gives it the focus, or why the element cannot be focused
async function focusElement(ref, isTyped = false) {
  const element = elementOf(ref);
  if (element === null) return 'gone';
  beginOutcome(element);
  if (isPainted(element)) return wayToFocusPainted(element) ?? {later: true, painted: true};
  takeFocus(element);
  if (!hasFocusWithin(element) && !shadowRootOf(element)?.delegatesFocus) return 'cannot be focused';
  const later = isAnsweredLater(element);
  if (later) await taskQueued();
  return {later, proves: isTyped && watchTyping(element)};
}

const taskChannel = new MessageChannel();
const queued = [];
taskChannel.port1.onmessage = () => queued.shift()();

// A document that is not drawn has no frames to wait for. On a busy machine, a drawn document may wait long for a
// frame.
let hasFrames = true;
const longestFrameWait = {
  drawn: 1000,
  undrawn: 100
};

// Waits for the next frame, and then for all tasks that are queued. An editor learns of a key by its event, and of the
// new selection by a task of its own (Selection API §4.7, selectionchange). Some editors redraw the text in the next
// frame, and format letters according to that selection. No person types faster than that.
async function taskQueued() {
  hasFrames = await nextFrame(hasFrames ? longestFrameWait.drawn : longestFrameWait.undrawn);
  await new Promise(resolve => {
    queued.push(resolve);
    taskChannel.port2.postMessage(null);
  });
}

// Finds where keys without an element go, and waits for queued tasks there.
// → {later: as in focusElement} | {owner: ref of the frame that has the focus}
async function focusedPlace() {
  beginReading();
  let element = documentPart('activeElement');
  for (let inner = element; inner; inner = shadowRootOf(inner)?.activeElement) element = inner;
  if (element !== null && isFrameOwner(element)) return {owner: refOf(element)};
  const later = element !== null && isAnsweredLater(element);
  if (later) await taskQueued();
  return {later};
}

// For an element in an editing host, the host takes the focus, and the caret goes to the end of the element.
function takeFocus(element) {
  const host = editingHostOf(element);
  callElement(host, 'focus');
  if (host === element) return;
  getSelection().selectAllChildren(element);
  getSelection().collapseToEnd();
}

function blurElement(ref) {
  const element = elementOf(ref);
  if (element === null) return 'gone';
  if (outcome?.element !== element) beginOutcome(element);
  callElement(element, 'blur');
  return null;
}

// The application tells which of its painted items has the focus.
function isFocused(element) {
  if (isPainted(element)) return document.hasFocus() && statesOf(element, roleOf(element)).includes('active');
  return rootOf(element).activeElement === element && document.hasFocus();
}

// Whether typed text goes to the element. For rich text, the editing host around the element has the focus.
function hasFocusWithin(element) {
  const active = rootOf(element).activeElement;
  return active === element || (active !== null && active === editingHostOf(element));
}

expose({focusElement, focusedPlace, taskQueued, blurElement});
