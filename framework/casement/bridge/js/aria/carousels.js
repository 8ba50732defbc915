// Represents the controls of CSS carousels (CSS Overflow 5 §3 and §4): buttons that scroll an element, and markers for
// its content. Style sheets create these controls as pseudo-elements: no selector finds them, and scripts cannot read a
// marker's box. C++ asks the browser for them (internals_query.h) and passes them in. A stand-in represents each
// control (dom/stand_ins.js), with the role, name and states from Chrome's accessibility tree. The data of a stand-in
// is { owner, name, carousel }.

const partNames = ['block-start', 'inline-start', 'inline-end', 'block-end'].map((side) => `::scroll-button(${side})`);
const groupName = '::scroll-marker-group', markerName = '::scroll-marker';

const carousels = new Set();  // weak references to scrolling elements with controls
const isKnownCarousel = new WeakSet();
// Element → { keys, at, parts: name → { object, node, label, selected, group, box } }: the browser's last report about
// the element.
const reportedParts = new WeakMap();
const keysAsked = new WeakMap();  // element → how its parts were styled when it was noted: { carousel, marker }
const standIns = new WeakMap();  // owner → name → stand-in
const carouselsWaiting = new Set();  // elements to ask the browser about

// In ms. The browser may report a styled part only one frame later, so a missing part is requested again after this
// time.
const missingPartPace = 500;

// Returns the computed content of a rendered pseudo-element, or null.
function partContent(element, name) {
  const {content, display, visibility} = getComputedStyle(element, name);
  return content === '' || content === 'none' || content === 'normal' || display === 'none' ||
          visibility !== 'visible' ?
      null :
      content;
}

// Returns { side: 'before' | 'after' | 'none', mode: 'links' | 'tabs', contents: name → content } for an element with
// controls from style sheets; null for all other elements.
function carouselStyle(element) {
  if (!knowsCarousels) return null;
  const style = liveStyleOf(element);
  const {overflowX} = style;
  if ((overflowX === 'visible' || overflowX === 'clip') && element !== documentPart('documentElement')) return null;
  const [side, mode = 'links'] = style.scrollMarkerGroup.split(' ');
  // Many elements are only clipped, and must not slow down a document whose sheets have not been read yet.
  if (overflowX === 'hidden' && side === 'none' && hintsOfSheets().unknown === everything) return null;
  const contents = new Map();
  for (const name of partNames) {
    const content = partContent(element, name);
    if (content !== null) contents.set(name, content);
  }
  return side === 'none' && contents.size === 0 ? null : {side, mode, contents};
}

const hasMarkerGroup = (element) => (carouselStyle(element)?.side ?? 'none') !== 'none';

// Returns the elements with a marker in the group of this carousel: [element, content].
function markedIn(carousel) {
  const marked = [];
  for (const element of elementsBelow(carousel)) {
    const content = partContent(element, markerName);
    if (content === null || !isSeen(element)) continue;
    let around = parentOf(element);
    while (around !== carousel && !hasMarkerGroup(around)) around = parentOf(around);
    if (around === carousel) marked.push([element, content]);
  }
  return marked;
}

// Scripts cannot check whether a marker, which is not an element, still exists; its group and its style reveal that.
const isThere = (object) => !(object instanceof Element) || isConnectedNode(object);

// Returns the reported parts of an element that still exist; style sheets define the `expected` parts. If some may be
// missing, the element is noted for a new request to the browser. `kind`: carousel or marker. `key`: how the parts are
// styled.
function partsOf(element, kind, key, expected) {
  const reported = reportedParts.get(element);
  const parts = new Map();
  for (const [name, part] of reported?.parts ?? [])
    if (isThere(part.object)) parts.set(name, part);
  const isComplete = expected.every((name) => parts.has(name));
  const isOld = !isComplete && performance.now() - reported?.at > missingPartPace;
  if (reported?.keys[kind] !== key || parts.size < reported.parts.size || isOld) {
    keysAsked.set(element, {...keysAsked.get(element), [kind]: key});
    carouselsWaiting.add(element);
  }
  return parts;
}

