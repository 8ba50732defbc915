// Completes nodes of a reading: adds properties beside role, name and states, removes redundant content, and replaces a
// meaningless node by its content.

function addValue(node, text) {
  if (text !== '') node.children.push({role: '=', element: null, name: text, states: [], extras: [], children: []});
}

// If the content already contains the value, the content's wording is used.
function addRange(node, text) {
  const index = node.children.findIndex((child) => child === text || child === `${text}%` || child === `${text} %`);
  const [said] = index < 0 ? [text] : node.children.splice(index, 1);
  addValue(node, said);
}

// Counts distinct items: texts, and elements without child elements.
function thingsIn(nodes) {
  let things = 0;
  for (const node of nodes) {
    const inside = typeof node === 'string' ?
        0 :
        thingsIn(node.children.filter((child) => typeof child !== 'string' && child.role !== '='));
    things += Math.max(1, inside);
  }
  return things;
}

// Adds the address of a link or frame, and a placeholder that differs from the name.
function addExtras(element, node, traits) {
  if (node.role === 'link') {
    const url = attributeOf(element, 'href') ?? attributeOf(element, 'xlink:href');
    if (url !== null) node.extras.push(`/url=${url}`);
  } else if (node.role === 'iframe') {
    const url = attributeOf(element, localNameOf(element) === 'object' ? 'data' : 'src');
    if (url !== null) node.extras.push(`/url=${url}`);
    // Further attributes that distinguish it from its siblings.
    const name = attributeOf(element, 'name') ?? '', id = attributeOf(element, 'id') ?? '';
    if (name !== '' && nameText(name) !== node.name) node.extras.push(`/name=${name}`);
    if (name === '' && id !== '' && node.name === '') node.extras.push(`/id=${id}`);
  }
  if ((traits & withPlaceholder) === 0) return;
  const placeholder = attributeOf(element, 'placeholder') ?? attributeOf(element, 'aria-placeholder');
  if (placeholder !== null && placeholder !== '' && nameText(placeholder) !== node.name) {
    node.extras.push(`/placeholder=${placeholder}`);
  }
}

// Passes a finished node, or its simplified content, to its parent.
function keep(node, parent) {
  const {children} = node;
  if (children.length === 1 && typeof children[0] === 'string' &&
      (children[0] === node.name || children[0] === normalised(node.name))) {
    children.pop();
  }
  if (node.role === 'generic' && node.name === '' && children.length < 2) {
    const only = children[0];
    if (only === undefined && node.element === null) return;
    if (only !== undefined && typeof only !== 'string' && (only.element !== null || node.element === null) &&
        only.role !== '=') {
      if (canHandDown(node)) {
        parent.children.push(withHandedDown(node, only));
        return;
      }
    }
  }
  parent.children.push(node);
}

// Whether the only child can replace the node, because the child can carry all states of the node.
function canHandDown({states}) {
  for (const state of states)
    if (state !== 'aria-hidden' && state !== 'cursor=pointer') return false;
  return true;
}

// Returns the child with the states of the node. Copies the child, because a later reading may reuse the original. Both
// share the array of measured values, which is filled in later.
function withHandedDown(node, child) {
  const isUsed = node.element !== null && rolesToRead.has(child.role);
  if (node.states.length === 0 && !isUsed) return child;
  const states = [...child.states];
  const last = states.at(-1) === 'cursor=pointer' ? states.pop() : null;
  if (node.states.includes('aria-hidden') && !states.includes('aria-hidden')) states.push('aria-hidden');
  if (last !== null || (node.states.includes('cursor=pointer') && child.element !== null))
    states.push('cursor=pointer');
  const handed = {...child, states, line: null, extras: [...child.extras]};
  if (isUsed) markUsed(handed);
  return handed;
}

const saying = 'img,input,button,select,textarea,a,iframe,frame,object,embed,video,audio,' +
    '[role],[aria-label],[aria-labelledby],[title],[alt]';

const askDrawn = (element) => {
  const {width, height} = elementPrototype.getBoundingClientRect.call(element);
  return width > 1 && height > 1;
};

// Whether a person sees the element and knows it only by its tooltip: a painted box without any text inside.
function isIconWithTooltip(element, role, traits) {
  if (role !== 'generic' || (traits & (hosting | foreign)) !== 0) return false;
  uncached(element);
  return withoutIcons(normalised(textContentOf(element))) === '' && allMatching(element, saying).length === 0 &&
      answered(element, askDrawn);
}

// Reads an element with the controls that style sheets create around it. Returns false if there are none.
function readCarousel(walk, element, localName, parent, inside, traits) {
  const controls = controlsOf(element);
  if (controls === null) return false;
  readControls(walk, controls.ahead, parent, inside);
  walk.readShown(element, localName, parent, inside, traits);
  readControls(walk, controls.behind, parent, inside);
  return true;
}

function readControls(walk, controls, parent, inside) {
  walk.flush(parent);
  for (const {control, name, inside: more} of controls) {
    const traits = attributeBits(control);
    const node = walk.nodeFor(control, name, traits, inside);
    standInKindOf(control).noteStale(control);
    readControls(walk, more, node, node.inside);
    walk.keep(node, parent, control, name, traits);
  }
}
