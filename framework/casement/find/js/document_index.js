// Owns what is kept of a large document from one search to the next: which elements can have a shadow root, which say a
// role, and which letters say what an element is called. Browsers make an object of this world for each element that a
// script comes by, and throw it away again: 50,000 of them take ten times as long as all questions about them. An
// observer of mutations (DOM §4.3) tells which elements have to be looked at again.

// A smaller document is searched as fast without.
const fewElements = 2000;
// What changes more than this between two searches is searched anew: following its changes would cost the page more.
const mostChanges = 1000;
// A name so long has too many pieces to look up each.
const longestLookedUp = 64;
// Where more elements than these say a role, the browser picks those with one of them as fast.
const mostRoles = 500;

// Those of the elements that have a root, asked in the way that takes browsers least: none is a form, and of an array
// they ask twice as fast as of a set.
function hostsAmong(elements, begin = 0, end = elements.length) {
  if (knowsClosedRoots) return elements.slice(begin, end).filter((element) => shadowRootOf(element) !== null);
  const hosts = [];
  for (let i = begin; i < end; ++i)
    if (elements[i].shadowRoot !== null) hosts.push(elements[i]);
  return hosts;
}

// So many take much less than a round trip.
const fewHosts = 5000;

// Nothing tells of a root that is attached (DOM §4.8, attachShadow), and to ask takes a search of 50,000 elements
// longer than all else. A search for what is to be pressed goes by the roots of the last look; the look is made while
// there is nothing else to do, and ends before the press. Whether of these elements as many have a root as before: none
// loses its own.
class HostCheck {
  asked_ = 0;
  found_ = 0;
  isPassed_ = null;

  constructor(elements, before, onMore) {
    this.elements_ = elements;
    this.before_ = before;
    this.onMore_ = onMore;
  }

  // Asks some at a time: what comes in between need not wait for all.
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

// The check that the last search left for later; null for none.
let lastHostCheck = null;

function putOffHostCheck(check) {
  lastHostCheck = check;
  check.begin();
}

// → null where the last search in this document left nothing for later
function takeHostCheck() {
  const check = lastHostCheck;
  lastHostCheck = null;
  return check;
}

class DocumentIndex {
  mayHost_ = new Set();
  mayHostInTurn_ = null;  // the same as an array
  hosts_ = null;  // those of them that had a root when all were asked; null where others have come or gone since
  withRole_ = new Set();
  // By localName, of each element its letters (dismissal.js), and of letters the elements; null stands for unknown
  // ones.
  lettersOf_ = new Map();
  byLetters_ = new Map();
  changes_ = 0;
  observer_ = new MutationObserver((records) => this.heed_(records));

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

  // Whether it says what is true now. The parser adds to a text without a record, and begins a document anew without
  // one.
  isCurrent() {
    this.heed_(this.observer_.takeRecords());
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

  // Those of the last look, and a check that tells whether there are more by now; null where nothing is known of some.
  hostsLastSeen() {
    if (this.hosts_ === null) return null;
    const check = new HostCheck(this.mayHostInTurn_, this.hosts_.length, () => this.forgetHosts_());
    return {hosts: this.hosts_, check};
  }

  forgetHosts_() { this.mayHostInTurn_ = this.hosts_ = null; }

  // In document order, what a selector of the attribute `role` means; null where that is not few.
  elementsOfRole(selector) {
    if (this.withRole_.size > mostRoles) return null;
    const found = [...this.withRole_].filter((element) => matchesSelector(element, selector));
    return found.length > fewCandidates ? null : inOrder(found, document);
  }

  // In document order, the elements of this name that a dismissal of `wanted` leaves; null where these are not few.
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

  heed_(records) {
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

  // It has come or gone.
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

// → null where there is none that is true now.
function currentIndex() {
  if (documentIndex !== null && !documentIndex.isCurrent()) {
    documentIndex.end();
    documentIndex = null;
    searchesWithout = 0;
  }
  return documentIndex;
}

// It pays from the second search on.
function indexForSearch() {
  const index = currentIndex();
  if (index !== null || isBeingParsed() || elementsNamed('*').length < fewElements || ++searchesWithout < 2)
    return index;
  documentIndex = new DocumentIndex();
  return documentIndex;
}
