// What a user has done with elements: the pseudo-classes that depend on the pointer, the focus, the address and the
// input so far (Selectors 4 §8.2, §9, §14.4). A drawing has none of these, so a copy names the elements that match.

const supported = (names) => names.filter((name) => CSS.supports(`selector(:${name})`));
// If an element matches one of these, so does its parent.
const statesOfChains = supported(['hover', 'active', 'focus-within']);
const statesOfFocus = supported(['focus', 'focus-visible']);
const statesOfControls = supported(['autofill', 'user-valid', 'user-invalid']);

function addChain(elements, selector, found) {
  for (const element of elements) {
    if (!matchesSelector(element, selector)) continue;
    found.push(element);
    addChain(childElementsOf(element), selector, found);
    const root = shadowRootOf(element);
    if (root !== null) addChain(root.children, selector, found);
  }
}

function chainOf(name) {
  const found = [];
  const top = documentPart('documentElement');
  if (top !== null) addChain([top], `:${name}`, found);
  return found;
}

// Pseudo-class → numbers of the elements in these roots that match.
function inputStatesIn(roots) {
  const found = {};
  const add = (name, elements) => {
    const numbers = elements.map((element) => nodeNumbers.get(element)).filter((number) => number !== undefined);
    if (numbers.length > 0) found[name] = numbers;
  };
  const chains = new Map(statesOfChains.map((name) => [name, chainOf(name)]));
  for (const [name, chain] of chains) add(name, chain);
  const focused = chains.get('focus-within');
  for (const name of statesOfFocus) add(name, focused.filter((element) => matchesSelector(element, `:${name}`)));
  if (location.hash !== '') add('target', roots.flatMap((root) => [...allMatching(root, ':target')]));
  const controls = roots.flatMap((root) => [...allMatching(root, 'input, select, textarea')]);
  for (const name of statesOfControls) add(name, controls.filter((element) => matchesSelector(element, `:${name}`)));
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
