// Owns what text is typed into that is no form control: editing hosts (HTML §6.8, contenteditable and designMode) and
// elements with an EditContext (EditContext API §3), and the boxes without an area that editors keep the focus in.

// Not every build of Chrome has it.
const editContextGetter =
    'editContext' in HTMLElement.prototype ? getterOf(HTMLElement.prototype, 'editContext') : null;

const askEditContext = (element) => editContextGetter.call(element);

function editContextOf(element, traits = foreign) {
  if (editContextGetter === null || !isOfHtml(element, traits)) return null;
  return answered(element, askEditContext);
}

function isEditingHost(element, traits = attributesOf(element), localName = localNameOf(element)) {
  if ((traits & withContentEditable) !== 0) {
    const value = attributeOf(element, 'contenteditable');
    if (value !== null && value.trim().toLowerCase() !== 'false' && isContentEditableIn(element)) return true;
  }
  if (localName === 'body' && element === designedBody()) return true;
  return (traits & withAny) !== 0 && editContextOf(element, traits) !== null;
}

// The host of a document that can be edited as a whole; null in any other.
function designedBody() { return documentPart('designMode') === 'on' ? documentPart('body') : null; }

// Whether its own content can be edited, in an editing host or as one.
function isRichText(element) { return isContentEditableIn(element) || editContextOf(element) !== null; }

// The editing host that the element stands in, which takes the focus for it (HTML §6.8.1); itself where it is one.
function editingHostOf(element) {
  if (!isContentEditableIn(element)) return element;
  let host = element;
  for (let above = parentOf(element); above !== null && isContentEditableIn(above); above = parentOf(above))
    host = above;
  return host;
}

// The text of rich text; null of anything else. What an editor keeps elsewhere its EditContext does not know.
function richTextOf(element) {
  const context = editContextOf(element);
  if (context !== null) return context.text;
  return isContentEditableIn(element) ? textContentOf(element) : null;
}

const inputRoles = new Map(Object.entries({
  button: 'button',
  checkbox: 'checkbox',
  file: 'button',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
  hidden: 'none',
}));

function inputRole(element) {
  const type = element.type;
  const takesList = type === 'text' || type === 'search' || type === 'email' || type === 'tel' || type === 'url';
  if (takesList && hasAttributeNamed(element, 'list')) {
    uncached(element);
    if (element.list !== null) return 'combobox';
  }
  return inputRoles.get(type) ?? 'textbox';
}

function isTextBox(element) {
  const localName = localNameOf(element);
  if (localName === 'textarea') return true;
  if (localName === 'input') return roleOfInputs.has(inputRole(element));
  return isRichText(element);
}
const roleOfInputs = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);

function isReadOnly(element) {
  return elementPart(element, 'readOnly') === true || attributeOf(element, 'aria-readonly') === 'true';
}

// A text box that an editor draws the text of somewhere else: there is nothing of it to point at, and it has the focus
// all the same. What is drawn may be of more text than the box holds.
function isTypedUnseen(element) {
  return isTextBox(element) && isSeen(element) && (isAreaLess(boxOf(element)) || isInAreaLessClip(element));
}

function isAreaLess({width, height}) { return width <= 1 || height <= 1; }

function isInAreaLessClip(element) {
  const around = parentOf(element);
  return around !== null && isAreaLess(boxOf(around)) && getComputedStyle(around).overflow !== 'visible';
}

// What can be edited in the element; null where nothing can.
function contentOf(element) {
  if (/^(input|textarea|select)$/.test(localNameOf(element)) && namespaceOf(element) === htmlNamespace)
    return element.value;
  return richTextOf(element);
}
