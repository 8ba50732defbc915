// Stores parts of a walk, so that the next walk visits only elements that may be read differently now. A part is the
// reading of an element and its descendants. A part is reused if nothing in it has changed:
// - No mutation record concerns the part or its surroundings: attributes of ancestors, and children of ancestors whose
//   meaning depends on their children.
// - The browser's answers about its elements are the same (dom/answers.js), which covers styles, boxes and roots.
// - Values of controls, the focus, labels and rules of style sheets are the same.
// - The part does not depend on elements elsewhere through references, labels or frames. Elements that do are read each
//   time.
// If any of this is uncertain, the document is read in full. The result is identical, byte for byte, to a walk of the
// whole document; a specification compares the two.

// More records than this are not evaluated, so that a page that changes continuously is not slowed down.
const mostRecords = 1000;

// Elements whose meaning does not depend on their children.
const plainParents = new Set(words(`
  a article aside body div footer form header li main nav ol p section span table tbody tfoot thead ul`));

// Attributes that affect an element's content only through its style.
const isOfStyle = (name) => name === 'class' || name === 'style' || name.startsWith('data-');

// Attributes by which the whole document is searched for labels, owners, inline styles and popovers.
const isSearchedFor = new Set(words('aria-owns for hidden id popover slot style type'));

class SubtreeCache {
  number = 0;  // number of the last reading that was sent; 0 if none
  changed_ = new WeakSet();  // elements whose whole subtree the next walk must read
  inChanged_ = 0;
  mayFindOthers_ = false;  // a search of the whole document may have other results
  spared_ = 0;  // elements that this walk did not visit

  constructor(question) {
    this.question = question;
    this.observer_ = new MutationObserver((records) => this.applyMutations_(records));
    this.forget();
  }

  // Forgets all parts.
  forget() {
    this.parts_ = new Map();
    this.answers_ = new Answers();
    this.lines_ = null;
    this.records_ = 0;
    this.observer_.disconnect();
  }

  // Prepares a walk.
  begin() {
    this.applyMutations_(this.observer_.takeRecords());
    this.facts_ = this.factsOfDocument_();
    if (!this.canGoOn_()) this.forget();
    else this.takeIn_();
    this.records_ = 0;
    this.mayFindOthers_ = false;
    this.spared_ = 0;
    noteAnswersIn(this.answers_);
  }

  // Searches the whole document again only if a record may have changed the results.
  factsOfDocument_() {
    const before = this.lines_ === null || this.mayFindOthers_ ? null : this.before_;
    const styled = before?.styled ?? styledInline(document);
    const hints = hintsOfSheets(styled);
    if (before !== null) {
      goByLabels(before.labels);
      goByNoOwners();
    }
    return {
      top: documentPart('documentElement'),
      designed: designedBody(),
      scriptsOff: scriptsAreOff(),
      focused: focusedElement(),
      sheets: filedSheets.inUse(),
      hints,
      styled,
      labels: labelsIn(document),
      stateful: before?.stateful ?? statefulIn(document),
      hasUntold: before?.hasUntold ?? hasUntold(document),
    };
  }

  canGoOn_() {
    const {facts_: now, before_: before} = this;
    return this.lines_ !== null && !isBeingParsed() && this.isWithin_(now.hints) && now.top === before.top &&
        now.designed === before.designed && now.scriptsOff === before.scriptsOff && areSame(now.sheets, before.sheets);
  }

  // Whether parts of this document can be stored at all.
  isWithin_({unknown, possible}) {
    return notedRoots.size === 1 && notedRoots.has(document) && !knowsInternals && !knowsClosedRoots && unknown === 0 &&
        (possible & skipping) === 0 && ownershipIn(document) === null;
  }

  takeIn_() {
    const {facts_: now, before_: before, answers_: answers} = this;
    for (const element of answers.changed()) this.invalidateSubtree_(element);
    for (const element of answers.uncached) this.invalidate_(element);
    answers.uncached.clear();
    for (const element of [now.focused, before.focused])
      if (element !== null) this.invalidate_(element);
    this.takeInDifferences_(now.hints.marked, before.hints.marked, (one, other) => one === other);
    this.takeInDifferences_(now.labels, before.labels, areSame);
    for (const {element, held} of before.states)
      if (!areSame(stateIn(element), held)) this.invalidateSubtree_(element);
  }

  takeInDifferences_(now, before, areEqual) {
    for (const [element, value] of now) {
      const earlier = before.get(element);
      if (earlier === undefined || !areEqual(value, earlier)) this.invalidate_(element);
    }
    for (const element of before.keys())
      if (!now.has(element)) this.invalidate_(element);
  }

  // Drops the parts of the element and its ancestors. Parts of its descendants remain valid.
  invalidate_(element) {
    for (let at = element; at !== null; at = parentNodeOf(at)) this.parts_.delete(at);
  }

