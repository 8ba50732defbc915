// Computes native names in HTML and SVG: labels, legends, captions, alternative texts, titles, button values (HTML-AAM
// 1.0 §4.1, SVG-AAM 1.0 §6.1), and the values that represent a control inside a name (accname 1.2 step 2C).

// For each root, during one reading: control → its labels in order. `control.labels` would search the document for each
// control.
let labelsByRoot = new Map();

onNewReading(() => { labelsByRoot = new Map(); });

function labelsIn(root) {
  let labels = labelsByRoot.get(root);
  if (labels === undefined) {
    labels = new Map();
    for (const label of arrayOf(allMatching(root, 'label'))) {
      const labelled = label.control;
      if (labelled === null || labelled === undefined) continue;
      const others = labels.get(labelled);
      if (others === undefined) labels.set(labelled, [label]);
      else others.push(label);
    }
    labelsByRoot.set(root, labels);
  }
  return labels;
}

// For a caller who knows that the labels have not changed.
function goByLabels(labels) { labelsByRoot.set(document, labels); }

function labelsOf(control) { return labelsIn(rootOf(control)).get(control) ?? null; }

// Elements that can have a name without attributes. The last lines are the browser's own controls (drawnControls), and
// SVG elements, which are named by a title inside.
const nativelyNamed = new Set(words(`
  area button details fieldset figure img input math meter optgroup option output progress select table textarea
  camera geolocation install microphone usermedia
  circle ellipse foreignObject g image line path polygon polyline rect svg symbol text tspan use`));

function isNativelyNamed(localName) { return nativelyNamed.has(localName) || localName.includes('-'); }

// Returns the native name; '' if the native rule gives no name and the content does not count either; null if there is
// no native rule, or the rule leaves the name to the content.
function nativeName(element, role, context) {
  if (role === 'none') return localNameOf(element) === 'img' ? '' : null;
  if (namespaceOf(element) === svgNamespace) return svgTitle(element);
  switch (localNameOf(element)) {
    case 'input':
      return inputName(element, context);
    case 'select':
    case 'textarea':
    case 'meter':
    case 'progress':
    case 'output':
      return labelText(element, context) ?? '';
    case 'button':
      return labelText(element, context);
    case 'img':
      return imageName(element);
    case 'math':
      return '';
    case 'area':
      return hasAttributeNamed(element, 'alt') ? nameText(element.alt) : '';
    case 'fieldset':
      return firstChildText(element, 'legend');
    case 'table':
      return firstChildText(element, 'caption');
    // The caption counts only within another name.
    case 'figure':
      return context === undefined ? null : firstChildText(element, 'figcaption');
    // HTML §4.10.9: without a label, the legend names the group.
    case 'optgroup':
      return nameText(element.label) || (firstChildText(element, 'legend') ?? '');
    case 'option':
      return hasAttributeNamed(element, 'label') && element.label !== '' ? nameText(element.label) : null;
    case 'camera':
    case 'geolocation':
    case 'install':
    case 'microphone':
    case 'usermedia':
      return isDrawnControl(element, localNameOf(element)) ? internalsOf(element)?.label ?? '' : null;
    default:
      return localNameOf(element).includes('-') ? internalsOf(element)?.label || labelText(element, context) : null;
  }
}

const buttonDefaults = {
  submit: 'Submit',
  reset: 'Reset'
};

function inputName(element, context) {
  const label = labelText(element, context);
  if (label !== null && label !== '') return label;
  const type = element.type;
  if (type === 'button' || type === 'submit' || type === 'reset') {
    // A button with an empty value is rendered empty, so only its tooltip can name it.
    const value = attributeOf(element, 'value');
    return nameText(value ?? '') || (value === null && buttonDefaults[type]) ||
        nameText(attributeOf(element, 'title') ?? '');
  }
  if (type === 'image') {
    for (const name of ['alt', 'value']) {
      const text = nameText(attributeOf(element, name) ?? '');
      if (text !== '') return text;
    }
    return nameText(attributeOf(element, 'title') ?? '') || 'Submit';
  }
  if (type === 'file')
    return nameText(attributeOf(element, 'title') ?? '') ||
        (hasAttributeNamed(element, 'multiple') ? 'Choose Files' : 'Choose File');
  return '';
}

// Labels are read completely, but a control inside its label is not part of its own name.
function labelText(control, context) {
  const labels = unreadLabelsOf(control, context);
  if (labels === null || context?.labelled) return null;
  const texts = [];
  for (const label of labels) {
    const text = wholeText(
        label,
        {referenced: false, labelled: true, whole: true, hidden: isHiddenRoot(label), control, read: context?.read});
    if (text !== '') texts.push(text);
  }
  return texts.join(' ');
}

// Returns the labels that references of the same name have not reached before: each node is consulted once (accname 1.2
// §4.3.2, introduction).
function unreadLabelsOf(control, context) {
  const labels = labelsOf(control);
  if (labels === null) return null;
  uncached(control);
  if (!context?.read && passedLabels.length === 0) return labels;
  const unread = labels.filter((label) => !context?.read?.has(label) && !passedLabels.includes(label));
  return unread.length > 0 ? unread : null;
}

