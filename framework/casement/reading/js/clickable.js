// Decides whether an element without a role can be used: the element is focusable or editable, or its attributes
// declare a listener. Listeners added by script are invisible here. A pointer cursor (aria_tree.js) often reveals them,
// and on request the browser lists them (setElementsWithListeners).

// For Stimulus and similar frameworks, whose attribute value decides whether the element is clickable.
const listeningAction = /click|mousedown|pointerdown|^[^-]*->|^[\w-]+#/;

function isUsable(element, traits = attributesOf(element)) {
  if ((traits & (withTabindex | withContentEditable)) !== 0 && isFocusable(element) && !isStillIcon(element))
    return true;
  if (editContextOf(element, traits) !== null) return true;
  if ((traits & withListener) !== 0) return true;
  return (traits & withAction) !== 0 && listeningAction.test(attributeOf(element, 'data-action'));
}

// Roles that are mostly read. The text of a snapshot shows their refs only if the elements can also be used.
const rolesToRead = new Set(words('cell columnheader heading list listitem row rowheader table'));

function markUsed(node) {
  if (!node.extras.includes('?used')) node.extras.push('?used');
}

// Icon sets remove their pictures from the Tab order with a negative tabindex, which does not make a picture usable.
function isStillIcon(element) {
  return localNameOf(element) === 'svg' && parseInt(attributeOf(element, 'tabindex'), 10) < 0;
}

// Elements with pointer or key listeners, as last reported by the browser.
let listenedTo = new WeakSet();

// Returns true if elements were added since the last call.
function setElementsWithListeners(elements) {
  const before = listenedTo;
  // A listener of a page or framework on html or body is meant for descendants.
  listenedTo = new WeakSet(
      elements.filter((element) => nodeTypeOf(element) === 1 && !/^(?:html|body)$/.test(localNameOf(element))));
  return elements.some((element) => listenedTo.has(element) && !before.has(element));
}

expose({setElementsWithListeners});
