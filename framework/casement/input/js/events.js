// Makes and dispatches events for a test.

// The constructor of each event type (UI Events, Pointer Events, HTML §6.11 drag and drop, Input Events). Other types
// are plain, or carry a `detail`.
/** @type {[RegExp, new (type: string, init: object) => Event][]} */
const eventClasses = [
  [/^(click|auxclick|contextmenu|pointer\w+|gotpointercapture|lostpointercapture)$/, PointerEvent],
  [/^(dblclick|mouse\w+)$/, MouseEvent],
  [/^wheel$/, WheelEvent],
  [/^key(down|up|press)$/, KeyboardEvent],
  [/^(beforeinput|input)$/, InputEvent],
  [/^composition\w+$/, CompositionEvent],
  [/^(focus|blur|focusin|focusout)$/, FocusEvent],
  [/^(drag\w*|drop)$/, DragEvent],
  [/^touch\w+$/, TouchEvent],
  [/^(copy|cut|paste)$/, ClipboardEvent],
  [/^submit$/, SubmitEvent],
];

function eventOf(type, properties) {
  const init = {bubbles: true, cancelable: true, composed: true, ...properties};
  const data = properties.dataTransfer ?? properties.clipboardData;
  if (data) {
    const transfer = new DataTransfer();
    for (const [format, text] of Object.entries(data)) transfer.setData(format, text);
    init[properties.dataTransfer ? 'dataTransfer' : 'clipboardData'] = transfer;
  }
  const known = eventClasses.find(([pattern]) => pattern.test(type));
  if (known) return new known[1](type, init);
  return 'detail' in properties ? new CustomEvent(type, init) : new Event(type, init);
}

// → {state: 'done', change} | {state: 'gone'} | {state: 'obstacle', why, final}
function dispatchOn(ref, type, properties) {
  const element = elementOf(ref);
  if (element === null) return {state: 'gone'};
  if (isStandIn(element))
    return {state: 'obstacle', why: 'is no element of the page, so it has no listeners', final: true};
  beginOutcome(element);
  let event;
  try {
    event = eventOf(type, properties);
  } catch (error) { return {state: 'obstacle', why: `cannot receive this event: ${error.message}`, final: true}; }
  callElement(element, 'dispatchEvent', event);
  return {state: 'done', change: endOutcome()};
}

expose({dispatchOn});
