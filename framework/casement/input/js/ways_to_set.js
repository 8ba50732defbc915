// Names the way to set a control, for the errors of actions that cannot set it.

const howToSet = new Map(Object.entries({
  checkbox: 'use `check` or `uncheck`',
  combobox: 'click it, and then click its option',
  listbox: 'click its option',
  menuitemcheckbox: 'use `check` or `uncheck`',
  menuitemradio: 'use `check`',
  radio: 'use `check`',
  radiogroup: 'use `check` on one of its radio buttons',
  scrollbar: 'use `wheel`',
  slider: 'use `press` with a key such as ArrowRight, or `drag`',
  spinbutton: 'use `press` with a key such as ArrowUp',
  'switch': 'use `check` or `uncheck`',
}));
const clickedRoles = new Set(['button', 'link', 'menuitem', 'option', 'tab', 'treeitem']);

function isFilled(element) {
  return isTextBox(element) || (localNameOf(element) === 'input' && element.type === 'range');
}

// Returns the way for this element, or '' if none is known.
function wayToSet(element) {
  if (localNameOf(element) === 'select') return 'use `select`';
  if (localNameOf(element) === 'input' && element.type === 'file') return 'use `upload`';
  if (isFilled(element)) return 'use `fill`';
  const role = roleOf(element);
  return howToSet.get(role) ?? (clickedRoles.has(role) ? 'use `click`' : '');
}

// Why an element cannot be filled that is neither a control nor editable: older components put the role on an element
// around the text box (ARIA 1.1, combobox), and scripts make sliders and other controls of any element.
function whyNotEdited(element) {
  const own = shadowRootOf(element);
  const inside =
      elementsBelow(element, own === null ? [] : elementsBelow(own)).filter(one => isFilled(one) && isVisible(one));
  if (inside.length === 1) return `cannot be edited; fill ${markupOf(inside[0])} inside it`;
  const role = roleOf(element);
  if (role === 'textbox' || role === 'searchbox')
    return `has the role ${role}, but is not editable; if its page handles keys itself, use \`type\``;
  const way = wayToSet(element);
  return way === '' ? 'cannot be edited' : `has the role ${role} and accepts no text; ${way}`;
}

// Why options cannot be chosen in an element that is no select element: scripts make lists of any element.
function whyNotSelected(element) {
  const role = roleOf(element);
  const way = isFilled(element) && role !== 'combobox' ?
      'if it opens a list, click it, and then click its option; if not, use `fill`' :
      howToSet.get(role);
  return `is not a select element; ${way ?? howToSet.get('combobox')}`;
}

// → the way as a text, or null if none is known
function howElementIsSet(ref) {
  const element = elementOf(ref);
  return element === null ? null : wayToSet(element);
}

expose({howElementIsSet});
