// Reads a document in one pass over the flat tree. The reading contains elements with a meaning or a use, and omits
// noise: plain generics, nameless images, text that only repeats a name. A reading measures the boxes of frames and, on
// request, of all elements at its end. During the walk it measures only parked elements and icons with a tooltip.

const rolesWithoutRef = new Set(words(`
  blockquote caption code definition deletion emphasis generic insertion mark none paragraph rowgroup sectionfooter
  sectionheader separator strong subscript superscript term time suggestion comment`));

// Elements that display their content themselves, so children in the tree are ignored.
const closedElements =
    new Set(['audio', 'canvas', 'frame', 'iframe', 'img', 'input', 'meter', 'progress', 'select', 'textarea', 'video']);

// Elements without a role which a person can still point at.
const pointedAt = new Set(['audio', 'canvas', 'embed', 'object', 'video']);

// Roles whose value is a number or words for a number, wherever the value comes from.
const rangeRoles = new Set(['meter', 'progressbar', 'scrollbar', 'slider', 'spinbutton']);

// Roles whose content is their value, even if the page has built them itself.
const valueRoles = new Set(['combobox', 'searchbox', 'textbox']);

// Bits that descendants inherit.
const inPointer = 1;
const inAriaHidden = 2;
const inLeaf = 4, inDisabled = 8;
const inTransform = 64;  // text inside may be transformed; 16 and 32 are defined in visibility.js

// `parts`: the stored parts of the previous walk, to be updated by this one (subtree_cache.js); null to store nothing.
function walkDocument(options = {}, finish = null, parts = null) {
  const began = performance.now();
  beginReading();
  beginCandidates();
  parts?.begin();
  const walk = new Walk(options, parts);
  const root = {children: []};
  const top = documentPart('documentElement');
  if (top !== null) walk.readElement(top, root, pointsEverywhere() ? inPointer : 0, false);
  walk.flush(root);
  walk.measure();
  const lines = [''];
  appendLines(lines, root.children, 0, parts !== null);
  lines[0] = headerLine(walk.count, walk.left, walk.parked, countCandidates(), performance.now() - began, walk.whole_);
  lines.push('');
  const told = parts === null ? lines : parts.end(walk, lines);
  finish?.(walk.whole_, parts?.known() ?? null);  // before the walk's caches are cleared
  beginReading();  // releases all references to the page
  return told.join('\n');
}

// Whether the node contains no text at all.
const saysNothing = (node) => typeof node !== 'string' && node.name === '' && node.children.every(saysNothing);

class Walk {
  count = 0;
  left = 0;
  parked = 0;  // elements omitted because no one can scroll to them
  inParked_ = false;
  depth_ = 0;
  run_ = new TextRun(blockBorder);
  frames_ = [];
  boxes_ = [];
  focused_ = focusedElement();
  designed_ = designedBody();
  // If a picture is the whole document, it must not be omitted.
  isPicture_ = documentPart('contentType').startsWith('image/');

  constructor(
      {
        boxes = false,
        revealValues = false,
        ariaHidden = true,
        parked = false,
        listeners = false,
        maxNodes = Infinity,
        longest = Infinity,
        whole = null
      },
      parts = null) {
    this.parts_ = parts;
    this.whole_ = whole === null ? null : new WholeTree(this, whole);
    this.wantsBoxes_ = boxes;
    this.revealValues = revealValues;
    this.wantsAriaHidden_ = ariaHidden;
    this.wantsListeners_ = listeners;
    this.wantsParked_ = parked || whole !== null;
    this.maxNodes_ = maxNodes;
    this.until_ = performance.now() + longest;
  }

  // Ends the run of text and adds it to `parent`.
  flush(parent) {
    if (this.run_.text === '') return;
    const text = this.whole_ === null ? withoutIcons(normalised(this.run_.text)) : this.whole_.text(this.run_.text);
    if (text !== '') parent.children.push(text);
    this.run_.clear();
  }

