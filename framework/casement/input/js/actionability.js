// Finds what prevents an action on an element: the element is not visible, is disabled, or cannot be edited.

function takesNoAction(element) { return statesOf(element, roleOf(element)).includes('disabled'); }

function isEditable(element) {
  if (isStandIn(element)) return isTextBox(element) && !isReadOnly(element);
  if (isRichText(element)) return true;
  if (!/^(input|textarea|select)$/.test(localNameOf(element))) return false;
  return !isReadOnly(element);
}

// Returns what prevents an action that needs `checks` ({visible, enabled, editable}), or null. `checks.unseen` accepts
// a text box of which nothing can be seen.
function obstacleOf(element, checks) {
  const pointedAt = pointedAtFor(element);
  const isUnseen = () => !isVisible(pointedAt) && !((checks.editable || checks.unseen) && isTypedUnseen(element));
  if (checks.visible && (isNotRendered(pointedAt) || isUnseen())) return 'is not visible';
  if ((checks.visible || checks.enabled) && isInert(pointedAt)) return 'is inert';
  if (checks.enabled && takesNoAction(element)) return 'is disabled';
  if (checks.editable && !isEditable(element)) { return isReadOnly(element) ? 'is read-only' : whyNotEdited(element); }
  return null;
}
