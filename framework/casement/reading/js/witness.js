// Owns the witness of a reading: what is looked at to tell that a walk would read the same again. It looks at what
// leaves neither a count of styles computed nor one of layouts, which C++ compares (reading/reading_witness.h). Where
// it cannot tell, it says no.
//
// What a walk reads, and what would tell that it is another:
// - the tree, attributes, text, URL, title: mutation records of each root that was read, and the URL and title
// themselves;
// - computed styles, boxes, what stands in which slot, shadow roots that are attached: the counts, after a flush;
// - what controls hold and popovers are, the focus, designMode: no record tells, so they are compared one by one;
// - whether elements are parked (css/parked.js): the counts, and no scrolling;
// - what animations move: nothing is told while one runs;
// - where the whole tree is read, boxes too: they move by scrolling, which computes nothing, so where all that can be
// scrolled
//   stands is compared; and which elements host a root, also an empty one;
// - hidden elements that a name was read from: Chrome computes their styles for who asks, and does not count that, so
// what was
//   read of them is asked again;
// - what only the browser knows (internals, closed roots, controls of carousels) or a frame's document (embed, object):
// such a document has no witness,
//   nor has one with elements that are not defined yet; what is learnt meanwhile ends it.

// More hidden elements than these are not asked again.
const mostHidden = 200;
const statefulElements = 'input,select,textarea,option,[popover]';

// { question, roots, states, hidden, document, whole } of the last walk that could be witnessed: of that for a
// snapshot, and that for the whole tree.
const witnesses = new Map();
const mutations = new MutationObserver(endWitness);

// A page that goes on changing is not slowed down: nobody observes it any more until the next walk.
function endWitness() {
  if (witnesses.size === 0) return;
  witnesses.clear();
  mutations.disconnect();
}

onLearnt(endWitness);

// A number, for which boxes are computed as for a box, which would be one more object.
const topEdgeGetter = getterOf(Element.prototype, 'clientTop');

// All at once, so that the walk finds nothing left to be computed.
function flushStyles() {
  const top = documentPart('documentElement');
  if (top !== null) topEdgeGetter.call(top);
}

function isAnimated(root) {
  for (const {playState, pending} of root.getAnimations())
    if (playState === 'running' || pending) return true;
  return false;
}

function stateOf(control) {
  switch (localNameOf(control)) {
    case 'input': {
      const {value, checked, indeterminate, type, files} = control;
      return [value, checked, indeterminate, type, ...(files === null ? [] : arrayOf(files))];
    }
    case 'select':
      return [
        control.selectedIndex, matchesSelector(control, openSelector),
        ...(control.multiple ? arrayOf(control.selectedOptions) : [])
      ];
    case 'textarea':
      return [control.value];
    case 'option':
      return [control.selected];
    default:
      return [];
  }
}

function statefulIn(root) {
  const isSelects = (element) => localNameOf(element) === 'option' && closestOf(element, 'select') !== null;
  return arrayOf(allMatching(root, statefulElements), isSelects);
}

const withStates = (elements) => elements.map((element) => ({element, held: stateIn(element)}));

// Of an element that is of HTML: of another one its name says nothing.
function stateIn(element) {
  const state = namespaceOf(element) === htmlNamespace ? stateOf(element) : [];
  if (hasAttributeNamed(element, 'popover')) state.push(matchesSelector(element, openPopoverSelector));
  return state;
}

// In a hidden element and all that is in it; null where that is more than is to be asked each time.
function hiddenStates(roots) {
  const hidden = [...new Set(roots.flatMap((root) => [root, ...elementsBelow(root)]))];
  return hidden.length > mostHidden ? null : hidden.map((element) => ({element, held: hiddenState(element)}));
}

function hiddenState(element) {
  const {display, visibility, textTransform} = styleOf(element);
  const state = [shadowRootOf(element), display, visibility, textTransform];
  if (localNameOf(element) === 'slot') state.push(...element.assignedNodes());
  for (const pseudo of ['::before', '::after']) {
    const style = pseudoStyleOf(element, pseudo);
    if (style.content !== 'none')
      state.push(pseudo, style.content, style.display, style.visibility, style.textTransform);
  }
  return state;
}

const areSame = (one, other) => one.length === other.length && one.every((value, i) => Object.is(value, other[i]));

