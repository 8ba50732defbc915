// Owns when the elements of a large document are asked for a shadow root each. Nothing tells of a root that is attached (DOM
// §4.8, attachShadow), and to ask takes a search of 50,000 elements longer than all else. A search for what is to be
// pressed goes by the roots of the last look; the look is made while the answer is on its way, and done before the press.

// The elements that have a root, asked in the way that takes browsers least: none is a form, and of an array they ask twice as
// fast as of a set.
function hostsAmong(elements) {
  if (knowsClosedRoots) return elements.filter((element) => shadowRootOf(element) !== null);
  const hosts = [];
  for (let i = 0; i < elements.length; ++i) if (elements[i].shadowRoot !== null) hosts.push(elements[i]);
  return hosts;
}

// A check that tells whether of these elements as many have a root as before: none loses its own. It looks once.
function hostCheckOf(elements, before, onMore) {
  let isPassed = null;
  return () => {
    if (isPassed === null) {
      isPassed = hostsAmong(elements).length === before;
      if (!isPassed) onMore();
    }
    return isPassed;
  };
}

// Of the last search, where that left it for later.
let lastHostCheck = null;

function putOffHostCheck(check) {
  lastHostCheck = check;
  setTimeout(check);
}

// Whether the last search in this document knew all roots that there were; it is told once.
function knewAllHosts() {
  const check = lastHostCheck;
  lastHostCheck = null;
  return check === null || check();
}
