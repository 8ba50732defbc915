// Adds the whole tree to a reading, on request: also elements that a snapshot dissolves, and elements that are hidden.
// Each element gets the facts that programs need: tag, number, the author's ids, box, why it can be used, and why it is
// hidden. The walk itself is the one in aria_tree.js.

// Numbers that identify elements for the life of their document. Unlike refs, these numbers cannot be used to act on an
// element, so no lookup table is needed.
let nextNumber = 1;
const numbers = new WeakMap();
// All elements that were ever read, in ascending order of their numbers.
const everRead = new Map();

function numberOf(element) {
  let number = numbers.get(element);
  if (number === undefined) numbers.set(element, number = nextNumber++);
  return number;
}

// Attributes by which authors distinguish elements of one kind.
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

// Native interactive content (HTML §3.2.5.2.7), provided that the element's role is usable here.
const usedByNature = new Set(words('a area button details input option select summary textarea'));

// Class names that authors give to buttons. A guess, used only on request.
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

  // Returns a run of text with one space at each edge that has white space. The whole tree needs this, because elements
  // split a text here without showing it.
  text(run) {
    const text = normalised(run);
    return text === '' ? '' : (/^\s/.test(run) ? ' ' : '') + text + (/\s$/.test(run) ? ' ' : '');
  }

  // Notes white space between elements.
  addSpace(parent) {
    const last = parent.children.at(-1);
    if (last?.facts !== undefined) last.facts.marks += 's';
  }

  // Makes a node for an element that has none in a snapshot.
  nodeFor(inside) { return {role: 'generic', element: null, name: '', states: [], extras: [], children: [], inside}; }

  keep(node, parent, element, localName, traits) {
    this.note_(node, element, localName, traits);
    node.facts.reason = this.reasonOf_(node, element, localName, traits);
    if (node.facts.reason !== '') node.element = element;
    parent.children.push(node);
  }

  // Adds an element that has a box but is invisible; its content may be visible.
  unseenNode(element, localName, parent, traits, inside) {
    const node = this.nodeFor(inside);
    this.walk_.flush(parent);
    this.note_(node, element, localName, traits);
    node.facts.hiddenBy = 'visibility';
    parent.children.push(node);
    return node;
  }

  // Adds an omitted element together with its content.
  addHidden(element, localName, parent, hiddenBy) {
    if (localName === 'area') return;  // read as part of its image
    this.walk_.flush(parent);
    const node = this.nodeFor(0);
    this.note_(node, element, localName, traitsOf(element, localName));
    node.facts.hiddenBy = hiddenBy;
    parent.children.push(node);
    this.addUnread(element, node, hiddenBy);
  }

  // Adds the hidden content of an element that may itself be visible.
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

  // Measures all layout at once, at the very end, and then appends the facts to those of a snapshot.
  measure() {
    for (const node of this.nodes_) {
      const {element, localName, marks, reason, unread} = node.facts;
      let {hiddenBy} = node.facts;
      const box = boxOf(element);
      if (hiddenBy === '') {
        if (!isStandIn(element) && !elementPrototype.checkVisibility.call(element, opacityToo))
          hiddenBy = hasBox(element) ? 'opacity' : '';
        else if (box.width <= 0 || box.height <= 0) hiddenBy = 'size';
      }
      const {x, y, width, height} = box;
      if (width > 0 || height > 0) node.extras.push(`?box=${[x, y, width, height].map(Math.round).join(',')}`);
      if (node.role === 'iframe') node.extras.push(`?inset=${insetOf(element, box)}`);
      // The tag comes last, because it may contain any character.
      const number = numberOf(element);
      this.seen_.add(number);
      if (!everRead.has(number)) everRead.set(number, new WeakRef(element));
      node.extras.push(`?dom=${number},${marks},${hiddenBy},${reason},${unread},${localName}`);
    }
  }

  // Facts about the document: its viewport, scroll position and size, in CSS px, and its number of shadow roots.
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

// Returns the numbers, such as "3-9,12", of elements that were read once and are still in the document, but not among
// `seen`. Because the document still contains these elements, no other element can replace them.
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

// The offset of a frame's document from the corner of its owner, in px of the document around it, and the factor by
// which a transform enlarges it.
function insetOf(owner, box) {
  const style = styleOf(owner);
  const width = elementPart(owner, 'offsetWidth');
  const scale = width > 0 ? box.width / width : 1;
  const left = (elementPart(owner, 'clientLeft') + (parseFloat(style.paddingLeft) || 0)) * scale;
  const top = (elementPart(owner, 'clientTop') + (parseFloat(style.paddingTop) || 0)) * scale;
  return [left, top, scale].map((number) => number.toFixed(3)).join(',');
}
