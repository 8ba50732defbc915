// Does what a keyboard cannot do alone: focus, selection, and the values of controls that take no typing.

// Inputs whose value is set and not typed, whatever their editor looks like. The value has the form of the HTML
// Standard, whatever the page's language. With an example of each value.
const setInputTypes = new Map([
  ['color', '#ff8800'],
  ['date', '2031-03-14'],
  ['datetime-local', '2031-03-14T09:30'],
  ['month', '2031-03'],
  ['time', '09:30'],
  ['week', '2031-W11'],
  ['range', ''],
]);

function whyNotTaken(element, value) {
  const why = `does not accept "${value}" as ${element.type}`;
  const bounds = ['min', 'max', 'step'].filter(name => element[name] !== '').map(name => `${name} ${element[name]}`);
  if (element.type === 'range')
    return `${why}; write a number${bounds.length ? ` (${bounds.join(', ')})` : ' from 0 to 100'}`;
  return `${why}; write it as ${setInputTypes.get(element.type)}`;
}

// A control that was set and is not checked yet: { element, whyUndone: → null, or why the value is another now }.
let setValue = null;

// → {state: 'obstacle'} if the page's own listeners have changed the value already, else {state: 'set'}: call
// settledValue next, unless the page goes away
function toldOnceSettled(element, whyUndone) {
  const why = whyUndone();
  if (why !== null) return {state: 'obstacle', why, final: true};
  setValue = {element, whyUndone};
  return {state: 'set'};
}

// Waits before it checks, because a page writes a value back in a later task or in the next frame, as a redrawn
// component does. → {state: 'done', change} | {state: 'obstacle', why} if the page has changed the value
async function settledValue() {
  if (setValue === null) return {state: 'done', change: endOutcome()};
  const {element, whyUndone} = setValue;
  setValue = null;
  await taskQueued();
  const why = isConnectedNode(element) ? whyUndone() : null;
  return why === null ? {state: 'done', change: endOutcome()} : {state: 'obstacle', why, final: true};
}

function announceInput(element) {
  callElement(element, 'dispatchEvent', new Event('input', {bubbles: true, composed: true}));
  callElement(element, 'dispatchEvent', new Event('change', {bubbles: true}));
}

// → null, or what prevents the element from taking this many files; a hidden input takes them too. {state: 'chooser'}
// if the element is no file input, but may open a chooser when it is clicked. `isFolder`: one folder is uploaded, not
// `count` files.
function obstacleToUpload(ref, count, isFolder) {
  const element = elementOf(ref);
  if (element === null) return 'gone';
  if (localNameOf(element) !== 'input' || element.type !== 'file') {
    return isTextBox(element) || localNameOf(element) === 'select' ?
        {why: `is not a file input; ${wayToSet(element)}`, final: true} :
        {state: 'chooser'};
  }
  if (element.webkitdirectory !== isFolder)
    return {why: isFolder ? 'accepts files, not a folder' : 'accepts a folder, not files', final: true};
  if (count > 1 && !element.multiple) return {why: 'accepts only one file', final: true};
  beginOutcome(element);
  return null;
}

// Whether only the editor can select its content, because its text box contains a part of the text at most.
function hasOwnContent(element) { return editContextOf(element) !== null || isTypedUnseen(element); }

function selectContents(element) {
  if (isContentEditableIn(element)) {
    getSelection().selectAllChildren(element);
  } else {
    elementPart(element, 'select')?.call(element);
  }
}

// Prepares the control for typing over its whole content, or sets the value of a control without typing.
// → {state: 'settle'}: call again after taskQueued, with isSettled | {state: 'type', byKeys, empty, later} | {state:
// 'set'}, see toldOnceSettled | {state: 'press'} for an item of a canvas | {state: 'gone'} | {state: 'obstacle', why}
function prepareFill(ref, value, isSettled = false) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return {state: 'gone'};
  const why = obstacleOf(element, {visible: true, enabled: true, editable: true});
  if (why !== null) return {state: 'obstacle', why};
  if (isPainted(element)) {
    beginOutcome(element);
    return {state: 'press'};
  }
  if (localNameOf(element) === 'select')
    return {state: 'obstacle', why: `is a list to select from, not a text control; ${wayToSet(element)}`, final: true};
  const type = localNameOf(element) === 'input' ? element.type : '';
  if (/^(checkbox|radio|file|button|submit|reset|image|hidden)$/.test(type)) {
    const why = `is an input of type ${type}, which does not accept text; ${wayToSet(element)}`;
    return {state: 'obstacle', why, final: true};
  }
  if (!isSettled) beginOutcome(element);
  const hadFocus = hasFocusWithin(element);
  callElement(editingHostOf(element), 'focus');
  if (setInputTypes.has(type)) {
    // Calls the native setter, so that frameworks which watch the property see a value other than the one they last
    // wrote.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(element, value);
    if (element.value !== value) return {state: 'obstacle', why: whyNotTaken(element, value), final: true};
    announceInput(element);
    return toldOnceSettled(element, () => (textKept(element, value) === 'changed' ? whyNotKept(element) : null));
  }
  selectContents(element);
  if (!hasFocusWithin(element)) return {state: 'obstacle', why: 'loses the focus'};
  const later = isAnsweredLater(element);
  if (later && !isSettled && (!hadFocus || isRichText(element))) return {state: 'settle'};
  watchInput(element, value);
  const byKeys = hasOwnContent(element);
  return {state: 'type', later, byKeys, empty: !byKeys && (richTextOf(element) ?? element.value) === ''};
}