function documentState(roots) {
  return [
    documentPart('URL'), documentPart('title'), focusedElement(), designedBody(), scriptsAreOff(),
    ...roots.map((root) => root.referenceTarget ?? null)
  ];
}

const [scrollHeightGetter, clientHeightGetter, scrollWidthGetter, clientWidthGetter] =
    words('scrollHeight clientHeight scrollWidth clientWidth').map((name) => getterOf(Element.prototype, name));

// What can be scrolled, wherever it stands now: what is larger inside than outside.
function scrollable(elements) {
  return elements.filter(
      (element) => scrollHeightGetter.call(element) > clientHeightGetter.call(element) ||
          scrollWidthGetter.call(element) > clientWidthGetter.call(element));
}

function wholeState({scrolled, hosts}) {
  const state = viewportFacts();
  for (const element of scrolled) state.push(elementPart(element, 'scrollTop'), elementPart(element, 'scrollLeft'));
  for (const element of hosts) state.push(shadowRootOf(element));
  return state;
}

function witnessOfWhole(whole) {
  if (whole === null) return null;
  const elements = whole.readElements();
  const watched = {scrolled: scrollable(elements), hosts: elements.filter((element) => canHost(localNameOf(element)))};
  return {watched, held: wholeState(watched)};
}

// What only the browser knows, or a frame's document.
const hasUntold = (root) => allMatching(root, 'embed,object,:not(:defined)').length > 0;

// After a walk, before what it knows is forgotten. `parts`: what was kept of it, or null.
function takeWitness(kind, question, whole, parts) {
  if (mutations.takeRecords().length > 0) endWitness();
  witnesses.delete(kind);
  if (witnesses.size === 0) mutations.disconnect();
  const roots = [...notedRoots];
  if (hasNewCandidates() || unreportedKinds.size > 0 || knowsInternals || knowsStandIns || !notedRoots.has(document))
    return;
  if (roots.some(isAnimated) || (parts?.hasUntold ?? roots.some(hasUntold))) return;
  const hidden = hiddenStates([...readUnseen].filter((element) => !hasBox(element) && isHiddenForAll(element)));
  if (hidden === null) return;
  for (const root of roots)
    mutations.observe(root, {subtree: true, childList: true, attributes: true, characterData: true});
  witnesses.set(kind, {
    question,
    roots,
    states: parts?.states ?? withStates(roots.flatMap(statefulIn)),
    hidden,
    document: documentState(roots),
    whole: witnessOfWhole(whole)
  });
}

function isAsWitnessed(kind, question) {
  // Records that are taken here are told to nobody else.
  if (mutations.takeRecords().length > 0) endWitness();
  const witness = witnesses.get(kind);
  if (witness === undefined || witness.question !== question) return false;
  const {roots, states, hidden, document: state, whole} = witness;
  if (whole !== null && !areSame(wholeState(whole.watched), whole.held)) return false;
  if (!areSame(documentState(roots), state) || roots.some(isAnimated)) return false;
  for (const {element, held} of states)
    if (!areSame(stateIn(element), held)) return false;
  for (const {element, held} of hidden)
    if (!areSame(hiddenState(element), held)) return false;
  return true;
}

// Closed roots that come late leave no trace: the number says of how many elements the browser is to be asked again.
function unchangedReading() {
  beginCandidates(pacesOfRoots.unchanged);
  return `=${countCandidates()}`;
}

// A snapshot, or that the walk which answered the same question would read the same now, as far as it can be told here.
// `walks`: nobody wants to know. `parts`: as walkWithParts has it; undefined where nothing is to be kept of the walk.
function judgedSnapshot(options) {
  const {question, walks, whole = null, parts} = options;
  const kind = whole === null ? 'snapshot' : 'whole';
  flushStyles();
  if (!walks && isAsWitnessed(kind, question)) return unchangedReading();
  const finish = (read, kept) => takeWitness(kind, question, read, kept);
  return parts === undefined ? walkDocument(options, finish) : walkInParts(options, finish);
}

let walkInParts = walkDocument;

// `walk` takes over what is asked with `parts`, which no first question is.
function offerParts(walk) { walkInParts = walk; }

expose({judgedSnapshot, flushStyles});
