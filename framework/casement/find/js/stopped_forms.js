// Remembers the field because of which the browser did not submit a form (HTML §4.10.22.3, step 6), for messages: a
// person sees a bubble beside the field, which is in no document.
let stopped = null;

// Notes what happens around the element until the returned function is called.
function noteStoppedForms(element) {
  stopped = null;
  const root = element === null ? document : rootOf(element);
  const isSubmitter = node => node instanceof Element && /^(submit|image)$/.test(elementPart(node, 'type') ?? '');
  let form = null;
  const note = event => {
    if (event.type === 'click') form = event.composedPath().find(isSubmitter)?.form ?? form;
    else if (stopped === null && form !== null && event.target?.form === form) stopped = event.target;
  };
  for (const type of ['click', 'invalid']) callElement(root, 'addEventListener', type, note, {capture: true});
  return () => {
    for (const type of ['click', 'invalid']) callElement(root, 'removeEventListener', type, note, {capture: true});
  };
}

// → `textbox "Email" is not valid: Please fill out this field.`, or null
function fieldThatStoppedAForm() {
  if (stopped === null || !isConnectedNode(stopped) || stopped.validity?.valid !== false) return null;
  beginReading();
  const name = nameOf(stopped);
  const field = name ? `${roleOf(stopped)} ${JSON.stringify(name)}` : markupOf(stopped);
  return `${field} is not valid: ${stopped.validationMessage}`;
}

expose({fieldThatStoppedAForm});
