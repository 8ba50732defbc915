// Owns what keyboards cannot do by themselves: focus, selection, and the values of controls that take no typing.

// Inputs whose value is not typed as text, whatever their editor looks like: it is set, in the form of the HTML
// Standard, whatever the page's language shows. An example of each.
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
  const why = `does not take "${value}" as ${element.type}`;
  const bounds = ['min', 'max', 'step'].filter(name => element[name] !== '').map(name => `${name} ${element[name]}`);
  if (element.type === 'range')
    return `${why}; write a number${bounds.length ? ` (${bounds.join(', ')})` : ' from 0 to 100'}`;
  return `${why}; write it as ${setInputTypes.get(element.type)}`;
}

// Of a control that was set and not asked yet: { element, whyUndone: → null or why it is another one now }.
let setValue = null;

// → {state: 'obstacle'} where the page's own listeners have changed the value already, else {state: 'set'}:
// settledValue is to be asked, unless the page goes away
function toldOnceSettled(element, whyUndone) {
  const why = whyUndone();
  if (why !== null) return {state: 'obstacle', why, final: true};
  setValue = {element, whyUndone};
  return {state: 'set'};
}

// A page that writes a value back does so in a task of its own or with the next frame, as a component that is drawn
// anew. → {state: 'done', change} | {state: 'obstacle', why} where the value has not been kept
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

// → null, or what keeps the element from taking this many files; a hidden input takes them too. {state: 'chooser'}
// where it is none, but may ask for them when it is clicked. `isFolder`: one folder is to be uploaded, not `count`
// files.
function obstacleToUpload(ref, count, isFolder) {
  const element = elementOf(ref);
  if (element === null) return 'gone';
  if (localNameOf(element) !== 'input' || element.type !== 'file') {
    return isTextBox(element) || localNameOf(element) === 'select' ? {why: 'is not a file input', final: true} :
                                                                     {state: 'chooser'};
  }
  if (element.webkitdirectory !== isFolder)
    return {why: isFolder ? 'takes files, and no folder' : 'takes a folder, and no files', final: true};
  if (count > 1 && !element.multiple) return {why: 'takes one file only', final: true};
  beginOutcome(element);
  return null;
}

// What an editor keeps to itself only the editor can select: it has a part of its text in the box at most.
function hasOwnContent(element) { return editContextOf(element) !== null || isTypedUnseen(element); }

function selectContents(element) {
  if (isContentEditableIn(element)) {
    getSelection().selectAllChildren(element);
  } else {
    elementPart(element, 'select')?.call(element);
  }
}

// Makes ready for typing over the whole content, or sets the value where nothing is typed.
// → {state: 'settle'}, and this is to be asked again behind taskQueued, with isSettled | {state: 'type', byKeys, empty,
// later} | {state: 'set'}, as of toldOnceSettled | {state: 'gone'} | {state: 'obstacle', why}
function prepareFill(ref, value, isSettled = false) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return {state: 'gone'};
  const why = obstacleOf(element, {visible: true, enabled: true, editable: true});
  if (why !== null) return {state: 'obstacle', why};
  if (localNameOf(element) === 'select')
    return {state: 'obstacle', why: 'is a list to select from, not a text control', final: true};
  const type = localNameOf(element) === 'input' ? element.type : '';
  if (/^(checkbox|radio|file|button|submit|reset|image|hidden)$/.test(type)) {
    return {state: 'obstacle', why: `is an input of type ${type}, which takes no text`, final: true};
  }
  if (!isSettled) beginOutcome(element);
  const hadFocus = hasFocusWithin(element);
  callElement(editingHostOf(element), 'focus');
  if (setInputTypes.has(type)) {
    // The native setter: frameworks that watch the property see a value other than the one they last wrote.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(element, value);
    if (element.value !== value) return {state: 'obstacle', why: whyNotTaken(element, value), final: true};
    announceInput(element);
    return toldOnceSettled(element, () => (textKept(element, value) === 'changed' ? whyNotKept(element) : null));
  }
  selectContents(element);
  if (!hasFocusWithin(element)) return {state: 'obstacle', why: 'does not keep the focus'};
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
  // Either event will do: a page that formats what is typed may cancel the first and write the value itself. It may do
  // so in a timer, too, which the page starts after this one.
  const note = () => {
    if (!watch.arrived) setTimeout(() => setTimeout(watch.end));
    watch.arrived = true;
  };
  const host = editingHostOf(element);  // a part of rich text hears nothing itself
  for (const type of ['beforeinput', 'input'])
    callElement(host, 'addEventListener', type, note, {capture: true, once: true});
  editContextOf(element)?.addEventListener('textupdate', note, {once: true});
}

// What has come of the typing that `watch` is for; whoever asks twice is told the same.
// → {arrived, change, kept: textKept, why: if that is not 'same'}
function tellInput(watch, ref) {
  watch.answer ??= inputAnswer(watch, elementOf(ref));
  watch.end();
  return watch.answer;
}

function inputAnswer({element, text, arrived}, now) {
  const isThere = element !== null && element === now;
  // An editor that takes a key for itself tells of no input, and what it holds only it knows.
  const isCleared = isThere && text === '' && contentOf(element) === '';
  const kept = isThere && !hasOwnContent(element) ? textKept(element, text) : 'same';
  const why = kept === 'same' ? '' : whyNotKept(element);
  return {arrived: isThere && (arrived || isCleared), change: endOutcome(), kept, why};
}

// Whether the control that was made ready for typing has got what was typed, and what that changed.
function inputSoFar(ref) { return tellInput(inputWatch, ref); }

// The same, once it has got something and the page has made its own of it, or was asked for what has come so far.
async function inputArrived(ref) {
  const watch = inputWatch;
  await watch.over;
  return tellInput(watch, ref);
}

// Chooses options by their label, else by their value; a number is an option's place, from 1.
// → {state: 'done'} | {state: 'set'}, as of toldOnceSettled | {state: 'gone'} | {state: 'obstacle', why} |
// {state: 'missing', value, options}
function selectOptions(ref, values) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return {state: 'gone'};
  const why = obstacleOf(element, {visible: true, enabled: true});
  if (why !== null) return {state: 'obstacle', why};
  if (localNameOf(element) !== 'select') return {state: 'obstacle', why: 'is not a select element', final: true};
  if (values.length > 1 && !element.multiple) return {state: 'obstacle', why: 'takes one option only', final: true};
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
      return {state: 'obstacle', why: `offers "${value}" as disabled`};
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
  if (options.map(option => option.selected).join() === before) return {state: 'done', change: endOutcome()};
  announceInput(element);
  // A page may write other options, and with them elements, when one is chosen.
  const isUndone = () => [...chosen].some(option => isConnectedNode(option) && !option.selected);
  return toldOnceSettled(element, () => (isUndone() ? `was set back by the page to "${shownValueOf(element)}"` : null));
}

// All that expectations ask of one element.
function inspect(ref) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return null;
  const role = roleOf(element);
  const states = statesOf(element, role);
  const isControl = /^(input|textarea|select)$/.test(localNameOf(element));
  // A password never leaves its page.
  const own = isControl && isPassword(element) ? bullets(element.value) : elementPart(element, 'value');
  const value = isControl ? own : richTextOf(element);
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
    focused: rootOf(element).activeElement === element && document.hasFocus(),
    stale: noteStale([element]) > 0,
  };
}

expose({obstacleToUpload, prepareFill, settledValue, inputArrived, inputSoFar, selectOptions, inspect});
