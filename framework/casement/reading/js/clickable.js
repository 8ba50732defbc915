// Owns the question whether an element without a role can be used: it can be focused or edited, or its attributes say
// that it listens. Listeners added by script cannot be seen from here: a pointer cursor (aria_tree.js) often gives them
// away, and on request the browser tells of them (learnListeners).

// Of Stimulus and its like: what the attribute says decides.
const listeningAction = /click|mousedown|pointerdown|^[^-]*->|^[\w-]+#/;

function isUsable(element, traits = attributesOf(element)) {
  if ((traits & (withTabindex | withContentEditable)) !== 0 && isFocusable(element) && !isStillIcon(element))
    return true;
  if (editContextOf(element, traits) !== null) return true;
  if ((traits & withListener) !== 0) return true;
  return (traits & withAction) !== 0 && listeningAction.test(attributeOf(element, 'data-action'));
}

// To be read, mostly: the text of a snapshot has their refs only where they are there to be used as well.
const rolesToRead = new Set(words('cell columnheader heading list listitem row rowheader table'));

function markUsed(node) {
  if (!node.extras.includes('?used')) node.extras.push('?used');
}

// Icon sets take their pictures out of the order of Tab by a tab index, which makes them no thing to be used.
function isStillIcon(element) {
  return localNameOf(element) === 'svg' && parseInt(attributeOf(element, 'tabindex'), 10) < 0;
}

// Elements on which a script listens for the pointer or for keys, as the browser told last.
let listenedTo = new WeakSet();

// True when they are others than before.
function learnListeners(elements) {
  const before = listenedTo;
  // What a page or a framework listens for at the top is meant for something in it.
  listenedTo = new WeakSet(
      elements.filter((element) => nodeTypeOf(element) === 1 && !/^(?:html|body)$/.test(localNameOf(element))));
  return elements.some((element) => listenedTo.has(element) && !before.has(element));
}

expose({learnListeners});
