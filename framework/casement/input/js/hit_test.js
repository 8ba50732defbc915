// Finds the element at a point of the viewport, in CSS pixels: Chrome's own hit test, followed through the shadow trees
// that are known here (CSSOM View 1 §5, elementFromPoint).

// Returns the element that an event at this point has as its target, through the shadow trees that are known here.
function elementAt(x, y) {
  let found = document.elementFromPoint(x, y);
  for (let shadow = null; found !== null && (shadow = shadowRootOf(found)) !== null;) {
    const inner = shadow.elementFromPoint(x, y);
    if (inner === null || inner === found) return slotOfTextAt(found, shadow, x, y) ?? found;
    found = inner;
  }
  return found;
}

// For text that a slot shows, every root returns the host, as for the host's own box, because the host is the text's
// parent. An event goes to the slot (UI Events §3.3: to the parent of the text in the flat tree).
function slotOfTextAt(host, shadow, x, y) {
  for (const child of childNodesOf(host)) {
    if (nodeTypeOf(child) === 3 && isTextAt(child, x, y)) return slotFor(child, shadow);
  }
  return null;
}

function isTextAt(text, x, y) {
  const range = new Range();
  range.selectNodeContents(text);
  for (const {left, right, top, bottom} of range.getClientRects()) {
    if (x >= left && x < right && y >= top && y < bottom) return true;
  }
  return false;
}
