// Caches data about a large document from one search to the next: which elements can have a shadow root, which have a
// `role`, and which letters their names contain. Browsers make an object of this world for each element that a script
// touches, and discard it again: 50,000 of them take ten times as long as all questions about them. A mutation observer
// (DOM §4.3) reports which elements have to be read again.

// A smaller document is searched as fast without an index.
const fewElements = 2000;
// More changes than this between two searches end the index, because following them would cost the page more.
const mostChanges = 1000;
// A longer name has too many substrings to look up each.
const longestLookedUp = 64;
// If more elements than this have a `role`, the browser selects the elements of one role as fast.
const mostRoles = 500;

// Returns the elements that have a shadow root, as fast as possible: the property can be read directly because no
// element is a form, and an array is twice as fast as a set.
function hostsAmong(elements, begin = 0, end = elements.length) {
  if (knowsClosedRoots) return elements.slice(begin, end).filter((element) => shadowRootOf(element) !== null);
  const hosts = [];
  for (let i = begin; i < end; ++i)
    if (elements[i].shadowRoot !== null) hosts.push(elements[i]);
  return hosts;
}

// Checking this many elements takes much less than a round trip.
const fewHosts = 5000;

// Checks whether more of these elements have a shadow root than before; no element loses its root. No event reports a
// new root (DOM §4.8, attachShadow), and for 50,000 elements this check takes longer than the rest of a search. So a
// search before a press uses the roots of the last look. The check runs while there is nothing else to do, and ends
// before the press.
class HostCheck {
  asked_ = 0;
  found_ = 0;
  isPassed_ = null;

  constructor(elements, before, onMore) {
    this.elements_ = elements;
    this.before_ = before;
    this.onMore_ = onMore;
  }

  // Checks some elements at a time, so that other tasks need not wait for all.
  begin() {
    setTimeout(() => {
      if (this.asked_ + fewHosts >= this.elements_.length) return void this.isPassed();
      this.ask_(this.asked_ + fewHosts);
      this.begin();
    });
  }

  isPassed() {
    if (this.isPassed_ !== null) return this.isPassed_;
    this.ask_(this.elements_.length);
    this.isPassed_ = this.found_ === this.before_;
    if (!this.isPassed_) this.onMore_();
    return this.isPassed_;
  }

  ask_(end) {
    this.found_ += hostsAmong(this.elements_, this.asked_, end).length;
    this.asked_ = end;
  }
}

// The check that the last search put off, or null.
let lastHostCheck = null;

function putOffHostCheck(check) {
  lastHostCheck = check;
  check.begin();
}

// → null if the last search in this document put off nothing
function takeHostCheck() {
  const check = lastHostCheck;
  lastHostCheck = null;
  return check;
}

class DocumentIndex {
  mayHost_ = new Set();
  mayHostInTurn_ = null;  // as an array
  hosts_ = null;  // elements with a root at the last look; null if elements were added or removed since
  withRole_ = new Set();
  // By localName: the letters of each element (dismissal.js), and the elements with these letters. null stands for
  // unknown letters.
  lettersOf_ = new Map();
  byLetters_ = new Map();
  changes_ = 0;
  observer_ = new MutationObserver((records) => this.applyMutations_(records));

