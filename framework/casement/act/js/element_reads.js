// Reads properties of one element for a test. Each function returns null if the element has gone.

function readAttribute(ref, name) {
  const element = elementOf(ref);
  return element === null ? null : {value: attributeOf(element, name)};
}

// The value is null if the element's role has no checked state.
function readChecked(ref) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return null;
  const role = roleOf(element);
  return {value: checkableRoles.has(role) ? statesOf(element, role).includes('checked') : null, role};
}

// Reads a copy, because custom element constructors do not run in a document without a window (HTML 4.13.1).
function readHtml(ref) {
  const element = elementOf(ref);
  if (element === null) return null;
  const copy = document.implementation.createHTMLDocument('').importNode(element, true);
  removeSecretValues(copy);
  return {value: elementPart(copy, 'innerHTML')};
}

function readBox(ref) {
  const element = elementOf(ref);
  if (element === null) return null;
  const {left, top, right, bottom} = boxOf(element);
  return {corners: [[left, top], [right, bottom]]};
}

expose({readAttribute, readChecked, readHtml, readBox});