// Stores the browser's report about the element. `parts`: { name, node, label, selected } for each part; `objects`:
// their objects. Returns whether anything is new.
function learnParts(element, parts, objects) {
  const before = reportedParts.get(element)?.parts ?? new Map();
  const learnt = new Map();
  let isNews = before.size !== parts.length;
  parts.forEach(({name, ...part}, i) => {
    const earlier = before.get(name);
    isNews ||= earlier === undefined || ['node', 'label', 'selected'].some((fact) => earlier[fact] !== part[fact]);
    learnt.set(name, {...part, object: objects[i], box: earlier?.box ?? new DOMRect()});
  });
  reportedParts.set(element, {keys: keysAsked.get(element) ?? {}, at: performance.now(), parts: learnt});
  return isNews;
}

// Returns the stand-in of a part, updated to the part's current state.
function standInOf(owner, name, carousel, role, label, states = {}) {
  let own = standIns.get(owner);
  if (own === undefined) standIns.set(owner, own = new Map());
  let control = own.get(name);
  if (control === undefined) own.set(name, control = newStandIn({owner, name}, controlKind));
  representedBy.get(control).carousel = carousel;
  setStandInAttributes(control, {role, 'aria-label': label, ...states});
  return control;
}

const labelOfPart = (content, owner, part) =>
    (content.includes('counter') ? part.label : nameText(contentText(content, owner)));

// Returns the current controls of an element: { ahead, behind }, lists of { control, name, inside: such a list }, in
// the order of Chrome's accessibility tree. Returns null for an element without controls, or whose controls are not
// known yet.
function controlsOf(element) {
  const style = carouselStyle(element);
  if (style === null) return null;
  const {side, mode, contents} = style;
  const expected = [...contents.keys(), ...(side === 'none' ? [] : [groupName])];
  const parts = partsOf(element, 'carousel', JSON.stringify([side, ...contents]), expected);
  const controls = {ahead: [], behind: []};
  if (side !== 'none') {
    const group = parts.get(groupName)?.object ?? null;
    const inside = markersOf(element, group, mode);
    if (group !== null)
      controls[side === 'before' ? 'ahead' : 'behind'].push({
        name: groupName,
        inside,
        control: standInOf(element, groupName, element, mode === 'tabs' ? 'tablist' : 'navigation', '')
      });
  }
  for (const [name, content] of contents) {
    const part = parts.get(name);
    if (part === undefined) continue;
    const isDisabled = matchesSelector(part.object, ':disabled');
    controls.ahead.push({
      name,
      inside: [],
      control: standInOf(
          element, name, element, 'button', labelOfPart(content, element, part), {'aria-disabled': String(isDisabled)})
    });
  }
  if (!isKnownCarousel.has(element)) {
    isKnownCarousel.add(element);
    carousels.add(new WeakRef(element));
  }
  return controls;
}

// If `group` is null, the browser has not reported the group yet, but is asked about the markers nevertheless.
function markersOf(carousel, group, mode) {
  const markers = [];
  for (const [owner, content] of markedIn(carousel)) {
    const part = partsOf(owner, 'marker', content, [markerName]).get(markerName);
    if (part === undefined || group === null) continue;
    part.group ??= group;
    if (part.group === group) {
      const role = mode === 'tabs' ? 'tab' : 'link';
      const states = {'aria-selected': String(role === 'tab' && part.selected)};
      markers.push({
        name: markerName,
        inside: [],
        control: standInOf(owner, markerName, carousel, role, labelOfPart(content, owner, part), states)
      });
    } else {
      carouselsWaiting.add(owner);  // the group was recreated, and its markers with it
    }
  }
  return markers;
}

function controlsIn(list) { return list.flatMap(({control, inside}) => [control, ...controlsIn(inside)]); }

// Whether the part of the stand-in still exists. Updates the stand-in.
function isLiveControl(control) {
  const {owner, carousel} = representedBy.get(control);
  if (!isConnectedNode(owner) || ownerDocumentOf(owner) !== document || !isSeen(carousel)) return false;
  const controls = controlsOf(carousel);
  return controls !== null && controlsIn([...controls.ahead, ...controls.behind]).includes(control);
}

