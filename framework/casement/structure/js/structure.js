// Describes the page around one element for programs: the element's ancestors, how its siblings are made, and their
// content. The tree is the displayed tree: it crosses shadow roots, dissolves slots and leaves out elements that are
// hidden for everybody.

const stableAttributes = ['id', 'class', 'data-testid', 'role', 'aria-label'];

const longestAttribute = 120, longestOwnText = 120, longestFullText = 240, longestOutline = 160;
const mostRefs = 20, mostTexts = 6;

function structuralParentOf(element) {
  let parent = parentOf(element);
  while (parent !== null && localNameOf(parent) === 'slot') parent = parentOf(parent);
  return parent;
}

function structuralChildrenOf(element, children = []) {
  for (const node of replacedChildrenOf(element) ?? childElementsOf(element)) {
    if (nodeTypeOf(node) !== 1 || isUnread(localNameOf(node))) continue;
    if (localNameOf(node) === 'slot') structuralChildrenOf(node, children);
    else if (!isHiddenForAll(node)) children.push(node);
  }
  return children;
}

// → the element, then its ancestors up to the body; null if the ref's element has gone.
function levelsOf(ref) {
  beginReading();
  const element = elementOf(ref);
  if (element === null) return null;
  const levels = [element];
  const top = documentPart('documentElement');
  for (let at = structuralParentOf(element); at !== null && at !== top; at = structuralParentOf(at)) levels.push(at);
  return levels;
}

function cut(text, longest) {
  const characters = [...text];
  return characters.length <= longest ? text : characters.slice(0, longest - 1).join('') + '\u2026';
}

function attributesFor(element) {
  return stableAttributes.filter(name => hasAttributeNamed(element, name))
      .map(name => [name, cut(attributeOf(element, name), longestAttribute)]);
}

// → the refs of the element and of elements in it: the first 20, and how many there are.
function refsIn(element) {
  const refs = [];
  const add = (at, depth) => {
    if (knownRef(at) !== 0) refs.push(knownRef(at));
    if (depth < deepest)
      for (const child of structuralChildrenOf(at)) add(child, depth + 1);
  };
  add(element, 0);
  return {refs: refs.slice(0, mostRefs), totalRefs: refs.length};
}

function ownTextOf(element) {
  let text = '';
  for (const node of replacedChildrenOf(element) ?? childNodesOf(element))
    if (nodeTypeOf(node) === 3) text += ` ${node.data}`;
  return cut(normalised(text), longestOwnText);
}

function describedElement(element) {
  return {tag: localNameOf(element), attributes: attributesFor(element), ref: knownRef(element)};
}

function resolveContainer(ref) {
  const levels = levelsOf(ref);
  return levels === null ? null : levels.map((element, level) => ({
                                               ...describedElement(element),
                                               level,
                                               children: structuralChildrenOf(element).length,
                                               ...refsIn(element),
                                             }));
}

// → the texts in the element: one for each element with text of its own, at most 6.
function textsIn(element, texts = [], depth = 0) {
  const own = ownTextOf(element);
  if (own !== '') texts.push(own);
  if (depth < deepest && texts.length < mostTexts)
    for (const child of structuralChildrenOf(element)) textsIn(child, texts, depth + 1);
  return texts.slice(0, mostTexts);
}

// For example "article.card(h3 p div(button button))".
function outlineOf(element, depth = 0) {
  const classes = [...elementPart(element, 'classList')].slice(0, 2).map(name => `.${name}`).join('');
  const children = depth < 3 ? structuralChildrenOf(element).slice(0, 8).map(child => outlineOf(child, depth + 1)) : [];
  return localNameOf(element) + classes + (children.length > 0 ? `(${children.join(' ')})` : '');
}

// → null: the element has gone; only {levels}: `level` is too high
function containerAt(ref, level) {
  const levels = levelsOf(ref);
  if (levels === null) return null;
  if (level >= levels.length) return {levels: levels.length};
  return {levels: levels.length, container: levels[level], target: levels[0]};
}

function inspectPattern(ref, level, limits) {
  const found = containerAt(ref, level);
  if (found === null || !found.container) return found;
  const all = structuralChildrenOf(found.container);
  const holder = all.findIndex(child => composedContains(child, found.target));
  const outlines = all.map(child => cut(outlineOf(child), longestOutline));
  // The child that holds the target is always listed, even beyond the limit.
  const shown = all.map((child, index) => index).filter(index => index < limits.siblings || index === holder);
  return {
    levels: found.levels,
    container: describedElement(found.container),
    holder,
    totalChildren: all.length,
    similar: holder < 0 ? 0 : outlines.filter(outline => outline === outlines[holder]).length,
    children: shown.map(index => ({
                          ...describedElement(all[index]),
                          index,
                          outline: outlines[index],
                          texts: textsIn(all[index]),
                          ...refsIn(all[index]),
                        })),
  };
}

function extractAnchors(ref, level, limits) {
  const found = containerAt(ref, level);
  if (found === null || !found.container) return found;
  const totals = {descendants: 0, described: 0, deepest: 0};
  const read = (parent, depth, isDescribed) => {
    const all = structuralChildrenOf(parent);
    const described = [];
    totals.deepest = all.length > 0 ? Math.max(totals.deepest, depth) : totals.deepest;
    all.forEach((element, index) => {
      ++totals.descendants;
      const describes =
          isDescribed && depth <= limits.depth && index < limits.siblings && totals.described < limits.descendants;
      if (describes) ++totals.described;
      const role = describes ? roleOf(element) : '';
      const one = describes ? {
        tag: localNameOf(element),
        ref: knownRef(element),
        depth,
        index,
        role,
        name: cut(nameOf(element, role), longestFullText),
        ownText: ownTextOf(element),
        fullText: cut(textOf(element), longestFullText),
      } :
                              null;
      const nested = depth < deepest ? read(element, depth + 1, describes) : {described: [], total: 0};
      if (describes) described.push({...one, nested: nested.described, totalNested: nested.total});
    });
    return {described, total: all.length};
  };
  const anchors = read(found.container, 1, true);
  return {
    levels: found.levels,
    container: describedElement(found.container),
    anchors: anchors.described,
    totalChildren: anchors.total,
    totalDescendants: totals.descendants,
    described: totals.described,
    deepest: totals.deepest,
  };
}

expose({resolveContainer, inspectPattern, extractAnchors});
