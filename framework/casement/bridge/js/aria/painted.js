// Represents the items that an application has painted into a canvas (docs/painted.md). Nothing in the page shows such
// an item to a script, so the application tells its items by events, which worlds share:
// - `casementpaintedask` on the document asks every application in it for its newest frame.
// - `casementpainted` on a canvas answers: its `detail` is the JSON text below, or null if no frame has been told yet.
//   An application also sends it once by itself. A cancelled event means that a test listens.
//
// {"frame": number of the frame, "size": [width, height] of the canvas in the units of the boxes, or null for pixels of
//  its drawing buffer,
//  "items": [[id, id of the item around or "", role, name, x, y, width, height, states, value], …]}
//
// A stand-in (dom/stand_ins.js) represents each item. Its data is { owner: the canvas, canvas: its PaintedCanvas, key,
// depth, box, name, words: its states as told, states, content: its value as told, value: the same, masked if it is
// secret, reading: see readingOfItem }. A page without such an application is asked once and never again.

const mostPainted = 20000;  // of one canvas; the rest counts as not read
const mostPaintedText = 1 << 24;
const longestPaintedName = 10000;
const deepestPainted = 200;

const paintedCanvases = new Map();  // canvas → PaintedCanvas
let arePaintedFresh = false;

class PaintedCanvas {
  frame = 0;
  size = [0, 0];
  left = 0;  // items that were told and are not represented
  tops = [];  // stand-ins without an item around
  inTurn = [];  // all stand-ins, in the order in which they were told
  items = new Map();  // key → stand-in, of the newest frame only
  hasWaited = false;  // for the first frame, which may not have come
  hasAnswered = false;
  text_ = null;
  faults_ = new Set();
  children_ = new Map();  // stand-in → the stand-ins in it, while a frame is taken
  twins_ = new Map();  // id, role and name → how many items have them, while a frame is taken

  constructor(element) { this.element = element; }

  // Takes the newest frame.
  take(text) {
    this.hasAnswered = true;
    if (text === this.text_) return;
    this.text_ = text;
    const told = this.read_(text);
    const before = this.items;
    this.items = new Map();
    this.inTurn = [];
    this.tops = [];
    this.frame = told.frame;
    this.size = told.size;
    this.left = Math.max(0, told.items.length - mostPainted);
    const byId = new Map();
    for (const item of told.items.slice(0, mostPainted)) this.add_(item, before, byId);
    for (const item of this.tops)
      if (parentNodeOf(item) !== null) elementPrototype.remove.call(item);
    for (const item of this.inTurn) arrangeChildren(item, this.children_.get(item) ?? []);
    this.children_.clear();
    this.twins_.clear();
  }

  // If the text is not what the protocol says, the canvas has no items, and the console says why.
  read_(text) {
    const nothing = {frame: this.frame, size: [0, 0], items: []};
    const isLength = (value) => typeof value === 'number' && value > 0;
    if (text.length > mostPaintedText) return this.blame_('more than 16 MB', nothing);
    let told = null;
    try {
      told = JSON.parse(text);
    } catch (error) { return this.blame_(`no JSON: ${error.message}`, nothing); }
    if (!Array.isArray(told?.items)) return this.blame_('no list of items', nothing);
    told.size ??= words('width height').map((name) => elementPart(this.element, name));
    if (!Array.isArray(told.size) || told.size.length !== 2 || !told.size.every(isLength))
      return this.blame_('no size: two numbers above 0', nothing);
    if (told.items.some((item) => !Array.isArray(item) || item.length !== 10))
      return this.blame_('an item that is not an array of 10 values', nothing);
    return told;
  }

  blame_(what, instead) {
    if (!this.faults_.has(what) && this.faults_.size < 10) console.warn(`casementpainted: a canvas tells ${what}`);
    this.faults_.add(what);
    return instead;
  }