/**
 * @typedef {{ element: Element | null, text?: string, arrived: boolean, over?: Promise<void>, end: (value?: any) =>
 * void }} InputWatch
 */
/** @type {InputWatch} */
let inputWatch = {element: null, arrived: false, end: () => {}};  // `over` resolves by `end`

function watchInput(element, text) {
  inputWatch.end();
  /** @type {InputWatch} */
  const watch = inputWatch = {element, text, arrived: false, end: () => {}};
  watch.over = new Promise(resolve => { watch.end = resolve; });
  // Either event is enough, because a page that formats typed text may cancel the first and write the value itself. The
  // page may also do so in a timer, which the page starts after this one.
  const note = () => {
    if (!watch.arrived) setTimeout(() => setTimeout(watch.end));
    watch.arrived = true;
  };
  const host = editingHostOf(element);  // a part of rich text gets no events itself
  for (const type of ['beforeinput', 'input'])
    callElement(host, 'addEventListener', type, note, {capture: true, once: true});
  editContextOf(element)?.addEventListener('textupdate', note, {once: true});
}

// Returns the result of the typing that `watch` is for. A second call returns the same result.
// → {arrived, change, kept: textKept, why: if that is not 'same'}
function tellInput(watch, ref) {
  watch.answer ??= inputAnswer(watch, elementOf(ref));
  watch.end();
  return watch.answer;
}

function inputAnswer({element, text, arrived}, now) {
  const isThere = element !== null && element === now;
  // An editor that handles a key itself sends no input event, and only the editor knows its content.
  const isCleared = isThere && text === '' && contentOf(element) === '';
  const kept = isThere && !hasOwnContent(element) ? textKept(element, text) : 'same';
  const why = kept === 'same' ? '' : whyNotKept(element);
  return {arrived: isThere && (arrived || isCleared), change: endOutcome(), kept, why};
}

// Returns whether the prepared control has got the typed text, and what that changed.
function inputSoFar(ref) { return tellInput(inputWatch, ref); }

// Same as inputSoFar, but waits until the control has got input and the page has reacted, or inputSoFar is called.
async function inputArrived(ref) {
  const watch = inputWatch;
  await watch.over;
  return tellInput(watch, ref);
}

// Selects options by label, otherwise by value; a number is an option's position, counted from 1.
// → {state: 'done', unseen} | {state: 'set', unseen}, see toldOnceSettled | {state: 'gone'} | {state: 'obstacle', why}
// | {state: 'missing', value, options}; unseen: no person sees the control
function selectOptions(ref, values) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return {state: 'gone'};
  const why = obstacleOf(element, {visible: true, enabled: true});
  if (why !== null) return {state: 'obstacle', why};
  if (localNameOf(element) !== 'select') return {state: 'obstacle', why: whyNotSelected(element), final: true};
  if (values.length > 1 && !element.multiple) return {state: 'obstacle', why: 'accepts only one option', final: true};
  const options = [...element.options];
  const chosen = new Set();
  for (const value of values) {
    const option = typeof value === 'number' ?
        options[value - 1] :
        options.find(one => normalised(one.label) === normalised(value)) ?? options.find(one => one.value === value);
    if (option === undefined) {
      return {state: 'missing', value, options: options.map(one => normalised(one.label)).slice(0, 50)};
    }
    if (option.disabled || closestOf(option, 'optgroup')?.disabled) {
      return {state: 'obstacle', why: `has the option "${value}", but the option is disabled`};
    }
    chosen.add(option);
  }
  beginOutcome(element);
  callElement(element, 'focus');
  const before = options.map(option => option.selected).join();
  for (const option of options) {
    // Setting `selected` on a single select clears the others; clearing them first would show none for a moment.
    if (chosen.has(option)) option.selected = true;
    else if (element.multiple) option.selected = false;
  }
  // Components that draw a list of their own leave the browser's list on the page, clipped to a pixel.
  const {width, height} = boxOf(element);
  const unseen = width <= 1 || height <= 1;
  if (options.map(option => option.selected).join() === before) return {state: 'done', change: endOutcome(), unseen};
  announceInput(element);
  // A page may replace its options when one is chosen.
  const isUndone = () => [...chosen].some(option => isConnectedNode(option) && !option.selected);
  const whyUndone = () => (isUndone() ? `was reset by the page to "${shownValueOf(element)}"` : null);
  return {...toldOnceSettled(element, whyUndone), unseen};
}

// Returns everything that expectations ask about one element.
function inspect(ref) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return null;
  const role = roleOf(element);
  const states = statesOf(element, role);
  const isControl = /^(input|textarea|select)$/.test(localNameOf(element));
  // A password never leaves its page.
  const own = isControl && isPassword(element) ? bullets(element.value) : elementPart(element, 'value');
  const value = isControl ? own : contentOf(element);
  return {
    role,
    name: nameOf(element),
    states,
    visible: isVisibleToPeople(element),
    editable: isEditable(element) && !states.includes('disabled'),
    checked: states.includes('checked'),
    value,
    secret: localNameOf(element) === 'input' && element.type === 'password',
    label: localNameOf(element) === 'select' ? normalised(element.selectedOptions[0]?.label ?? '') : null,
    text: normalised(textOf(element)),
    empty: value !== null ? value === '' : normalised(textOf(element)) === '',
    focused: isFocused(element),
    stale: noteStale([element]) > 0,
  };
}

expose({obstacleToUpload, prepareFill, settledValue, inputArrived, inputSoFar, selectOptions, inspect});