  invalidateSubtree_(element) {
    this.changed_.add(element);
    this.invalidate_(element);
  }

  // Drops the parts that the changes in `records` may affect.
  applyMutations_(records) {
    if (this.lines_ === null) return;
    this.records_ += records.length;
    if (this.records_ > mostRecords) return this.forget();
    for (const {type, target, attributeName, addedNodes, removedNodes} of records) {
      const element = type === 'characterData' ? parentNodeOf(target) : target;
      if (element === null || nodeTypeOf(element) !== 1) continue;
      const isPlain = type === 'attributes' ? isOfStyle(attributeName) : plainParents.has(localNameOf(element));
      if (isPlain) this.invalidate_(element);
      else this.invalidateSubtree_(element);
      if (type === 'attributes') this.mayFindOthers_ ||= isSearchedFor.has(attributeName);
      if (type !== 'childList') continue;
      for (let i = 0; i < removedNodes.length; ++i) this.dropSubtree_(removedNodes[i]);
      for (let i = 0; i < addedNodes.length; ++i) this.dropSubtree_(addedNodes[i]);
    }
  }

  // Added nodes may have been elsewhere in the document before.
  dropSubtree_(node) {
    if (nodeTypeOf(node) !== 1) return;
    this.mayFindOthers_ = true;
    for (const element of [node, ...arrayOf(allMatching(node, '*'))]) {
      this.parts_.delete(element);
      this.answers_.forget(element);
    }
    if (++this.records_ > mostRecords) this.forget();
  }

  // Called instead of walk.readAnew: reuses the stored part of the element if possible.
  read(walk, element, parent, inside, owned) {
    const isBetween = walk.isBetweenTexts();
    const part = this.parts_.get(element);
    if (part !== undefined) {
      if (isBetween && this.inChanged_ === 0 && part.inside === inside && !owned &&
          walk.count + part.count <= walk.maxNodes_) {
        walk.count += part.count;
        walk.parked += part.parked;
        this.spared_ += part.count;
        for (const node of part.nodes) parent.children.push(node);
        return;
      }
      this.parts_.delete(element);
    }
    const {count, parked} = walk, begin = parent.children.length;
    // The content may depend on the element's role, and the role on its name.
    const isChanged = this.changed_.delete(element) || this.turns_(element);
    if (isChanged) ++this.inChanged_;
    walk.readAnew(element, parent, inside, owned);
    if (isChanged) --this.inChanged_;
    if (isBetween && !owned && walk.isBetweenTexts()) {
      this.parts_.set(
          element,
          {inside, count: walk.count - count, parked: walk.parked - parked, nodes: parent.children.slice(begin)});
    }
  }

  turns_(element) {
    if (this.answers_.hangsOnName(element)) hasName(element);
    return this.answers_.hasTurned(element);
  }

  // Facts that recordState need not compute again.
  known() { return this.lines_ === null ? null : this.before_; }

  // Ends a walk, and returns the lines to send.
  end(walk, lines) {
    noteAnswersIn(null);
    this.answers_.finish();
    const told = this.lines_ === null ? [`~${this.number}\t-1\t-1\t${walk.count}`, ...lines] :
                                        this.difference_(lines, walk.count - this.spared_);
    this.before_ = {...this.facts_, states: withStates(this.facts_.stateful)};
    this.facts_ = null;
    this.lines_ = lines;
    if (this.answers_.uncached.has(document) || walk.left > 0 || isBeingParsed() || !this.isWithin_(this.before_.hints))
      this.forget();
    else this.observer_.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    return told;
  }

  // The first line has the numbers of unchanged lines at the beginning and at the end; the header and the changed lines
  // follow.
  difference_(lines, walked) {
    const before = this.lines_;
    const most = Math.min(before.length, lines.length) - 1;
    let begin = 1;
    while (begin < most && before[begin] === lines[begin]) ++begin;
    let end = 1;  // the last line is empty
    while (end <= most - begin && before[before.length - 1 - end] === lines[lines.length - 1 - end]) ++end;
    return [
      `~${this.number}\t${begin - 1}\t${end - 1}\t${walked}`, lines[0], ...lines.slice(begin, lines.length - end), ''
    ];
  }
}

// The parts of the last snapshot's walk, if any.
let keptParts = null;

// `parts`: { base, number }: the number of the caller's last reading, 0 if none, and the number for this reading.
function walkWithParts(options, finish) {
  const {question, parts: {base, number}} = options;
  let parts = keptParts;
  keptParts = null;
  if (parts === null || parts.question !== question || parts.number !== base) {
    parts?.forget();
    parts = new SubtreeCache(question);
  }
  parts.number = number;
  try {
    const told = walkDocument(options, finish, parts);
    keptParts = parts;
    return told;
  } finally {
    noteAnswersIn(null);
    if (keptParts === null) parts.forget();
  }
}

offerParts(walkWithParts);