  add_([id, around, role, name, x, y, width, height, states, value], before, byId) {
    const key = this.keyOf_(`${role}\n${id}`, name);
    const text = typeof name === 'string' ? name.slice(0, longestPaintedName) : '';
    let item = before.get(key);
    if (item === undefined) {
      item = newStandIn({owner: this.element, canvas: this, key, depth: 0}, paintedKind, 'painted');
      setStandInAttributes(item, {role: String(role)});
    }
    this.items.set(key, item);
    this.inTurn.push(item);
    const told = representedBy.get(item);
    const parent = byId.get(String(around)) ?? null;
    const inside = parent === null || representedBy.get(parent).depth >= deepestPainted ? null : parent;
    told.depth = inside === null ? 0 : representedBy.get(inside).depth + 1;
    const box = [x, y, width, height];
    told.box = box.every(Number.isFinite) && width >= 0 && height >= 0 ? box : null;
    if (!byId.has(String(id))) byId.set(String(id), item);
    if (inside === null) {
      this.tops.push(item);
    } else {
      const beside = this.children_.get(inside);
      if (beside === undefined) this.children_.set(inside, [item]);
      else beside.push(item);
    }
    const words = String(states);
    const content = typeof value === 'string' ? value.slice(0, mostPaintedText) : '';
    if (told.name !== text || told.words !== words || told.content !== content)
      describeItem(item, told, text, words, content);
  }

  // An id that is told twice cannot identify an item, so the name and the place among its equals must be the same too.
  keyOf_(key, name) {
    if (!this.items.has(key)) return key;
    const twins = `${key}\n${name}`;
    let place = this.twins_.get(twins) ?? 1;
    let own;
    do own = `${key}\n${++place}\n${name}`;
    while (this.items.has(own));
    this.twins_.set(twins, place);
    return own;
  }
}

// An element between two items moves only if its place has changed.
function arrangeChildren(parent, children) {
  let next = firstElementChildOf(parent);
  for (const child of children) {
    if (child === next) next = nextElementSiblingOf(child);
    else nodePrototype.insertBefore.call(parent, child, next);
  }
  while (next !== null) {
    const gone = next;
    next = nextElementSiblingOf(gone);
    elementPrototype.remove.call(gone);
  }
}

const paintedAttributes = new Map(Object.entries({
  checked: ['aria-checked', 'true'],
  mixed: ['aria-checked', 'mixed'],
  collapsed: ['aria-expanded', 'false'],
  disabled: ['aria-disabled', 'true'],
  expanded: ['aria-expanded', 'true'],
  invalid: ['aria-invalid', 'true'],
  pressed: ['aria-pressed', 'true'],
  readonly: ['aria-readonly', 'true'],
  required: ['aria-required', 'true'],
  selected: ['aria-selected', 'true'],
}));

// Writes what was told into the stand-in, so that roles, names and states are read from it as from any element. The
// name is also its text, because a person reads it in the canvas.
function describeItem(item, told, name, words, value) {
  const states = new Set(words.split(' '));
  const isText = attributeOf(item, 'role') === 'text';
  const attributes = {'aria-label': name === '' || isText ? null : name};
  for (const [, [attribute]] of paintedAttributes) attributes[attribute] = null;
  for (const [word, [attribute, set]] of paintedAttributes)
    if (states.has(word)) attributes[attribute] = set;
  setStandInAttributes(item, attributes);
  if (told.name !== name) {
    const first = firstChildOf(item);
    if (first !== null && nodeTypeOf(first) === 3) first.data = name;
    else nodePrototype.insertBefore.call(item, Document.prototype.createTextNode.call(document, name), first);
  }
  const shown = states.has('secret') ? bullets(value) : value;
  Object.assign(told, {reading: null, name, words, content: value, states, value: shown});
}

// Asks for the newest frames, at most once between two turns of the page's scripts. Nothing is asked in a page without
// an application that tells.
function freshenPainted() {
  if (paintedCanvases.size === 0 || arePaintedFresh) return;
  for (const canvas of paintedCanvases.values()) canvas.hasAnswered = false;
  askPainted();
  for (const [element, {hasAnswered}] of paintedCanvases)
    if (!hasAnswered) paintedCanvases.delete(element);
  arePaintedFresh = true;
  Promise.resolve().then(() => { arePaintedFresh = false; });
}

function askPainted() { Document.prototype.dispatchEvent.call(document, new CustomEvent('casementpaintedask')); }

const paintedTellers = [];

// Calls `tell` when a first application begins to tell, because no mutation reports this.
function onPainted(tell) { paintedTellers.push(tell); }

