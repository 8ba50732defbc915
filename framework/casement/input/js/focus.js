// Owns the focus: giving it, taking it away, and waiting for what a page does about it.

// Whether what takes the element's keys may make something of each only with the next frame: editors, and components,
// which draw themselves anew then and may write back what they knew before.
function isAnsweredLater(element) {
  if (isRichText(element)) return true;
  const {host} = rootOf(element);
  return host !== undefined && localNameOf(host).includes('-');
}

// `isTyped`: text comes next. → {later: isAnsweredLater, proves: whether typedTextMissing can tell what came of it}, or
// why the element cannot be focused
async function focusElement(ref, isTyped = false) {
  const element = elementOf(ref);
  if (element === null) return 'gone';
  beginOutcome(element);
  takeFocus(element);
  if (!hasFocusWithin(element) && !shadowRootOf(element)?.delegatesFocus) return 'takes no focus';
  const later = isAnsweredLater(element);
  if (later) await taskQueued();
  return {later, proves: isTyped && watchTyping(element)};
}

const taskChannel = new MessageChannel();
const queued = [];
taskChannel.port1.onmessage = () => queued.shift()();

// A document that is not drawn has no frames to wait for; one that is drawn may wait long for its next on a busy
// machine.
let hasFrames = true;
const longestFrameWait = {
  drawn: 1000,
  undrawn: 100
};

// Resolves behind the tasks that are queued now and behind the next frame. An editor learns of a key by its event, of
// the new selection by a task of its own (Selection API §4.7, selectionchange), and some draw the text anew and take
// its letters' looks from that with the next frame: a key that is faster is one that no person types.
async function taskQueued() {
  hasFrames = await nextFrame(hasFrames ? longestFrameWait.drawn : longestFrameWait.undrawn);
  await new Promise(resolve => {
    queued.push(resolve);
    taskChannel.port2.postMessage(null);
  });
}

// Where keys go that are typed without an element: resolves after the tasks that are queued.
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

// Of what stands in an editing host the host has the focus, and the caret goes to its end.
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

// Whether what is typed goes to the element; of rich text it is the editing host around it that has the focus.
function hasFocusWithin(element) {
  const active = rootOf(element).activeElement;
  return active === element || (active !== null && active === editingHostOf(element));
}

expose({focusElement, focusedPlace, taskQueued, blurElement});
