// Owns what is shown: to a person (a box that is not visibility:hidden) and to anybody at all (ARIA 1.2 §7.2 inclusion;
// HTML §6.3 inert, §6.10 hidden; CSS Containment 2 §4 content-visibility).

// A person sees it: it has a box with an area, or (display:contents) something inside has.
function isVisible(element) {
  if (!isSeen(element)) {
    if (hasBox(element)) return false;
    return getComputedStyle(element).display === 'contents' && hasVisibleContent(element);
  }
  const box = boxOf(element);
  return box.width > 0 && box.height > 0;
}

function hasVisibleContent(element) {
  for (const node of replacedChildrenOf(element) ?? childNodesOf(element)) {
    if (nodeTypeOf(node) === 1 && isVisible(node)) return true;
    if (nodeTypeOf(node) !== 3 || normalised(node.data) === '') continue;
    const range = new Range();
    range.selectNode(node);
    const box = range.getBoundingClientRect();
    if (box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === 'visible') return true;
  }
  return false;
}

// Shown to nobody, neither a person nor an assistive technology. hidden=until-found and closed details hide by
// content-visibility, which checkVisibility knows.
function isHiddenForAll(element) {
  if (!hasBox(element)) {
    if (!hasContentsDisplay(element)) return true;
    for (let above = parentOf(element); above !== null; above = parentOf(above)) {
      if (hasContentsDisplay(above)) continue;
      if (!hasBox(above)) return true;
      break;
    }
  }
  return getComputedStyle(element).visibility !== 'visible' || isInert(element);
}

function hasContentsDisplay(element) {
  return getComputedStyle(element).display === 'contents';
}

function isInert(element) {
  return hasSelfOrAbove(element, '[inert]');
}

function isAriaHidden(element) {
  return hasSelfOrAbove(element, '[aria-hidden="true" i]');
}

// Up the flat tree.
function hasSelfOrAbove(element, selector) {
  for (let above = element; above !== null; above = parentOf(above)) if (matchesSelector(above, selector)) return true;
  return false;
}