function firstChildText(element, localName) {
  for (const child of childElementsOf(element)) {
    if (localNameOf(child) !== localName) continue;
    return wholeText(child, {referenced: false, labelled: false, whole: true, hidden: false, control: element});
  }
  return localNameOf(element) === 'table' && element.summary !== '' ? nameText(element.summary) : null;
}

// "A figcaption does not take part in the accessible name" of its figure (HTML-AAM 1.0 §4.1, figure). But the caption
// names an image that has neither alt nor title "and the img is a descendant of a figure element with a child
// figcaption but no other non-whitespace flow content descendants" (img, step 4).
function imageName(element) {
  if (hasAttributeNamed(element, 'alt')) return nameText(element.alt);
  const figure = hasAttributeNamed(element, 'title') ? null : closestOf(element, 'figure');
  if (figure === null) return '';
  uncached(element);
  const caption = arrayOf(childElementsOf(figure)).find((child) => localNameOf(child) === 'figcaption') ?? null;
  return caption === null || !isAllOf(figure, element, caption) ? '' : wholeText(caption, captionContext);
}
const captionContext = {
  referenced: false,
  labelled: false,
  whole: true,
  hidden: false,
  control: null
};

// Whether `figure` contains only boxes around `image`, white space and `caption`.
function isAllOf(figure, image, caption) {
  for (let child = firstChildOf(figure); child !== null; child = nextSiblingOf(child)) {
    if (child === image || child === caption || nodeTypeOf(child) === 8) continue;
    if (nodeTypeOf(child) !== 1 ? normalised(child.data) !== '' :
                                  !nodePrototype.contains.call(child, image) || !isAllOf(child, image, caption))
      return false;
  }
  return true;
}

function svgTitle(element) {
  for (const child of childElementsOf(element)) {
    if (localNameOf(child) === 'title' && namespaceOf(child) === svgNamespace) return nameText(textContentOf(child));
  }
  const link = localNameOf(element) === 'a' ? attributeOf(element, 'xlink:title') : null;
  return link === null ? null : nameText(link);
}

// For text fields only; HTML-AAM 1.0 §4.1.1: the placeholder comes after the title.
function placeholderName(element, role) {
  if (role !== 'textbox' && role !== 'searchbox' && role !== 'spinbutton' && role !== 'combobox') return '';
  return nameText(attributeOf(element, 'placeholder') ?? attributeOf(element, 'aria-placeholder') ?? '');
}

// Roles that contribute their value to a name around them (step 2C).
const namedByOthers = new Set(words(`
  combobox listbox meter progressbar scrollbar searchbox slider spinbutton textbox`));

// Returns the value that a control contributes to a label or other name; '' for other elements and empty controls.
function embeddedValue(element, role, context) {
  if (!namedByOthers.has(role)) return '';
  if (role === 'combobox' || role === 'listbox') return withoutPrivateNumbers(chosenText(element, role));
  if (role !== 'textbox' && role !== 'searchbox') return withoutPrivateNumbers(rangeText(element));
  if (localNameOf(element) === 'input' || localNameOf(element) === 'textarea')
    return withoutPrivateNumbers(nameText(maskedValue(element)));
  return withoutPrivateNumbers(editedText(element, context));
}

function editedText(element, context) {
  const run = new TextRun();
  addContent(run, element, context, context.hidden || isShown(element), localNameOf(element), anything);
  return nameText(run.text);
}

function chosenText(element, role) {
  if (localNameOf(element) === 'select') return chosenOptions(element);
  if (localNameOf(element) === 'input') return nameText(maskedValue(element));
  const chosen = allMatching(element, '[role~="option"][aria-selected="true" i]');
  if (chosen.length > 0) return [...chosen].map((option) => nameOf(option)).join(' ');
  return role === 'combobox' ? contentName(element) : '';
}

// Returns the labels of the chosen options; bullets if the choice is secret, such as a card's month or year.
function chosenOptions(select, revealValues = false) {
  const text = optionText([...select.selectedOptions]);
  return revealValues || secretKind(select) === 'none' ? text : bullets(text);
}

function optionText(options) { return options.map((option) => nameText(option.label)).join(' '); }

// Value text takes precedence over the value; a native control without either has its own value (ARIA 1.2 §6.3.4).
function rangeText(element) {
  const text = attributeOf(element, 'aria-valuetext') ?? attributeOf(element, 'aria-valuenow');
  if (text !== null && text.trim() !== '') return nameText(text);
  switch (localNameOf(element)) {
    case 'input':
      return element.value;
    case 'meter':
      return String(element.value);
    case 'progress':
      return hasAttributeNamed(element, 'value') ? String(element.value) : '';
    default:
      return '';
  }
}

function nativeDescription(element, role, name) {
  if (localNameOf(element) === 'input' && element.type !== 'text' && namedByContent.has(role) &&
      hasAttributeNamed(element, 'value')) {
    const value =
        buttonDefaults[element.type] !== undefined || element.type === 'button' ? nameText(element.value) : '';
    if (value !== '' && value !== name) return value;
  }
  if (localNameOf(element) === 'table') {
    const caption = firstChildText(element, 'caption') ?? '';
    if (caption !== name) return caption;
  }
  if (namespaceOf(element) === svgNamespace) {
    for (const child of childElementsOf(element)) {
      if (localNameOf(child) === 'desc') return nameText(textContentOf(child));
    }
  }
  return '';
}
