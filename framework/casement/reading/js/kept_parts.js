// Owns what is kept of a walk so that the next one comes by only what may be read differently now. A part is what an
// element and all in it has come to. It is used again where nothing in it has changed:
// - no record of mutations tells of it, nor of what it hangs on around it: attributes of elements around it, and
// children of
//   those that mean something by which children they have;
// - what the browser was asked about its elements has the same answers (dom/answers.js), which tells of styles, boxes
// and roots;
// - what controls hold, the focus, the labels and the rules of style sheets are what they were;
// - it does not hang on elements elsewhere, by references, labels or frames: elements that do are read each time.
// Where any of that cannot be told the document is read in full. What comes out is, to the letter, what a walk of the
// whole document says; a specification compares the two.

// Records of more changes are not worth following, and a page that goes on changing is not slowed down.
const mostRecords = 1000;

// They mean the same whichever children they have.
const plainParents = new Set(words(`
  a article aside body div footer form header li main nav ol p section span table tbody tfoot thead ul`));

// These say nothing about what is in an element but by how it is styled.
const isOfStyle = (name) => name === 'class' || name === 'style' || name.startsWith('data-');

// By these the whole document is searched for labels, owners, inline styles and popovers.
const isSearchedFor = new Set(words('aria-owns for hidden id popover slot style type'));

class KeptParts {
  number = 0;  // of the reading that the browser has; 0 for none
  changed_ = new WeakSet();  // all in these is to be read, once a walk comes by
  inChanged_ = 0;
  mayFindOthers_ = false;  // who searches the whole document as before
  spared_ = 0;  // elements that this walk did not come by

  constructor(question) {
    this.question = question;
    this.observer_ = new MutationObserver((records) => this.heed_(records));
    this.forget();
  }

  // It has nothing to go by.
  forget() {
    this.parts_ = new Map();
    this.answers_ = new Answers();
    this.lines_ = null;
    this.records_ = 0;
    this.observer_.disconnect();
  }

  // A walk begins.
  begin() {
    this.heed_(this.observer_.takeRecords());
    this.facts_ = this.factsOfDocument_();
    if (!this.canGoOn_()) this.forget();
    else this.takeIn_();
    this.records_ = 0;
    this.mayFindOthers_ = false;
    this.spared_ = 0;
    noteAnswersIn(this.answers_);
  }

  // What the whole document is searched for is searched for again only where a record could tell of other answers.
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

  // Whether the document is one of which parts can be kept.
  isWithin_({unknown, possible}) {
    return notedRoots.size === 1 && notedRoots.has(document) && !knowsInternals && !knowsClosedRoots && unknown === 0 &&
        (possible & skipping) === 0 && ownershipIn(document) === null;
  }

  takeIn_() {
    const {facts_: now, before_: before, answers_: answers} = this;
    for (const element of answers.changed()) this.readAll_(element);
    for (const element of answers.uncached) this.readAgain_(element);
    answers.uncached.clear();
    for (const element of [now.focused, before.focused])
      if (element !== null) this.readAgain_(element);
    this.takeInDifferences_(now.hints.marked, before.hints.marked, (one, other) => one === other);
    this.takeInDifferences_(now.labels, before.labels, areSame);
    for (const {element, held} of before.states)
      if (!areSame(stateIn(element), held)) this.readAll_(element);
  }

  takeInDifferences_(now, before, areEqual) {
    for (const [element, value] of now) {
      const earlier = before.get(element);
      if (earlier === undefined || !areEqual(value, earlier)) this.readAgain_(element);
    }
    for (const element of before.keys())
      if (!now.has(element)) this.readAgain_(element);
  }

  // The element itself, what stands around it with it; not all that is in it.
  readAgain_(element) {
    for (let at = element; at !== null; at = parentNodeOf(at)) this.parts_.delete(at);
  }

  readAll_(element) {
    this.changed_.add(element);
    this.readAgain_(element);
  }

  heed_(records) {
    if (this.lines_ === null) return;
    this.records_ += records.length;
    if (this.records_ > mostRecords) return this.forget();
    for (const {type, target, attributeName, addedNodes, removedNodes} of records) {
      const element = type === 'characterData' ? parentNodeOf(target) : target;
      if (element === null || nodeTypeOf(element) !== 1) continue;
      const isPlain = type === 'attributes' ? isOfStyle(attributeName) : plainParents.has(localNameOf(element));
      if (isPlain) this.readAgain_(element);
      else this.readAll_(element);
      if (type === 'attributes') this.mayFindOthers_ ||= isSearchedFor.has(attributeName);
      if (type !== 'childList') continue;
      for (let i = 0; i < removedNodes.length; ++i) this.forgetAll_(removedNodes[i]);
      for (let i = 0; i < addedNodes.length; ++i) this.forgetAll_(addedNodes[i]);
    }
  }

  // One that has come may have been somewhere else before.
  forgetAll_(node) {
    if (nodeTypeOf(node) !== 1) return;
    this.mayFindOthers_ = true;
    for (const element of [node, ...arrayOf(allMatching(node, '*'))]) {
      this.parts_.delete(element);
      this.answers_.forget(element);
    }
    if (++this.records_ > mostRecords) this.forget();
  }

  // In place of walk.readAnew, where that is not needed.
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
    // What is in it may hang on its role, and that on its name.
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

  // What a witness of the walk need not find out once more.
  known() { return this.lines_ === null ? null : this.before_; }

  // A walk has ended. → what is told of it
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

  // Behind the header: how many lines stay at the begin and at the end, and what stands between them now.
  difference_(lines, walked) {
    const before = this.lines_;
    const most = Math.min(before.length, lines.length) - 1;
    let begin = 1;
    while (begin < most && before[begin] === lines[begin]) ++begin;
    let end = 1;  // behind the last one stands an empty line
    while (end <= most - begin && before[before.length - 1 - end] === lines[lines.length - 1 - end]) ++end;
    return [
      `~${this.number}\t${begin - 1}\t${end - 1}\t${walked}`, lines[0], ...lines.slice(begin, lines.length - end), ''
    ];
  }
}

// Of the last walk for a snapshot of which parts were to be kept.
let keptParts = null;

// `parts`: { base, number }: the number of the reading that whoever asks has, 0 for none, and the one that this gets.
function walkWithParts(options, finish) {
  const {question, parts: {base, number}} = options;
  let parts = keptParts;
  keptParts = null;
  if (parts === null || parts.question !== question || parts.number !== base) {
    parts?.forget();
    parts = new KeptParts(question);
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
