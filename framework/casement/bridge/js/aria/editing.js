// Handles editable elements outside form controls: editing hosts (HTML §6.8, contenteditable and designMode), elements
// with an EditContext (EditContext API §3), and the boxes without an area in which editors hold the focus.

// Missing in some builds of Chrome.
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

// Returns the body of a document that is editable as a whole; otherwise null.
function designedBody() { return documentPart('designMode') === 'on' ? documentPart('body') : null; }

// Whether the content of the element is editable, inside an editing host or as the host itself.
function isRichText(element) { return isContentEditableIn(element) || editContextOf(element) !== null; }

// Returns the editing host around the element, which receives the focus instead (HTML §6.8.1), or the element itself if
// it is a host.
function editingHostOf(element) {
  if (!isContentEditableIn(element)) return element;
  let host = element;
  for (let above = parentOf(element); above !== null && isContentEditableIn(above); above = parentOf(above))
    host = above;
  return host;
}

// Returns the text of rich text; null for any other element. An EditContext does not contain text that an editor stores
// elsewhere.
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
  if (isStandIn(element)) return roleOfInputs.has(attributeOf(element, 'role'));
  const localName = localNameOf(element);
  if (localName === 'textarea') return true;
  if (localName === 'input') return roleOfInputs.has(inputRole(element));
  return isRichText(element);
}
const roleOfInputs = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);

function isReadOnly(element) {
  return elementPart(element, 'readOnly') === true || attributeOf(element, 'aria-readonly') === 'true';
}

// Whether an editor renders the text of this text box elsewhere: the box offers nothing to point at, but has the focus.
// The rendered text may be longer than the text in the box.
function isTypedUnseen(element) {
  return isTextBox(element) && isSeen(element) && (isAreaLess(boxOf(element)) || isInAreaLessClip(element));
}

function isAreaLess({width, height}) { return width <= 1 || height <= 1; }

function isInAreaLessClip(element) {
  const around = parentOf(element);
  return around !== null && isAreaLess(boxOf(around)) && getComputedStyle(around).overflow !== 'visible';
}

// Returns the editable content of the element; null if nothing is editable.
function contentOf(element) {
  if (isStandIn(element)) return standInKindOf(element).contentOf(element);
  if (/^(input|textarea|select)$/.test(localNameOf(element)) && namespaceOf(element) === htmlNamespace)
    return element.value;
  return richTextOf(element);
}
