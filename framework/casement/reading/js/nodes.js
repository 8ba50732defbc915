// Owns what a node of a reading holds beside its role, name and states, and what becomes of the node once all in it was
// read: what it holds is said once, and one that says nothing gives way to what is in it.

function addValue(node, text) {
  if (text !== '') node.children.push({role: '=', element: null, name: text, states: [], extras: [], children: []});
}

// What the content already says is said once, in its own words.
function addRange(node, text) {
  const index = node.children.findIndex((child) => child === text || child === `${text}%` || child === `${text} %`);
  const [said] = index < 0 ? [text] : node.children.splice(index, 1);
  addValue(node, said);
}

// How many things it comes to: texts, and elements without elements in them.
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
    // What else tells it from its siblings.
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

// Hands a finished node to its parent, or what is left of it.
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

// Whether the only child can stand for the node: nothing but what a child can carry as well is said of it.
function canHandDown({states}) {
  for (const state of states)
    if (state !== 'aria-hidden' && state !== 'cursor=pointer') return false;
  return true;
}

// The child, with what is said of the node. A later reading may go by the child as it was: it is left as it is. What is
// measured in the end is of both.
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

// What a person sees and knows by its tooltip alone: a drawn box with nothing in it that says a word.
function isIconWithTooltip(element, role, traits) {
  if (role !== 'generic' || (traits & (hosting | foreign)) !== 0) return false;
  uncached(element);
  return withoutIcons(normalised(textContentOf(element))) === '' && allMatching(element, saying).length === 0 &&
      answered(element, askDrawn);
}

// Reads an element with the controls that style sheets give it around it. → false where it has none
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
    noteStaleControl(control);
    readControls(walk, more, node, node.inside);
    walk.keep(node, parent, control, name, traits);
  }
}
