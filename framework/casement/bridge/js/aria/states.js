// Computes the states of an element, as tokens in the order of a snapshot: ARIA 1.2 §6.6 for attributes of the author,
// HTML-AAM 1.0 §3.6 for native states.

// Returns the focused element, also inside shadow roots; null if the document does not have the focus. A focused frame
// counts as null, because the frame's own document reports its active element.
function focusedElement() {
  if (!Document.prototype.hasFocus.call(document)) return null;
  let element = documentPart('activeElement');
  if (element === null || element === documentPart('body') || element === documentPart('documentElement')) return null;
  for (let inner = element; inner; inner = shadowRootOf(inner)?.activeElement) element = inner;
  return localNameOf(element) === 'iframe' || localNameOf(element) === 'frame' ? null : element;
}

// `inDisabled`: whether an ancestor of the element is aria-disabled; computed by default.
function statesOf(
    element, role, focused = focusedElement(), inDisabled = isInDisabled(element), traits = attributesOf(element),
    localName = localNameOf(element)) {
  const states = [];
  const native = isOfHtml(element, traits) ? localName : '';
  if (checkableRoles.has(role)) addTristate(states, 'checked', checkedState(element, native));
  if (isDisabled(element, role, native, inDisabled, traits)) states.push('disabled');
  addExpanded(states, element, role, native, traits);
  if (element === focused) states.push('active');
  if (!typedRoles.has(role) && isEditingHost(element, traits, localName)) states.push('editable');
  const hasState = (traits & withState) !== 0;
  if (hasState && invalidRoles.has(role)) addInvalid(states, element);
  if (levelRoles.has(role)) addLevel(states, element, role, native, hasState);
  const own = internalsOf(element);
  if (own !== undefined && own.states !== '')
    states.push(...own.states.split(' ').filter((state) => !states.includes(state)));
  if (hasState || native === 'option') addAuthored(states, element, role, native);
  if (isStandIn(element)) states.push(...standInKindOf(element).statesOf(element));
  else if (native === 'canvas' && paintedCanvasOf(element) !== null) states.push('painted');
  return states;
}

// Adds the states that need an attribute or an option.
function addAuthored(states, element, role, native) {
  if (role === 'button') addTristate(states, 'pressed', attributeOf(element, 'aria-pressed'));
  if (selectableRoles.has(role) && isSelected(element, native)) states.push('selected');
  if (requirableRoles.has(role) && (isNatively(element, 'required', native) || isTrue(element, 'aria-required')))
    states.push('required');
  if (readonlyRoles.has(role) && (isNatively(element, 'readOnly', native) || isTrue(element, 'aria-readonly')))
    states.push('readonly');
}

function isTrue(element, attribute) { return attributeOf(element, attribute)?.toLowerCase() === 'true'; }

function isNatively(element, property, native) {
  return (native === 'input' || native === 'select' || native === 'textarea') && element[property] === true;
}

function addTristate(states, name, value) {
  if (value === 'true') states.push(name);
  else if (value === 'mixed') states.push(`${name}=mixed`);
}

function checkedState(element, native) {
  if (native === 'input' && (element.type === 'checkbox' || element.type === 'radio')) {
    if (element.indeterminate && element.type === 'checkbox') return 'mixed';
    return String(element.checked);
  }
  return attributeOf(element, 'aria-checked')?.toLowerCase();
}

const disableableElements = new Set(['button', 'fieldset', 'input', 'optgroup', 'option', 'select', 'textarea']);

// aria-disabled applies to all descendants (ARIA 1.2, aria-disabled).
function isDisabled(element, role, native, inDisabled, traits) {
  if ((disableableElements.has(native) || native.includes('-')) && matchesSelector(element, ':disabled')) return true;
  return disableableRoles.has(role) &&
      (inDisabled || ((traits & withAriaDisabled) !== 0 && isTrue(element, 'aria-disabled')));
}

function isInDisabled(element) {
  return parentElementOf(element) !== null && closestOf(parentElementOf(element), '[aria-disabled="true" i]') !== null;
}

function addExpanded(states, element, role, native, traits) {
  const expanded = expandedState(element, role, native, traits);
  if (expanded === true) states.push('expanded');
  else if (expanded === false) states.push('expanded=false');
}

function expandedState(element, role, native, traits) {
  if (native === 'summary') return isSummaryOfDetails(element) ? parentNodeOf(element).open : null;
  if (native === 'select' && role === 'combobox') return matchesSelector(element, openSelector);
  if ((traits & withAny) === 0 || !expandableRoles.has(role)) return null;
  const value = attributeOf(element, 'aria-expanded')?.toLowerCase();
  if (value === 'true' || value === 'false') return value === 'true';
  const popover = native === 'button' || native === 'input' ? element.popoverTargetElement : null;
  if (popover || hasAttributeNamed(element, 'popovertarget')) uncached(element);
  return popover ? matchesSelector(popover, openPopoverSelector) : null;
}

// Only for attributes of the author, because Chrome exposes a native constraint to assistive technology only after the
// violation was reported.
function addInvalid(states, element) {
  const value = attributeOf(element, 'aria-invalid')?.trim().toLowerCase() ?? '';
  if (value === 'grammar' || value === 'spelling') states.push(`invalid=${value}`);
  else if (value !== '' && value !== 'false' && value !== 'undefined') states.push('invalid');
}

const headingName = /^h[1-6]$/;

function addLevel(states, element, role, native, hasState) {
  const authored = hasState ? parseInt(attributeOf(element, 'aria-level'), 10) : NaN;
  if (authored >= 1) states.push(`level=${authored}`);
  else if (role === 'heading') states.push(`level=${headingName.test(native) ? native[1] : 2}`);
}

function isSelected(element, native) {
  if (native === 'option') return element.selected;
  return isTrue(element, 'aria-selected');
}
