// Owns what a test reads of one element, each answer null where the element has gone.

function readAttribute(ref, name) {
  const element = elementOf(ref);
  return element === null ? null : {value: attributeOf(element, name)};
}

// Null is the value of what has no such state.
function readChecked(ref) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return null;
  const role = roleOf(element);
  return {value: checkableRoles.has(role) ? statesOf(element, role).includes('checked') : null, role};
}

// Of a copy, for which no custom element's constructor runs: its document has no window (HTML 4.13.1).
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
