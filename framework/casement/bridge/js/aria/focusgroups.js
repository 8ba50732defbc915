// Owns the roles that `focusgroup` gives where no other says more: to its element that of the widget it names, and to
// what can be focused in it that of the widget's items (HTML proposal by Open UI, as Chrome has it).

const itemRoles = new Map([
  ['toolbar', null], ['tablist', 'tab'], ['radiogroup', 'radio'], ['listbox', 'option'], ['menu', 'menuitem'],
  ['menubar', 'menuitem']
]);

// The first of its words that names one.
function widgetOf(element) {
  for (const word of (attributeOf(element, 'focusgroup') ?? '').toLowerCase().split(/[\t\n\f\r ]+/))
    if (itemRoles.has(word)) return word;
  return null;
}

// The role of an item of the nearest focusgroup around the element; null where there is none, or its author has given
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

// A button that is switched stays what it is, and so does one in a listbox.
function buttonRole(element) {
  const role = itemRoleIn(element);
  return role === null || role === 'option' || hasAttributeNamed(element, 'aria-pressed') ? 'button' : role;
}

// What has no role otherwise.
function genericRole(element) {
  const widget = hasAttributeNamed(element, 'focusgroup') ? widgetOf(element) : null;
  if (widget !== null) return widget;
  return parseInt(attributeOf(element, 'tabindex'), 10) >= 0 ? itemRoleIn(element) ?? 'generic' : 'generic';
}

// Per reading and root: whether there is a focusgroup in it or around its host.
let focusgroupsByRoot = new Map();

onNewReading(() => {
  focusgroupsByRoot = new Map();
  askedInReading = 0;
});

// Asking around few elements costs less than asking for all.
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
