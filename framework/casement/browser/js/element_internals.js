// Owns the data of elements that scripts cannot read: closed shadow roots (DOM §4.8), the role, label and states that a
// custom element set through ElementInternals (HTML §4.13.7), and the texts of the browser's own buttons. C++ queries
// the browser about the elements that internals_candidates.js names, and passes the answers on. Custom elements of one
// kind (same name, same attribute names) are alike, so one element of each kind is queried first.

const asked = new WeakSet();

const hasClosedRoot = 1;
const hasInternals = 2;
// Kind → the bits above; 0 for plain kinds.
const natureOfKind = new Map();
// localName → the number of kinds with this name.
const kindsOfName = new Map();
// A framework may give each element a unique attribute; beyond this limit the name alone is the kind.
const mostKinds = 16;

function kindOf(element, localName) {
  if (!hasAnyAttribute(element)) return localName;
  const kind = `${localName} ${attributeNamesOf(element).join(' ')}`;
  return natureOfKind.has(kind) || (kindsOfName.get(localName) ?? 0) < mostKinds ? kind : localName;
}

// `facts`: for each element { known, role, label, referenced, name, states, closed }. `known`: whether the browser
// reported the internals. The role, label and states are null if the internals set no role. `referenced`: the label is
// the text of other elements. `name`: the text that the browser draws on the element. `parts`: for a possible carousel,
// the browser's data about the controls (aria/carousels.js). `roots`: the closed roots and the parts, in the order of
// the elements that have some. Returns true if a new reading would differ.
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
    // The other elements of this kind were not queried yet.
    if (isFirst && nature !== 0) changed = true;
  });
  if (changed) announceLearnt();
  return changed;
}
expose({learnElements});

const learntTellers = [];

// Calls `tell` when a new reading would differ, because neither a mutation nor an event reports this.
function onLearnt(tell) { learntTellers.push(tell); }

function announceLearnt() {
  for (const tell of learntTellers) tell();
}
