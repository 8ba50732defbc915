// Applies the roles that `focusgroup` implies if no other role is given: its element gets the role of the named widget,
// and focusable elements inside get the role of the widget's items (HTML proposal by Open UI, as implemented in
// Chrome).

const itemRoles = new Map([
  ['toolbar', null], ['tablist', 'tab'], ['radiogroup', 'radio'], ['listbox', 'option'], ['menu', 'menuitem'],
  ['menubar', 'menuitem']
]);

// Returns the first word that names a widget.
function widgetOf(element) {
  for (const word of (attributeOf(element, 'focusgroup') ?? '').toLowerCase().split(/[\t\n\f\r ]+/))
    if (itemRoles.has(word)) return word;
  return null;
}

// Returns the item role of the nearest focusgroup around the element; null if there is none, or if its author has given
// the group another role.
function itemRoleIn(element) {
  if (!isNearFocusgroups(rootOf(element))) return null;
  for (let above = parentOf(element); above !== null; above = parentOf(above)) {
    if (!hasAttributeNamed(above, 'focusgroup')) continue;
    const widget = widgetOf(above);
    return widget !== null && roleOf(above) === widget ? itemRoles.get(widget) : null;
  }
  return null;
}

// A toggle button remains a button, and so does a button in a listbox.
function buttonRole(element) {
  const role = itemRoleIn(element);
  return role === null || role === 'option' || hasAttributeNamed(element, 'aria-pressed') ? 'button' : role;
}

// Returns the role of an element that has no other role.
function genericRole(element) {
  const widget = hasAttributeNamed(element, 'focusgroup') ? widgetOf(element) : null;
  if (widget !== null) return widget;
  return parseInt(attributeOf(element, 'tabindex'), 10) >= 0 ? itemRoleIn(element) ?? 'generic' : 'generic';
}

// For each root, during one reading: whether there is a focusgroup in the root or around its host.
let focusgroupsByRoot = new Map();

onNewReading(() => {
  focusgroupsByRoot = new Map();
  askedInReading = 0;
});

// For few elements, searching upwards costs less than searching the whole root.
const fewAsked = 50;
let askedInReading = 0;

function isNearFocusgroups(root) {
  if (++askedInReading <= fewAsked) return true;
  let isNear = focusgroupsByRoot.get(root);
  if (isNear === undefined) {
    const host = nodeTypeOf(root) === 11 ? root.host ?? null : null;
    isNear = allMatching(root, '[focusgroup]').length > 0 || (host !== null && isNearFocusgroups(rootOf(host)));
    focusgroupsByRoot.set(root, isNear);
  }
  return isNear;
}
