// Checks whether a walk would give the same reading again. Looks at changes that affect neither Chrome's count of
// computed styles nor its count of layouts, which C++ compares (reading/change_detector.h). In doubt, the answer is no.
//
// The input of a walk, and how a change of each part is detected:
// - The tree, attributes, text, URL and title: by mutation records of each root that was read, and by comparing URL and
//   title.
// - Computed styles, boxes, slot assignment and attached shadow roots: by the counts, after a flush.
// - Values of controls, popovers, the focus and designMode: compared one by one, because no record reports these.
// - Parked elements (css/parked.js): by the counts; scrolling does not affect them.
// - Animations: no state is recorded while one runs.
// - For the whole tree, boxes too. Scrolling moves boxes without any computation, so all scroll positions are compared.
//   Hosts of shadow roots, even of empty ones, are compared too.
// - Hidden elements whose name was read: Chrome computes their styles on demand, without counting. Therefore the values
//   that were read are compared.
// - Facts that only the browser knows (internals, closed roots, controls of carousels), a frame's document (embed,
//   object), and undefined custom elements: the state of a document with any of these is not recorded. New facts of
//   this kind end the recording.

// The state of a document with more hidden elements than this is not recorded.
const mostHidden = 200;
const statefulElements = 'input,select,textarea,option,[popover]';

// { question, roots, states, hidden, document, whole } of the last walk that was recorded: one entry for snapshots, one
// for the whole tree.
const recordedStates = new Map();
const mutations = new MutationObserver(forgetStates);

// Stops observing until the next walk, so that a page that changes continuously is not slowed down.
function forgetStates() {
  if (recordedStates.size === 0) return;
  recordedStates.clear();
  mutations.disconnect();
}

onLearnt(forgetStates);
onPainted(forgetStates);

// A cheap property whose value needs layout; a number, because a box would be an additional object.
const topEdgeGetter = getterOf(Element.prototype, 'clientTop');

// Computes all pending styles and boxes at once, so that the walk triggers no computation.
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

// The name of an element outside HTML has no meaning here.
function stateIn(element) {
  const state = namespaceOf(element) === htmlNamespace ? stateOf(element) : [];
  if (hasAttributeNamed(element, 'popover')) state.push(matchesSelector(element, openPopoverSelector));
  return state;
}

// The state of hidden elements and their descendants; null if there are too many to compare each time.
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

// Elements that can be scrolled: the content is larger than the box.
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

function recordWhole(whole) {
  if (whole === null) return null;
  const elements = whole.readElements();
  const watched = {scrolled: scrollable(elements), hosts: elements.filter((element) => canHost(localNameOf(element)))};
  return {watched, held: wholeState(watched)};
}

// Facts that only the browser knows, or a frame's document.
const hasUntold = (root) => allMatching(root, 'embed,object,:not(:defined)').length > 0;

// Called after a walk, before its caches are cleared. `parts`: the facts of stored parts, or null.
function recordState(kind, question, whole, parts) {
  if (mutations.takeRecords().length > 0) forgetStates();
  recordedStates.delete(kind);
  if (recordedStates.size === 0) mutations.disconnect();
  const roots = [...notedRoots];
  if (hasNewCandidates() || unreportedKinds.size > 0 || knowsInternals || knowsStandIns || paintedCanvases.size > 0 ||
      !notedRoots.has(document))
    return;
  if (roots.some(isAnimated) || (parts?.hasUntold ?? roots.some(hasUntold))) return;
  const hidden = hiddenStates([...readUnseen].filter((element) => !hasBox(element) && isHiddenForAll(element)));
  if (hidden === null) return;
  for (const root of roots)
    mutations.observe(root, {subtree: true, childList: true, attributes: true, characterData: true});
  recordedStates.set(kind, {
    question,
    roots,
    states: parts?.states ?? withStates(roots.flatMap(statefulIn)),
    hidden,
    document: documentState(roots),
    whole: recordWhole(whole)
  });
}

function isUnchanged(kind, question) {
  // takeRecords removes the records, so the observer's callback will not get them.
  if (mutations.takeRecords().length > 0) forgetStates();
  const recorded = recordedStates.get(kind);
  if (recorded === undefined || recorded.question !== question) return false;
  const {roots, states, hidden, document: state, whole} = recorded;
  if (whole !== null && !areSame(wholeState(whole.watched), whole.held)) return false;
  if (!areSame(documentState(roots), state) || roots.some(isAnimated)) return false;
  for (const {element, held} of states)
    if (!areSame(stateIn(element), held)) return false;
  for (const {element, held} of hidden)
    if (!areSame(hiddenState(element), held)) return false;
  return true;
}

// Closed roots attached late leave no trace. The number counts the elements about which the browser must be asked
// again.
function unchangedReading() {
  beginCandidates(pacesOfRoots.unchanged);
  return `=${countCandidates()}`;
}

// Returns a snapshot, or the answer that a walk for the same question would give the same reading, as far as the page
// knows. `walks`: walk in any case. `parts`: see walkWithParts; undefined to store nothing.
function snapshotIfChanged(options) {
  const first = firstPaintedFrames(options.firstFrame);
  if (first !== null) return first.then(() => snapshotIfChanged(options));
  const {question, walks, whole = null, parts} = options;
  const kind = whole === null ? 'snapshot' : 'whole';
  flushStyles();
  if (!walks && isUnchanged(kind, question)) return unchangedReading();
  const finish = (read, kept) => recordState(kind, question, read, kept);
  return parts === undefined ? walkDocument(options, finish) : walkInParts(options, finish);
}

let walkInParts = walkDocument;

// `walk` handles questions with `parts`. subtree_cache.js, which is loaded later, passes it here.
function offerParts(walk) { walkInParts = walk; }

expose({snapshotIfChanged, flushStyles});