const paintedCanvasOf = (element) => {
  freshenPainted();
  return paintedCanvases.get(element) ?? null;
};

const isPainted = (element) => isStandIn(element) && standInKindOf(element) === paintedKind;

// In ms. The application tells its first frame when it draws again.
const longestFirstFrame = 1500;

// → null, or a promise if an application has just learnt that a test listens, and has not told its first frame
function firstPaintedFrames(longest = longestFirstFrame) {
  const isNew = (canvas) => canvas.frame === 0 && !canvas.hasWaited;
  if (![...paintedCanvases.values()].some(isNew)) return null;
  return (async () => {
    const until = performance.now() + longest;
    while ([...paintedCanvases.values()].some(isNew) && performance.now() < until) {
      await nextFrame();
      freshenPainted();
    }
    for (const canvas of paintedCanvases.values()) canvas.hasWaited = true;
  })();
}

// Returns the transform from the told units of a canvas to the viewport, [a, b, c, d, e, f] as in a CSS matrix(); null
// if the canvas is drawn in perspective or has no area. The content of a canvas fits its box as that of an image (CSS
// Images 3 §5.5, object-fit).
function placeOfCanvas({element, size}) {
  const {linear: [a, b, c, d], isPlane} = linearPartOf(element);
  const bounds = elementPrototype.getBoundingClientRect.call(element);
  if (!isPlane || bounds.width === 0 || bounds.height === 0) return null;
  const style = getComputedStyle(element);
  const px = (name) => parseFloat(style[name]) || 0;
  // Layout sizes are rounded. If nothing turns the box, its bounds give the exact size.
  const isTurned = b !== 0 || c !== 0 || a <= 0 || d <= 0;
  const width = isTurned ? elementPart(element, 'offsetWidth') : bounds.width / a;
  const height = isTurned ? elementPart(element, 'offsetHeight') : bounds.height / d;
  const left = px('borderLeftWidth') + px('paddingLeft'), top = px('borderTopWidth') + px('paddingTop');
  const inner = [
    width - left - px('borderRightWidth') - px('paddingRight'),
    height - top - px('borderBottomWidth') - px('paddingBottom')
  ];
  const own = [elementPart(element, 'width'), elementPart(element, 'height')];
  const drawn = drawnSizeOf(style.objectFit, inner, own);
  const [shiftX, shiftY] = style.objectPosition.split(' ').map(
      (word, i) => (word.endsWith('%') ? (inner[i] - drawn[i]) * parseFloat(word) / 100 : parseFloat(word) || 0));
  const scaleX = drawn[0] / size[0], scaleY = drawn[1] / size[1];
  const x = left + shiftX - width / 2, y = top + (shiftY ?? 0) - height / 2;
  return [
    a * scaleX, b * scaleX, c * scaleY, d * scaleY, bounds.left + bounds.width / 2 + a * x + c * y,
    bounds.top + bounds.height / 2 + b * x + d * y
  ];
}

function drawnSizeOf(fit, inner, own) {
  const [width, height] = inner, [ownWidth, ownHeight] = own;
  if (fit === 'fill' || ownWidth === 0 || ownHeight === 0) return [width, height];
  const least = Math.min(width / ownWidth, height / ownHeight), most = Math.max(width / ownWidth, height / ownHeight);
  const scale = {contain: least, cover: most, none: 1, 'scale-down': Math.min(1, least)}[fit] ?? 1;
  return [ownWidth * scale, ownHeight * scale];
}

// One canvas has many items, and its place changes only between two turns of the page's scripts.
let placesOfCanvases = new Map();
onNewReading(() => { placesOfCanvases = new Map(); });

function boxOfPainted(item) {
  const {box, canvas} = representedBy.get(item);
  let place = placesOfCanvases.get(canvas);
  if (place === undefined) {
    placesOfCanvases.set(canvas, place = placeOfCanvas(canvas));
    Promise.resolve().then(() => { placesOfCanvases.delete(canvas); });
  }
  if (box === null || place === null) return new DOMRect();
  const [a, b, c, d, e, f] = place;
  const [left, top, width, height] = box;
  const corners = [[left, top], [left + width, top], [left, top + height], [left + width, top + height]];
  const xs = corners.map((at) => a * at[0] + c * at[1] + e), ys = corners.map((at) => b * at[0] + d * at[1] + f);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return new DOMRect(x, y, Math.max(...xs) - x, Math.max(...ys) - y);
}