  constructor() {
    this.root_ = documentPart('documentElement');
    for (const element of arrayOf(elementsNamed('*')))
      if (canHost(localNameOf(element))) this.mayHost_.add(element);
    for (const element of arrayOf(allMatching(document, '[role]'))) this.withRole_.add(element);
    this.observer_.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['aria-label', 'aria-labelledby', 'title', 'role']
    });
  }

  // Whether the index matches the document. The parser extends a text without a mutation record, and also begins a
  // document anew without a record.
  isCurrent() {
    this.applyMutations_(this.observer_.takeRecords());
    if (this.changes_ > mostChanges || isBeingParsed() || documentPart('documentElement') !== this.root_) return false;
    this.changes_ = 0;
    return true;
  }

  end() {
    this.observer_.disconnect();
    this.changes_ = Infinity;
    this.mayHost_.clear();
    this.forgetHosts_();
    this.withRole_.clear();
    this.lettersOf_.clear();
    this.byLetters_.clear();
  }

  hosts() {
    this.mayHostInTurn_ ??= [...this.mayHost_];
    return this.hosts_ = hostsAmong(this.mayHostInTurn_);
  }

  // Returns the hosts of the last look, and a check for new hosts; null if elements were added or removed since.
  hostsLastSeen() {
    if (this.hosts_ === null) return null;
    const check = new HostCheck(this.mayHostInTurn_, this.hosts_.length, () => this.forgetHosts_());
    return {hosts: this.hosts_, check};
  }

  forgetHosts_() { this.mayHostInTurn_ = this.hosts_ = null; }

  // Returns the elements that a selector of the attribute `role` matches, in document order; null if there are many.
  elementsOfRole(selector) {
    if (this.withRole_.size > mostRoles) return null;
    const found = [...this.withRole_].filter((element) => matchesSelector(element, selector));
    return found.length > fewCandidates ? null : inOrder(found, document);
  }

  // Returns the elements of this name that a dismissal of `wanted` leaves, in document order; null if there are many.
  elementsThatMaySay(wanted, localName, hosts) {
    if (wanted.length > longestLookedUp) return null;
    const byLetters = this.readLetters_(localName);
    const found = new Set();
    const add = (elements) => {
      for (const element of elements) found.add(element);
    };
    const unknown = byLetters.get(null);
    if (unknown !== undefined) {
      if (unknown.size > fewCandidates) return null;
      add(unknown);
    }
    add(byLetters.get('') ?? []);
    for (let begin = 0; begin < wanted.length; ++begin) {
      for (let end = begin + 1; end <= wanted.length; ++end) {
        const elements = byLetters.get(wanted.slice(begin, end));
        if (elements !== undefined) add(elements);
      }
      if (found.size > fewCandidates) return null;
    }
    const isNamedByOthers = (element) => localNameOf(element) === localName;
    if (localName === 'button') add([...labelsIn(document).keys()].filter(isNamedByOthers));
    add(hosts.filter(isNamedByOthers));
    return found.size > fewCandidates ? null : inOrder([...found], document);
  }

  readLetters_(localName) {
    let byLetters = this.byLetters_.get(localName);
    if (byLetters === undefined) {
      byLetters = new Map();
      this.lettersOf_.set(localName, new Map());
      this.byLetters_.set(localName, byLetters);
      for (const element of arrayOf(elementsNamed(localName)))
        this.fileLetters_(element, localName, ownLetters(element, localName));
    }
    return byLetters;
  }

  fileLetters_(element, localName, letters) {
    this.lettersOf_.get(localName).set(element, letters);
    const byLetters = this.byLetters_.get(localName);
    const others = byLetters.get(letters);
    if (others === undefined) byLetters.set(letters, new Set([element]));
    else others.add(element);
  }

  forgetLetters_(element, localName) {
    const lettersOf = this.lettersOf_.get(localName);
    const letters = lettersOf.get(element);
    if (!lettersOf.delete(element)) return false;
    const others = this.byLetters_.get(localName).get(letters);
    others.delete(element);
    if (others.size === 0) this.byLetters_.get(localName).delete(letters);
    return true;
  }

  applyMutations_(records) {
    for (const {type, target, addedNodes, removedNodes} of records) {
      if (++this.changes_ > mostChanges) return this.end();
      this.lookAgain_(type === 'characterData' ? parentNodeOf(target) : target);
      if (type === 'childList')
        for (const nodes of [addedNodes, removedNodes]) this.placeAll_(nodes);
    }
  }

  lookAgain_(element) {
    if (element === null || nodeTypeOf(element) !== 1) return;
    this.placeRole_(element);
    const localName = localNameOf(element);
    if (!this.lettersOf_.has(localName) || !this.forgetLetters_(element, localName)) return;
    this.fileLetters_(element, localName, ownLetters(element, localName));
  }

  placeAll_(nodes) {
    for (let i = 0; i < nodes.length; ++i) {
      if (nodeTypeOf(nodes[i]) !== 1) continue;
      const inside = elementPrototype.getElementsByTagName.call(nodes[i], '*');
      this.changes_ += inside.length;
      if (this.changes_ > mostChanges) return;
      this.place_(nodes[i]);
      for (const element of arrayOf(inside)) this.place_(element);
    }
  }

  placeRole_(element, isHere = rootOf(element) === document) {
    if (isHere && hasAttributeNamed(element, 'role')) this.withRole_.add(element);
    else this.withRole_.delete(element);
  }

  // Updates the index for an element that was added or removed.
  place_(element) {
    const localName = localNameOf(element);
    const isHere = rootOf(element) === document;
    this.placeRole_(element, isHere);
    this.forgetHosts_();
    if (!isHere) this.mayHost_.delete(element);
    else if (canHost(localName)) this.mayHost_.add(element);
    if (!this.lettersOf_.has(localName)) return;
    this.forgetLetters_(element, localName);
    if (isHere && elementPart(element, 'prefix') === null)
      this.fileLetters_(element, localName, ownLetters(element, localName));
  }
}

let documentIndex = null;
let searchesWithout = 0;

// → the index, or null if there is none or the document has changed too much
function currentIndex() {
  if (documentIndex !== null && !documentIndex.isCurrent()) {
    documentIndex.end();
    documentIndex = null;
    searchesWithout = 0;
  }
  return documentIndex;
}

// Makes the index at the second search, because one search does not pay for it.
function indexForSearch() {
  const index = currentIndex();
  if (index !== null || isBeingParsed() || elementsNamed('*').length < fewElements || ++searchesWithout < 2)
    return index;
  documentIndex = new DocumentIndex();
  return documentIndex;
}
