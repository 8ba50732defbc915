// Owns what a reading tells when the whole tree is asked for, and not only what has a meaning or a use: also the
// elements that a snapshot dissolves and those that nobody sees, and of each what programs ask of it: its tag, its
// number, the ids that its author gave it, its box, why it can be used, and what hides it. The walk itself is the one
// of aria_tree.js.

// Numbers that name elements for the life of their document. They are not refs: nothing is done by them, so an element
// needs no entry by which it would be found again.
let nextNumber = 1;
const numbers = new WeakMap();
// Those that were read, by their numbers, which rise.
const everRead = new Map();

function numberOf(element) {
  let number = numbers.get(element);
  if (number === undefined) numbers.set(element, number = nextNumber++);
  return number;
}

// What authors tell elements of one kind by.
const keyAttributes = ['data-key', 'data-id', 'data-row-key', 'name'];

function keyOf(element) {
  for (const name of keyAttributes) {
    const key = attributeOf(element, name) ?? '';
    if (key !== '') return key;
  }
  return '';
}

// ARIA 1.2 §5.3.2, widget roles.
const widgetRoles = new Set(words(`
  button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar
  searchbox slider spinbutton switch tab textbox treeitem`));

// Interactive content by what it is (HTML §3.2.5.2.7), as far as the element's role says that it can be used here.
const usedByNature = new Set(words('a area button details input option select summary textarea'));

// What authors call their buttons. A guess, and made only where it is asked for.
const usedByName =
    /(?:^|[\s_-])(?:btn|button|clickable|dropdown-toggle|menu-item|nav-link|selectable|toggle)(?:$|[\s_-])/i;

class WholeTree {
  roots_ = 0;
  nodes_ = [];
  seen_ = new Set();

  constructor(walk, {hidden = false, guesses = false, testIdAttribute = 'data-testid'}) {
    this.walk_ = walk;
    this.wantsHidden_ = hidden;
    this.guesses_ = guesses;
    this.testIdAttribute_ = testIdAttribute;
  }

  // A run of text whose edges say whether white space stands there: elements part it here, which it does not show.
  text(run) {
    const text = normalised(run);
    return text === '' ? '' : (/^\s/.test(run) ? ' ' : '') + text + (/\s$/.test(run) ? ' ' : '');
  }

  // White space that stands between elements.
  addSpace(parent) {
    const last = parent.children.at(-1);
    if (last?.facts !== undefined) last.facts.marks += 's';
  }

  // A node for what a snapshot has none for.
  nodeFor(inside) { return {role: 'generic', element: null, name: '', states: [], extras: [], children: [], inside}; }

  keep(node, parent, element, localName, traits) {
    this.note_(node, element, localName, traits);
    node.facts.reason = this.reasonOf_(node, element, localName, traits);
    if (node.facts.reason !== '') node.element = element;
    parent.children.push(node);
  }

  // An element that has a box and shows nothing; what is in it may.
  unseenNode(element, localName, parent, traits, inside) {
    const node = this.nodeFor(inside);
    this.walk_.flush(parent);
    this.note_(node, element, localName, traits);
    node.facts.hiddenBy = 'visibility';
    parent.children.push(node);
    return node;
  }

  // An element that is left out with all that is in it.
  addHidden(element, localName, parent, hiddenBy) {
    if (localName === 'area') return;  // the image that shows it has it
    this.walk_.flush(parent);
    const node = this.nodeFor(0);
    this.note_(node, element, localName, traitsOf(element, localName));
    node.facts.hiddenBy = hiddenBy;
    parent.children.push(node);
    this.addUnread(element, node, hiddenBy);
  }

  // What is in an element that itself may be seen.
  addUnread(element, node, hiddenBy) {
    if (!this.wantsHidden_ || this.walk_.depth_ >= deepest || this.walk_.count >= this.walk_.maxNodes_) {
      if (node.facts === undefined) node.unread = allMatching(element, '*').length;
      else node.facts.unread = allMatching(element, '*').length;
      return;
    }
    this.walk_.depth_++;
    for (const child of replacedChildrenOf(element) ?? childNodesOf(element)) this.addUnreadNode(child, node, hiddenBy);
    this.walk_.depth_--;
  }

  addUnreadNode(child, parent, hiddenBy) {
    if (nodeTypeOf(child) === 1) {
      const localName = localNameOf(child);
      if (isUnread(localName)) return;
      this.walk_.count++;
      this.addHidden(child, localName, parent, hiddenBy);
    } else if (this.wantsHidden_ && nodeTypeOf(child) === 3 && normalised(child.data) !== '') {
      parent.children.push(this.text(child.data));
    }
  }