// Returns the parent of a control in Chrome's accessibility tree: for a marker its group, otherwise the carousel's
// parent.
function parentOfControl(control) {
  const {name, carousel} = representedBy.get(control);
  return name === markerName ? standIns.get(carousel)?.get(groupName) ?? parentOf(carousel) : parentOf(carousel);
}

function partOfControl(control) {
  const {owner, name} = representedBy.get(control);
  return reportedParts.get(owner).parts.get(name);
}

// Whether a press at `hit` reaches the control: Chrome reports the element that owns the pseudo-element.
const isHitOfControl = (hit, control) => hit === representedBy.get(control).owner;

function boxOfControl(control) {
  const {object, box} = partOfControl(control);
  return object instanceof Element ? elementPrototype.getBoundingClientRect.call(object) : box;
}

// Returns the element to scroll into view for the control.
function scrolledForControl(control) {
  const {object, group} = partOfControl(control);
  return object instanceof Element ? object : group;
}

// Whether the control is a tab. Scripts cannot read which tab is selected, so the browser is asked again.
function noteStaleControl(control) {
  if (attributeOf(control, 'role') !== 'tab') return false;
  carouselsWaiting.add(representedBy.get(control).owner);
  return true;
}

// Whether style sheets may give any element controls. If a search works without hints, the sheets are read only for
// this question.
function mayHaveCarousels() {
  if (!knowsCarousels) return false;
  const hints = hintsOfSheets();
  if (hints.unknown !== everything) return (hints.possible & carrying) !== 0;
  try {
    expectToPay();
    return sheetListsOf(document).some(
        (sheets) => arrayOf(sheets).some((sheet) => (readSheet(sheet).unknown & carrying) !== 0));
  } catch { return true; }
}

const boxesAwaited = new Map();  // number → { control, resolve }
let lastBoxAsked = 0;
const longestBoxWait = 1000;

// Asks the browser for the current box of a marker. Scripts know the boxes of other controls.
async function locateControl(control) {
  const {object, node, group} = partOfControl(control);
  if (object instanceof Element) return;
  const groupNode = reportedParts.get(representedBy.get(control).carousel)?.parts.get(groupName)?.node ?? 0;
  const number = ++lastBoxAsked;
  const reported = new Promise((resolve) => { boxesAwaited.set(number, {control, group, resolve}); });
  ownGlobal('casementIsHere')?.(`marker ${JSON.stringify([number, node, groupNode])}`);
  let timer;
  await Promise.race([reported, new Promise((resolve) => { timer = setTimeout(resolve, longestBoxWait); })]);
  clearTimeout(timer);
  boxesAwaited.delete(number);
}

// Stores the box of a marker. `marker` and `around` are the quads of the marker and its group in Chrome's page pixels,
// or null if unknown. The group's box in this document's pixels is also known, which gives the scale.
function learnMarkerBox(number, marker, around) {
  const awaited = boxesAwaited.get(number);
  if (awaited === undefined) return;
  if (marker !== null && around !== null) {
    const {left, top, width} = elementPrototype.getBoundingClientRect.call(awaited.group);
    const [x, y, right] = around;
    const scale = right > x ? width / (right - x) : 1;
    const at = (i) => [left + (marker[i] - x) * scale, top + (marker[i + 1] - y) * scale];
    const [[x1, y1], [x2, y2]] = [at(0), at(4)];
    partOfControl(awaited.control).box = new DOMRect(x1, y1, x2 - x1, y2 - y1);
  }
  awaited.resolve();
}

const controlKind = {
  isLive: isLiveControl,
  isShown: isLiveControl,
  boxOf: boxOfControl,
  parentOf: parentOfControl,
  scrolledFor: scrolledForControl,
  locate: locateControl,
  obstacle: () => null,
  noteStale: noteStaleControl,
  statesOf: () => [],
  contentOf: () => null,
  isHit: isHitOfControl,
};

expose({learnMarkerBox});