  addText(data, parent) {
    if (data === '') return;
    if (this.run_.text !== '') {
      if (data.trim() === '') {
        this.run_.addSpace();
        return;
      }
      if (this.run_.border() === blockBorder) this.flush(parent);
    } else if (data.trim() === '') {
      this.whole_?.addSpace(parent);
      return;
    }
    this.run_.add(data);
  }

  readElement(element, parent, inside, owned) {
    if (this.parts_ === null) this.readAnew(element, parent, inside, owned);
    else this.parts_.read(this, element, parent, inside, owned);
  }

  isBetweenTexts() { return this.run_.text === ''; }

  readAnew(element, parent, inside, owned) {
    const localName = localNameOf(element);
    if (isUnread(localName) && localName !== 'html') return;
    if (this.count >= this.maxNodes_ || this.depth_ >= deepest) {
      this.left += 1 + allMatching(element, '*').length;
      return;
    }
    // The caller no longer waits, so the page should stop working.
    if ((++this.count & 1023) === 0 && performance.now() > this.until_)
      throw new RangeError('the page is too large for the time limit');
    if (mayHaveInternals(localName)) noteCustomElement(element, localName, (inside & inLeaf) !== 0);
    const traits = traitsOf(element, localName);
    if ((traits & (withInert | withAriaHidden | withAriaDisabled)) !== 0) {
      if ((traits & withInert) !== 0) return this.whole_?.addHidden(element, localName, parent, 'inert');
      if (!this.wantsAriaHidden_ && attributeOf(element, 'aria-hidden') === 'true') return;
      if (isTrue(element, 'aria-disabled')) inside |= inDisabled;
    }
    if ((traits & sheetsDisable) !== 0 && answered(element, askInteractivity) === 'inert') {
      return this.whole_?.addHidden(element, localName, parent, 'inert');
    }
    if ((traits & withAriaHidden) !== 0 || (inside & inAriaHidden) !== 0) {
      if (isForNobody(element, localName)) return this.whole_?.addHidden(element, localName, parent, 'control');
      if (isForNoEye(element, localName)) return this.whole_?.addHidden(element, localName, parent, 'opacity');
    }
    let shown =
        (!owned && isSurelyShown(element, localName, inside, traits)) || knownShown.has(element) || isSeen(element);
    inside &= ~(inBoxes | inTable);
    if (owned || (traits & sheetsTransform) !== 0) inside |= inTransform;
    if (!shown && !hasBox(element)) {
      const display = answered(element, askDisplay);
      if (display !== 'contents')
        return this.whole_?.addHidden(element, localName, parent, display === 'none' ? 'display' : 'content');
      shown = answered(element, askVisibility) === 'visible';
    }
    if (!owned && (traits & withId) !== 0 && ownerOf(element) !== null) return;
    if (!shown) {
      if ((inside & inPointer) === 0 && mayPoint(element, localName, traits) && isPointed(element)) inside |= inPointer;
      const around = this.whole_?.unseenNode(element, localName, parent, traits, inside) ?? parent;
      this.readContent(element, localName, around, inside, false, traits);
      if (around !== parent) this.flush(around);
      return;
    }
    if (localName === 'br') {
      this.run_.cross(blockBorder);
      return;
    }
    if ((traits & sheetsCarry) !== 0 && readCarousel(this, element, localName, parent, inside, traits)) return;
    const mayBeParked = (traits & sheetsPlace) !== 0 && !this.wantsParked_ && !this.inParked_;
    if (mayBeParked && answered(element, isParked)) this.readParked(element, localName, parent, inside, traits);
    else this.readShown(element, localName, parent, inside, traits);
  }

  // A single item, such as a skip link that becomes visible on focus or a heading for screen readers, is not omitted.
  readParked(element, localName, parent, inside, traits) {
    this.flush(parent);
    const before = this.count;
    const aside = {children: []};
    this.inParked_ = true;
    this.readShown(element, localName, aside, inside, traits);
    this.flush(aside);
    this.inParked_ = false;
    if (thingsIn(aside.children) > 1) this.parked += 1 + this.count - before;
    else parent.children.push(...aside.children);
  }

