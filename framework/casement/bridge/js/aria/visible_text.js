// Computes the text that a person sees in an element: the text of innerText (HTML §3.2.7) with normalised white space,
// plus text in open shadow roots and slots, which innerText lacks.

function textOf(element) {
  if (isConnectedNode(element)) noteRoot(rootOf(element));
  const run = new TextRun();
  addSeenText(run, element, 0);
  return normalised(run.text);
}

// Returns the name of an element for people, or the tooltip of an element with neither name nor text, such as an icon.
function wordsFor(element, role = roleOf(element)) {
  const name = nameOf(element, role);
  if (name !== '' || role !== 'generic' || !hasAttributeNamed(element, 'title')) return name;
  return withoutIcons(normalised(textOf(element))) === '' ? nameText(attributeOf(element, 'title')) : '';
}

function addSeenText(run, element, depth) {
  if (isUnread(localNameOf(element))) return;
  let shown = isSeen(element);
  if (!shown && !hasBox(element)) {
    const style = getComputedStyle(element);
    if (style.display !== 'contents') return;
    shown = style.visibility === 'visible';
  }
  if (depth >= deepest) {
    run.add(textContentOf(element));
    return;
  }
  const control = shown ? controlText(element) : null;
  if (depth > 0) run.pass(element);
  if (control !== null) {
    run.add(control);
  } else if (!skipsContent(element)) {
    if (shown) run.add(generatedText(element, '::before'));
    for (const node of seenNodesOf(element)) {
      if (nodeTypeOf(node) === 1) addSeenText(run, node, depth + 1);
      else if (shown && (nodeTypeOf(node) === 3 || nodeTypeOf(node) === 4))
        run.add(shownText(node.data, element, run.text));
    }
    if (shown) run.add(generatedText(element, '::after'));
  }
  if (depth > 0) run.pass(element);
}

// Returns the text that a control shows instead of its content; null for other elements.
function controlText(element) {
  if (namespaceOf(element) !== htmlNamespace) return null;
  switch (localNameOf(element)) {
    case 'input':
      return ['button', 'submit', 'reset'].includes(element.type) ? nameOf(element) : '';
    case 'select':
      return element.multiple || element.size > 1 ? optionText([...element.options]) : chosenOptions(element);
    case 'textarea':
    case 'canvas':
    case 'audio':
    case 'video':
    case 'iframe':
      return '';
    default:
      return null;
  }
}