  note_(node, element, localName, traits) {
    let marks = '';
    if ((traits & hosting) !== 0) {
      this.roots_++;
      marks += shadowRootGetter.call(element) !== null ? 'o' : 'c';
    }
    node.facts = {element, localName, marks, hiddenBy: '', reason: '', unread: node.unread ?? 0};
    this.nodes_.push(node);
    if (knownRef(element) !== 0) node.element = element;
    if ((traits & withAny) === 0) return;
    const id = (traits & withId) !== 0 ? attributeOf(element, 'id') ?? '' : '';
    if (id !== '') node.extras.push(`?html=${id}`);
    const testId = attributeOf(element, this.testIdAttribute_) ?? '';
    if (testId !== '') node.extras.push(`?test=${testId}`);
    const key = keyOf(element);
    if (key !== '') node.extras.push(`?key=${key}`);
    if ((localName === 'input' || localName === 'button') && isOfHtml(element, traits))
      node.extras.push(`?type=${element.type}`);
  }

  reasonOf_(node, element, localName, traits) {
    if (widgetRoles.has(node.role) || localName === 'summary' && isSummaryOfDetails(element)) {
      return isOfHtml(element, traits) && usedByNature.has(localName) ? 'semantic' : 'role';
    }
    if (node.states.includes('editable')) return 'editable';
    if ((localName === 'audio' || localName === 'video') && hasAttributeNamed(element, 'controls')) return 'semantic';
    if ((traits & withListener) !== 0) {
      return attributeNamesOf(element).some((name) => /^on[a-z]+$/.test(name) && isListening(name)) ? 'handler' :
                                                                                                      'framework';
    }
    if ((traits & withAction) !== 0 && listeningAction.test(attributeOf(element, 'data-action'))) return 'framework';
    if (this.walk_.wantsListeners_ && listenedTo.has(element)) return 'listener';
    if ((traits & withAny) !== 0 && isUsable(element, traits)) return 'tabindex';
    if (node.states.includes('cursor=pointer')) return 'cursor';
    return this.guesses_ && usedByName.test(attributeOf(element, 'class') ?? '') ? 'class' : '';
  }

  // All reads of layout, after all else. Then what was found out is said behind what a snapshot says.
  measure() {
    for (const node of this.nodes_) {
      const {element, localName, marks, reason, unread} = node.facts;
      let {hiddenBy} = node.facts;
      const box = boxOf(element);
      if (hiddenBy === '') {
        if (!elementPrototype.checkVisibility.call(element, opacityToo)) hiddenBy = hasBox(element) ? 'opacity' : '';
        else if (box.width <= 0 || box.height <= 0) hiddenBy = 'size';
      }
      const {x, y, width, height} = box;
      if (width > 0 || height > 0) node.extras.push(`?box=${[x, y, width, height].map(Math.round).join(',')}`);
      if (node.role === 'iframe') node.extras.push(`?inset=${insetOf(element, box)}`);
      // The tag is the last, since it may have any letter.
      const number = numberOf(element);
      this.seen_.add(number);
      if (!everRead.has(number)) everRead.set(number, new WeakRef(element));
      node.extras.push(`?dom=${number},${marks},${hiddenBy},${reason},${unread},${localName}`);
    }
  }

  // Of the document: its viewport, where it is scrolled to, its size, in CSS px; and how many shadow roots are in it.
  header() { return [...viewportFacts(), this.roots_].join(','); }

  unread() { return unreadNumbers(this.seen_); }

  readElements() { return this.nodes_.map(({facts}) => facts.element); }
}

function viewportFacts() {
  const top = documentPart('documentElement');
  return [
    innerWidth, innerHeight, scrollX, scrollY, top === null ? 0 : elementPart(top, 'scrollWidth'),
    top === null ? 0 : elementPart(top, 'scrollHeight')
  ].map(Math.round);
}

// Elements that were read once and are in this document still, but not among those that have these numbers: "3-9,12".
// They have not gone, so nothing else stands for them.
function unreadNumbers(seen) {
  const ranges = [];
  for (const [number, reference] of everRead) {
    if (seen.has(number)) continue;
    const element = reference.deref();
    if (element === undefined) everRead.delete(number);
    else if (isConnectedDeep(element)) addToRanges(ranges, number);
  }
  return ranges.map(([first, last]) => first === last ? first : `${first}-${last}`).join(',');
}

function addToRanges(ranges, number) {
  const last = ranges.at(-1);
  if (last !== undefined && last[1] === number - 1) last[1] = number;
  else ranges.push([number, number]);
}

// Where the document in a frame begins, in px of the document around it, from the corner of its owner; and how much
// larger it is shown than it is, by a transform.
function insetOf(owner, box) {
  const style = styleOf(owner);
  const width = elementPart(owner, 'offsetWidth');
  const scale = width > 0 ? box.width / width : 1;
  const left = (elementPart(owner, 'clientLeft') + (parseFloat(style.paddingLeft) || 0)) * scale;
  const top = (elementPart(owner, 'clientTop') + (parseFloat(style.paddingTop) || 0)) * scale;
  return [left, top, scale].map((number) => number.toFixed(3)).join(',');
}