  readShown(element, localName, parent, inside, traits) {
    if ((inside & inTransform) === 0) notePlainText(element);
    const node = this.nodeFor(element, localName, traits, inside) ?? this.whole_?.nodeFor(inside) ?? null;
    if (node === null) {
      this.run_.pass(element);
      if (!closedElements.has(localName)) this.readContent(element, localName, parent, inside, true, traits);
      this.run_.pass(element);
      return;
    }
    this.flush(parent);
    if (isDrawnControl(element, localName)) {
      // Its children are a fallback for browsers without support.
    } else if (!closedElements.has(localName)) {
      const text = this.whole_ === null ? loneText(element, localName, traits) : null;
      if (text === null) {
        this.readContent(element, localName, node, node.inside, true, traits);
        this.flush(node);
      } else {
        const content = withoutIcons(normalised(text));
        if (content !== '') node.children.push(content);
      }
      // For content from both branches above.
      if (valueRoles.has(node.role) && node.children.length === 1 && typeof node.children[0] === 'string' &&
          firstElementChildOf(element) === null && (traits & hosting) === 0)
        addValue(node, node.children.pop());
      if (rangeRoles.has(node.role)) addRange(node, rangeText(element));
    } else {
      readControl(this, element, node);
    }
    this.keep(node, parent, element, localName, traits);
  }

  keep(node, parent, element, localName, traits) {
    // A tooltip would be a second name next to text, but is the only name of an icon.
    if ((traits & withTitle) !== 0 && node.role === 'generic' && node.name === '' && node.element !== null &&
        node.children.every(saysNothing)) {
      node.name = nameText(attributeOf(element, 'title') ?? '');
    }
    if (this.whole_ === null) keep(node, parent);
    else this.whole_.keep(node, parent, element, localName, traits);
  }

  // Returns the node for the element, or null if only its content counts.
  nodeFor(element, localName, traits, inside) {
    let role = roleOf(element, localName, traits);
    if ((inside & inLeaf) !== 0 && role !== 'generic' && role !== 'none' &&
        !(isFocusable(element) && !isStillIcon(element)))
      role = 'none';
    const ariaHidden = (traits & withAriaHidden) !== 0 && (inside & inAriaHidden) === 0 &&
        attributeOf(element, 'aria-hidden') === 'true';
    const pointer = (inside & inPointer) === 0 && mayPoint(element, localName, traits) && isPointed(element);
    const plain = role === 'generic' || role === 'none';
    let name = '';
    let hasRef = pointer;
    if (plain) {
      // A node that has only a tooltip as its name would split a text.
      if (role === 'generic' && (traits & (withAriaLabel | withLabelledby)) !== 0) {
        name = nameOf(element, role, true, localName, traits);
      }
      const isTold = (traits & withTitle) !== 0 && name === '' &&
          (pointedAt.has(localName) || isIconWithTooltip(element, role, traits));
      if (isTold) name = nameText(attributeOf(element, 'title') ?? '');
      hasRef ||= pointedAt.has(localName) || element === this.focused_ || name !== '' || this.isUsed(element, traits);
      if (!hasRef && !ariaHidden) return null;
      role = 'generic';
    } else {
      name = nameOf(element, role, true, localName, traits);
      if (role === 'img' && name === '' && !pointer && !this.isPicture_) {
        if (!((inside & inPointer) === 0 && this.isUsed(element, traits))) {
          if (!ariaHidden) return null;
          role = 'generic';
        } else {
          hasRef = true;
        }
      } else {
        hasRef ||= !rolesWithoutRef.has(role) || element === this.focused_ || this.isUsed(element, traits);
      }
    }
    const states = statesOf(element, role, this.focused_, (inside & inDisabled) !== 0, traits, localName);
    if (ariaHidden) states.push('aria-hidden');
    if (pointer) states.push('cursor=pointer');
    const measured = role === 'iframe' || this.wantsBoxes_ ? [] : null;
    const node = {role, element: hasRef ? element : null, name, states, extras: [], measured, children: [], inside};
    if (pointer) node.inside |= inPointer;
    if (ariaHidden) node.inside |= inAriaHidden;
    if (leafRoles.has(role) && (localName !== 'svg' || hasAttributeNamed(element, 'role'))) node.inside |= inLeaf;
    if ((traits & withAny) !== 0) addExtras(element, node, traits);
    if (rolesToRead.has(role) && this.isUsed(element, traits)) markUsed(node);
    if (role === 'iframe') {
      uncached(element);
      this.frames_.push({element, node});
    }
    if (this.wantsBoxes_) this.boxes_.push({element, node});
    return node;
  }

