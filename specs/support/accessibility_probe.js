// What the page script says of elements, to be held against the browser's own accessibility tree. `names`: what the browser
// calls each of them; they come back normalised as names here are. Null for what is no element.
({ attributeNamesOf, attributeOf, beginReading, isAriaHidden, isHiddenForAll, knownRef, localNameOf, nameOf, nameText, nodeTypeOf, normalised, roleOf, rootOf, shadowRootOf }, names, ...elements) => {
  beginReading();
  return elements.map((element, i) => {
    if (!(element instanceof Element)) return null;
    const role = roleOf(element);
    const root = rootOf(element);
    const isReadable = nodeTypeOf(root) !== 11 || shadowRootOf(root.host) === root;  // not inside a native control
    const markup = attributeNamesOf(element).map((name) => ` ${name}="${attributeOf(element, name).slice(0, 60)}"`).join('');
    return {
      role, name: nameOf(element, role), theirs: nameText(names[i]), ref: knownRef(element),
      shown: isReadable && !isHiddenForAll(element) && !isAriaHidden(element),
      markup: `<${localNameOf(element)}${markup}>${normalised(element.textContent).slice(0, 60)}`,
    };
  });
}
