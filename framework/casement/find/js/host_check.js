// Owns when the elements of a large document are asked for a shadow root each. Nothing tells of a root that is attached (DOM
// §4.8, attachShadow), and to ask takes a search of 50,000 elements longer than all else. A search for what is to be
// pressed goes by the roots of the last look; the look is made while there is nothing else to do, and ends before the press.

// Those of the elements that have a root, asked in the way that takes browsers least: none is a form, and of an array they ask
// twice as fast as of a set.
function hostsAmong(elements, begin = 0, end = elements.length) {
  if (knowsClosedRoots) return elements.slice(begin, end).filter((element) => shadowRootOf(element) !== null);
  const hosts = [];
  for (let i = begin; i < end; ++i) if (elements[i].shadowRoot !== null) hosts.push(elements[i]);
  return hosts;
}

// So many take much less than a round trip.
const fewHosts = 5000;

// Whether of these elements as many have a root as before: none loses its own.
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

// Of the last search, where that left it for later.
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