// Whether the item was told in the newest frame.
function isLiveItem(item) {
  freshenPainted();
  const {canvas, key, owner} = representedBy.get(item);
  return paintedCanvases.get(owner) === canvas && canvas.items.get(key) === item && isConnectedDeep(owner);
}

function isShownItem(item) {
  if (!isLiveItem(item)) return false;
  const {owner, box} = representedBy.get(item);
  return isSeen(owner) && (box === null || (box[2] > 0 && box[3] > 0));
}

// Why a press would not reach the item, according to its application, or null.
function obstacleToItem(item) {
  const {states, box, canvas: {size, element}} = representedBy.get(item);
  if (box === null) return 'was told without a place: its box is not four finite numbers';
  if (states.has('covered')) return 'is covered by something else that its application draws';
  if (states.has('clipped')) return 'is outside the visible part of what its application draws around it';
  const x = box[0] + box[2] / 2, y = box[1] + box[3] / 2;
  if (x < 0 || y < 0 || x >= size[0] || y >= size[1]) return `is outside its canvas of ${size[0]} \u00d7 ${size[1]}`;
  return linearPartOf(element).isPlane ? null : 'is in a canvas that is drawn in perspective';
}

// Returns the text of an item that is nothing but a text.
function textOfItem(item) {
  return attributeOf(item, 'role') === 'text' ? normalised(representedBy.get(item).name) : '';
}

// The nodes of a snapshot that a walk has made of the item, if the application has told nothing else since. `inside`:
// what the item inherits.
function readingOfItem(item, inside) {
  const {reading} = representedBy.get(item);
  return reading !== null && reading.inside === inside ? reading.nodes : null;
}

function keepReadingOfItem(item, inside, nodes) { representedBy.get(item).reading = {inside, nodes}; }

// Frames in which the item has to stand still before a press.
const stillFrames = 2;
const mostMovingFrames = 300;

async function settlePainted(item) {
  const placeNow = () => JSON.stringify([representedBy.get(item).box, representedBy.get(item).words]);
  let before = isLiveItem(item) ? placeNow() : '';
  for (let still = 0, frames = 0; still < stillFrames && frames < mostMovingFrames; ++frames) {
    await nextFrame();
    if (!isLiveItem(item)) return;
    const now = placeNow();
    still = now === before ? still + 1 : 0;
    before = now;
  }
}

function statesOfItem(item) {
  return [...(representedBy.get(item).states.has('focused') ? ['active'] : []), 'painted'];
}

const isDisabledItem = (item) => representedBy.get(item).states.has('disabled');
const paintedIsSecret = (item) => representedBy.get(item).states.has('secret');

const typedItemRoles = new Set([...typedRoles, 'slider']);

function valueOfItem(item) {
  const {value} = representedBy.get(item);
  return value !== '' || typedItemRoles.has(attributeOf(item, 'role')) ? value : null;
}

/** @type {StandInKind} */
const paintedKind = {
  isLive: isLiveItem,
  isShown: isShownItem,
  boxOf: boxOfPainted,
  parentOf: (item) => representedBy.get(item).owner,
  scrolledFor: (item) => representedBy.get(item).owner,
  locate: settlePainted,
  obstacle: obstacleToItem,
  noteStale: () => false,
  isHit: (hit, item) => hit === representedBy.get(item).owner && isLiveItem(item),
  statesOf: statesOfItem,
  contentOf: valueOfItem,
};

addEventListener('casementpainted', (event) => {
  const [element] = event.composedPath();
  if (!(element instanceof HTMLCanvasElement) || ownerDocumentOf(element) !== document) return;
  event.preventDefault();
  const {detail} = /** @type {CustomEvent} */ (event);
  let canvas = paintedCanvases.get(element);
  if (canvas === undefined) {
    paintedCanvases.set(element, canvas = new PaintedCanvas(element));
    for (const tell of paintedTellers) tell();
  }
  if (typeof detail === 'string') canvas.take(detail);
  else canvas.hasAnswered = true;
}, {capture: true});
askPainted();