  isUsed(element, traits) {
    return ((traits & withAny) !== 0 && isUsable(element, traits)) ||
        (this.wantsListeners_ && listenedTo.has(element)) || element === this.designed_;
  }

  readContent(element, localName, parent, inside, shown, traits) {
    if ((traits & sheetsSkip) !== 0 && skipsContent(element, localName))
      return this.whole_?.addUnread(element, parent, 'content');
    this.depth_++;
    if (shown) inside |= boxesIn(localName, traits);
    const generates = shown && mayGenerate(localName, traits);
    if (generates) this.addGenerated(element, '::before', parent);
    const replaced = replacedChildrenOf(element, localName, traits);
    if (replaced !== null) {
      for (const child of replaced) this.readNode(child, element, parent, inside, shown);
    } else if (isClosedDetails(element, localName)) {
      for (const child of childElementsOf(element)) {
        if (isSummaryOfDetails(child)) this.readNode(child, element, parent, inside, shown);
        else this.whole_?.addUnreadNode(child, parent, 'details');
      }
    } else {
      const first = firstChildOf(element);
      if (first === null) noteChildless(element);
      else if (knowsClosedRoots) noteIfUnrendered(element);
      for (let child = first; child !== null; child = nextSiblingOf(child)) {
        this.readNode(child, element, parent, inside, shown);
      }
    }
    const owned = (traits & withOwns) !== 0 ? ownedElementsOf(element) : null;
    if (owned !== null)
      for (const child of owned) this.readElement(child, parent, inside, true);
    if (generates) this.addGenerated(element, '::after', parent);
    this.depth_--;
  }

  readNode(node, element, parent, inside, shown) {
    const type = nodeTypeOf(node);
    if (type === 1) this.readElement(node, parent, inside, false);
    else if (shown && (type === 3 || type === 4)) {
      this.addText(
          (inside & inTransform) === 0 ? withIconMarked(node.data, element) :
                                         shownText(node.data, element, this.run_.text),
          parent);
    }
  }

  addGenerated(element, pseudo, parent) {
    const text = generatedText(element, pseudo);
    if (text !== '') this.addText(text, parent);
  }

  // Measures all layout at once, at the very end.
  measure() {
    for (const {element, node} of this.frames_) {
      const box = boxOf(element);
      const hidden = (node.inside & inAriaHidden) !== 0 || (box.width <= 1 || box.height <= 1);
      node.measured.push(hidden ? '?frame=hidden' : '?frame=visible');
    }
    for (const {element, node} of this.boxes_) {
      const box = boxOf(element);
      node.measured.push(`?box=${[box.x, box.y, box.width, box.height].map(Math.round).join(',')}`);
    }
    this.whole_?.measure();
  }
}

function isPointed(element) {
  return answered(element, askCursor) === 'pointer' && element !== documentPart('body') &&
      element !== documentPart('documentElement');
}

// A pointer cursor on the whole page carries no information about the elements inside.
function pointsEverywhere() {
  const body = documentPart('body');
  const has = element =>
      element !== null && mayPoint(element, localNameOf(element), traitsAnywhere(element, localNameOf(element)));
  return body !== null && (has(body) || has(documentPart('documentElement'))) &&
      answered(body, askCursor) === 'pointer';
}

function snapshotOfToldItems(options = {}) {
  const first = firstPaintedFrames(options.firstFrame);
  return first === null ? walkDocument(options) : first.then(() => walkDocument(options));
}

expose({snapshot: snapshotOfToldItems});
