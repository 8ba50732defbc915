// Owns what keeps an element from being acted on: it is not shown, disabled, or cannot be edited.

function takesNoAction(element) { return statesOf(element, roleOf(element)).includes('disabled'); }

function isEditable(element) {
  if (isRichText(element)) return true;
  if (!/^(input|textarea|select)$/.test(localNameOf(element))) return false;
  return !isReadOnly(element);
}

// What keeps the element from an action that needs `checks` ({visible, enabled, editable}; unseen: a text box that
// nothing is seen of will do), or null.
function obstacleOf(element, checks) {
  const pointedAt = pointedAtFor(element);
  const isUnseen = () => !isVisible(pointedAt) && !((checks.editable || checks.unseen) && isTypedUnseen(element));
  if (checks.visible && (isNotRendered(pointedAt) || isUnseen())) return 'is not visible';
  if ((checks.visible || checks.enabled) && isInert(pointedAt)) return 'is inert';
  if (checks.enabled && takesNoAction(element)) return 'is disabled';
  if (checks.editable && !isEditable(element)) { return isReadOnly(element) ? 'is read-only' : 'cannot be edited'; }
  return null;
}
