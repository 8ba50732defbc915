// What a user has done with elements: the pseudo-classes that depend on the pointer, the focus, the address and the
// input so far (Selectors 4 §8.2, §9, §14.4). A drawing has none of these, so a copy names the elements that match.

const inputStates = [
  'hover', 'active', 'focus', 'focus-visible', 'focus-within', 'target', 'autofill', 'user-valid', 'user-invalid'
].filter((name) => CSS.supports(`selector(:${name})`));
const anyInputState = inputStates.map((name) => `:${name}`).join(',');

// Pseudo-class → numbers of the elements in these roots that match.
function inputStatesIn(roots) {
  const found = {};
  for (const root of roots) {
    for (const element of allMatching(root, anyInputState)) {
      const number = nodeNumbers.get(element);
      if (number === undefined) continue;
      for (const name of inputStates)
        if (matchesSelector(element, `:${name}`)) (found[name] ??= []).push(number);
    }
  }
  return found;
}

function selectionNow() {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || !nodeNumbers.has(selection.anchorNode) ||
      !nodeNumbers.has(selection.focusNode))
    return null;
  const {startContainer, startOffset, endContainer, endOffset} = selection.getRangeAt(0);
  return [nodeNumbers.get(startContainer), startOffset, nodeNumbers.get(endContainer), endOffset];
}

// `focused`: number; `ring`: the outline and its offset of an element that shows the focus; `selection`: the number of
// the node where it begins and the offset there, and the same of its end.
function inputFacts(roots) {
  const facts = {states: inputStatesIn(roots)};
  const focused = focusedElement();
  if (focused !== null) facts.focused = numberOfNode(focused);
  if (focused !== null && matchesSelector(focused, ':focus-visible')) {
    const {outline, outlineOffset} = getComputedStyle(focused);
    facts.ring = [outline, outlineOffset];
  }
  const selection = selectionNow();
  if (selection !== null) facts.selection = selection;
  return facts;
}
