// Owns taking in what no script can read of an element: its closed shadow root (DOM §4.8), the role, label and states
// that a custom element gave itself through ElementInternals (HTML §4.13.7), and the words on the browser's own
// buttons. C++ asks the browser about the elements that internals_candidates.js names, and hands over the answers.
// Custom elements of one kind (one name, and attributes of the same names) are alike, so of each kind one is asked
// first.

const asked = new WeakSet();

const hasClosedRoot = 1;
const hasInternals = 2;
// Kind → the bits above; 0 for the plain ones.
const natureOfKind = new Map();
// localName → how many kinds of it there are.
const kindsOfName = new Map();
// A framework may give each element an attribute of its own; from then on the name is the kind.
const mostKinds = 16;

function kindOf(element, localName) {
  if (!hasAnyAttribute(element)) return localName;
  const kind = `${localName} ${attributeNamesOf(element).join(' ')}`;
  return natureOfKind.has(kind) || (kindsOfName.get(localName) ?? 0) < mostKinds ? kind : localName;
}

// `facts`: for each element { known, role, label, referenced, name, states, closed }: whether the browser could tell of
// its internals; role, label and states are null where it has no role by them. `referenced`: the label is the text of
// other elements. `name` is what the browser draws on it. `parts`: of an element that may have controls of a carousel,
// what the browser knows of them (aria/carousels.js). `roots`: the closed roots and the parts in the order of the
// elements that have some. True when a reading would now be another.
function learnElements([customCount, , ...elements], facts, roots) {
  let changed = false;
  let nextRoot = 0;
  noteAskedHosts(elements.filter((element, i) => !facts[i].closed));
  elements.forEach((element, i) => {
    const {known, role, states, closed} = facts[i];
    const localName = localNameOf(element);
    const label = drawnControls.has(localName) ? facts[i].name : facts[i].label;
    const {referenced} = facts[i];
    const kind = kindOf(element, localName);
    asked.add(element);
    if (!known) {
      if (i < customCount && !natureOfKind.has(kind)) noteUnreported(element, kind);
      if (closed) {
        learnClosedRoot(element, roots[nextRoot++]);
        changed = true;
      }
      const {parts} = facts[i];
      if (parts !== undefined && learnParts(element, parts, roots.slice(nextRoot, nextRoot += parts.length)))
        changed = true;
      return;
    }
    const isFirst = !natureOfKind.has(kind);
    let nature = natureOfKind.get(kind) ?? 0;
    if (closed) {
      nature |= hasClosedRoot;
      if (learnClosedRoot(element, roots[nextRoot++])) changed = true;
    }
    if (role !== null) nature |= hasInternals;
    if (learnInternals(element, {role, label, states, referenced})) changed = true;
    natureOfKind.set(kind, nature);
    forgetUnreported(kind);
    if (isFirst) kindsOfName.set(localName, (kindsOfName.get(localName) ?? 0) + 1);
    // Its fellows were not asked yet.
    if (isFirst && nature !== 0) changed = true;
  });
  if (changed) announceLearnt();
  return changed;
}
expose({learnElements});

const learntTellers = [];

// `tell` is called when a reading would now be another: neither a mutation nor an event says so.
function onLearnt(tell) { learntTellers.push(tell); }

function announceLearnt() {
  for (const tell of learntTellers) tell();
}
