// The copy of a document: data from which the document can be drawn again without its scripts. The copy contains all
// nodes, the state of controls, scroll positions, the user's input, and the style sheets as they are now.
//
// Each node has a number for the life of its document. A node is an array:
//   text      [number, data]
//   element   [number, name, [attribute, value, …], [numbers of children], facts?]
//   root      [number, '#root', [], [numbers of children], facts?]
// `facts` has only what differs from a new element: ref (if it is known), ns (namespace, if it is not HTML's), root
// (number of the shadow root), sheet (number of the sheet), adopted (numbers of sheets), value, checked, indeterminate,
// selected, source (the address of a picture), drawn (a data: address of that picture, if nobody else may have it),
// shown (the address of the picture in an object, or '' if the object shows its children), scroll ([x, y]), top
// ('modal' or 'popover'), picture (a data: address of what the element paints), box (display, width and height of a
// canvas), frame (the ref of an element that holds a frame), defined (true for a defined custom element).
//
// A second copy names only the nodes and sheets that differ from the copy before, because the document stores what it
// said. A sheet is [number, text, base]; its text has absolute addresses.

let lastNodeNumber = 0;
const nodeNumbers = new WeakMap();
let saidOfNodes = new Map();  // number → what the last copies said of the node, as text

let lastSheetNumber = 0;
const sheetNumbers = new WeakMap();
let saidOfSheets = new Map();  // number → text

const numberOfNode = (node) => {
  let number = nodeNumbers.get(node);
  if (number === undefined) nodeNumbers.set(node, number = ++lastNodeNumber);
  return number;
};

// SVG 2 §8 and §10: attributes whose long fractions can look like numbers of cards.
const placesOfShapes = new Set([
  'transform', 'd', 'points', 'viewBox', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'width',
  'height'
]);

// The drawing has another address than the document, and SVG draws only shapes of its own document.
function withoutOwnAddress(address) {
  const hash = address.indexOf('#');
  return hash > 0 && address.slice(0, hash) === document.URL.split('#')[0] ? address.slice(hash) : address;
}

class TookTooLong extends Error {}
const elementsBetweenLooks = 64;  // at the clock
const rulesBetweenLooks = 256;

class DomCopy {
  constructor({longest = Infinity, within = Infinity}) {
    this.nodes = [];  // JSON, one text a node
    this.sheets = [];
    this.cutSheets = [];  // the addresses of sheets of which rules are left out
    this.owners = [];  // of frames
    this.roots = [document];  // and the shadow roots
    this.saidOfNodes_ = new Map();
    this.saidOfSheets_ = new Map();
    this.mostNodes_ = longest;
    this.end_ = performance.now() + within;
    this.untilClock_ = elementsBetweenLooks;
    this.lostBySheet_ = new Map();
    this.lostPlaces = [];  // {root, lost} for each use of a sheet that has lost declarations
    this.isPainted = false;  // has a canvas that only a picture of the page can show
    this.unread = 0;  // elements beyond the limits, with all that is in them
    this.depth_ = 0;
  }

  checkTime() {
    this.untilClock_ = elementsBetweenLooks;
    if (performance.now() > this.end_) throw new TookTooLong();
  }

  passTime() {
    if (--this.untilClock_ === 0) this.checkTime();
  }

  sheet_(sheet, root) {
    if (sheet.disabled) return 0;
    let number = sheetNumbers.get(sheet);
    if (number === undefined) sheetNumbers.set(sheet, number = ++lastSheetNumber);
    if (!this.saidOfSheets_.has(number)) this.readSheet_(sheet, number);
    const lost = this.lostBySheet_.get(number);
    if (lost.length > 0) this.lostPlaces.push({root, lost});
    return number;
  }

  readSheet_(sheet, number) {
    this.checkTime();
    const lost = [];
    this.lostBySheet_.set(number, lost);
    const text = sheetText(sheet, this, lost);
    if (text === null) {
      this.saidOfSheets_.set(number, null);
      this.sheets.push([number, null, sheet.href]);
      return;
    }
    const media = sheet.media.length > 0 ? sheet.media.mediaText : '';
    const whole = media === '' ? text : `@media ${media} {${text}}`;
    if (saidOfSheets.get(number) !== whole) this.sheets.push([number, whole]);
    this.saidOfSheets_.set(number, whole);
  }

  sheets_(list, root) { return [...list].map((sheet) => this.sheet_(sheet, root)).filter((number) => number !== 0); }

  add_(number, line) {
    const text = JSON.stringify(line);
    if (saidOfNodes.get(number) !== text) this.nodes.push(text);
    this.saidOfNodes_.set(number, text);
  }

  children_(parent) {
    const numbers = [];
    for (let child = firstChildOf(parent); child !== null; child = nextSiblingOf(child)) {
      const type = nodeTypeOf(child);
      if (type === 3 || type === 4) {
        const number = numberOfNode(child);
        this.add_(number, [number, withoutPrivateNumbers(child.data)]);
        numbers.push(number);
      } else if (type === 1) {
        const number = this.element(child);
        if (number !== 0) numbers.push(number);
      }
    }
    return numbers;
  }

  root_(root) {
    this.roots.push(root);
    const number = numberOfNode(root);
    const facts = {};
    const adopted = this.sheets_(root.adoptedStyleSheets, root);
    if (adopted.length > 0) facts.adopted = adopted;
    this.add_(number, [number, '#root', [], this.children_(root), facts]);
    return number;
  }

  element(element) {
    const localName = localNameOf(element);
    if (isLeftOut.has(localName) || localName === 'noscript' && !scriptsAreOff()) return 0;
    if (this.saidOfNodes_.size >= this.mostNodes_ || this.depth_ >= deepest) {
      ++this.unread;
      return 0;
    }
    this.passTime();
    ++this.depth_;
    const number = this.copied_(element, localName);
    --this.depth_;
    return number;
  }

  copied_(element, localName) {
    const number = numberOfNode(element);
    this.saidOfNodes_.set(number, '');  // its place is taken before its children's
    const facts = {};
    const ref = knownRef(element);
    if (ref !== 0) facts.ref = ref;
    const isHtml = namespaceOf(element) === htmlNamespace;
    if (!isHtml) facts.ns = namespaceOf(element);
    // Chrome's own roots, of controls for example, are drawn with their element.
    const shadow = canHost(localName) ? shadowRootOf(element) : null;
    if (shadow !== null) facts.root = this.root_(shadow);
    if (localName.includes('-') && matchesSelector(element, ':defined')) facts.defined = true;
    const attributes = this.attributes_(element, localName, facts);
    if (isHtml) this.stateOf_(element, localName, facts);
    this.scrollOf_(element, facts);
    if (matchesSelector(element, modalSelector)) facts.top = 'modal';
    else if (isHtml && hasAttributeNamed(element, 'popover') && matchesSelector(element, openPopoverSelector))
      facts.top = 'popover';
    const children = hidesChildren.has(localName) || facts.sheet !== undefined ?
        [] :
        this.children_(localName === 'template' && isHtml ? element.content : element);
    this.add_(number, Object.keys(facts).length > 0 ? [number, localName, attributes, children, facts] : [
      number, localName, attributes, children
    ]);
    return number;
  }

  attributes_(element, localName, facts) {
    const attributes = [];
    for (const name of attributeNamesOf(element)) {
      if (isUnwantedAttribute(name)) continue;
      let value = attributeOf(element, name);
      if (name === 'value' && (localName === 'input' || localName === 'textarea'))
        value = maskedAttribute(element, value);
      if (localName === 'use' && name.endsWith('href')) value = withoutOwnAddress(value);
      const isDrawn = facts.ns !== undefined && placesOfShapes.has(name);
      attributes.push(name, isDrawn ? value : withoutPrivateNumbers(value));
    }
    if (localName === 'img' && element.currentSrc) {
      facts.source = element.currentSrc;
      if (facts.source.startsWith('blob:')) facts.drawn = drawnAs(element) ?? undefined;
    }
    return attributes;
  }

  stateOf_(element, localName, facts) {
    switch (localName) {
      case 'input':
        if (element.type === 'checkbox' || element.type === 'radio') {
          if (element.checked) facts.checked = true;
          if (element.indeterminate) facts.indeterminate = true;
        } else if (!hasNoValue.has(element.type)) {
          facts.value = maskedValue(element);
        }
        break;
      case 'textarea':
        facts.value = withoutPrivateNumbers(maskedValue(element));
        break;
      case 'option':
        if (element.selected) facts.selected = true;
        break;
      case 'canvas':
        facts.picture = drawnAs(element) ?? '';
        facts.box = contentBoxOf(element);
        this.painted_(element, facts);
        break;
      case 'video':
        facts.picture = element.readyState >= 2 ? drawnAs(element) ?? '' : '';
        break;
      case 'style':
      case 'link':
        if (element.sheet) facts.sheet = this.sheet_(element.sheet, rootOf(element));
        break;
      default:
        if (holdsFrame(element)) {
          facts.frame = this.owner_(element);
          if (!isFrame.has(localName)) facts.box = contentBoxOf(element);
        } else if (localName === 'object') {
          facts.shown = shownBy(element);
        }
    }
  }

  painted_(canvas, facts) {
    const {left, top, right, bottom} = boxOf(canvas);
    const isInViewport =
        right > Math.max(left, 0) && bottom > Math.max(top, 0) && left < innerWidth && top < innerHeight;
    if (!isInViewport || !hasOneColour(canvas)) return;
    facts.painted = [left, top];
    this.isPainted = true;
  }

  owner_(element) {
    const ref = refOf(element);
    this.owners.push({ref, shown: showsItsFrame(element, true), name: nameOf(element)});
    return ref;
  }

  scrollOf_(element, facts) {
    const x = elementPart(element, 'scrollLeft');
    const y = elementPart(element, 'scrollTop');
    if (x !== 0 || y !== 0) facts.scroll = [Math.round(x), Math.round(y)];
  }

  finish() {
    const gone = [];
    for (const number of saidOfNodes.keys())
      if (!this.saidOfNodes_.has(number)) gone.push(number);
    saidOfNodes = this.saidOfNodes_;
    saidOfSheets = this.saidOfSheets_;
    return gone;
  }
}

// A canvas shows its children only where scripts are off.
const hidesChildren = new Set(['textarea', 'canvas', 'video', 'audio']);

// Types of inputs whose value is not shown, or is their attribute.
const hasNoValue = new Set(['file', 'hidden', 'image', 'submit', 'reset', 'button']);

const samples = 16;  // a side

// True for a canvas of WebGL, whose pixels a page may read only in the task that draws them (WebGL 1.0 §2.2), and for
// one with pictures of other origins (HTML §4.12.5.2); also for an empty canvas.
function hasOneColour(canvas) {
  try {
    const small = new OffscreenCanvas(samples, samples).getContext('2d');
    small.drawImage(canvas, 0, 0, samples, samples);
    const pixels = new Uint32Array(small.getImageData(0, 0, samples, samples).data.buffer);
    return pixels.every((pixel) => pixel === pixels[0]);
  } catch { return true; }
}

function contentBoxOf(element) {
  const {display, width, height} = getComputedStyle(element);
  return [display, width, height];
}

// An object or embed without a document shows a picture or its children. An iframe is not asked, because that would
// give a document that is still to come a context for scripts.
const holdsFrame = (element) => isFrameOwner(element) &&
    (isFrame.has(localNameOf(element)) || (elementPart(element, 'contentWindow') ?? null) !== null);
const isFrame = new Set(['iframe', 'frame']);

// The address of the picture that an object without a document shows; '' if it shows its children; undefined if
// neither.
function shownBy(object) {
  if (getComputedStyle(object).width === 'auto') return '';
  const address = elementPart(object, 'data');
  return address.startsWith('data:image/') || elementPart(object, 'type').startsWith('image/') ? address : undefined;
}

// Elements that draw nothing, and those that would start something. So does a noscript, unless scripts are off.
const isLeftOut = new Set(['script', 'base', 'meta', 'title']);

// Handlers of events would never run, and the addresses of other widths would be loaded.
function isUnwantedAttribute(name) {
  return name.startsWith('on') || name === 'srcset' || name === 'sizes' || name === 'srcdoc' || name === 'nonce' ||
      name === 'integrity' || name === 'crossorigin' || name === 'autofocus' || name === 'autoplay';
}

function maskedAttribute(control, value) {
  if (value === '') return value;
  return isPassword(control) || secretKind(control) !== 'none' ? bullets(value) : value;
}

// What an element paints, as a data: address; null if the page may not read it (HTML §4.12.5.1.17, origin-clean).
function drawnAs(element) {
  try {
    if (localNameOf(element) === 'canvas') {
      return element.width > 0 && element.height > 0 ? element.toDataURL('image/webp', 1) : null;
    }
    const width = element.videoWidth ?? element.naturalWidth;
    const height = element.videoHeight ?? element.naturalHeight;
    if (!(width > 0 && height > 0)) return null;
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d').drawImage(element, 0, 0, width, height);
    return canvas.toDataURL('image/webp', 1);
  } catch { return null; }
}

let newestCopy = 0;  // its number; 0 for none

// `after`: the copy that the caller has; any other means that everything is copied. `now`: the number of this copy.
// `within`: the limit in milliseconds; a copy that takes longer is dropped.
// Returns {text, url, owners, isPainted, milliseconds, time}, with the copy as JSON because Chrome passes a text on
// much faster than values. The text is missing if the copy was dropped.
function copyDom(asked) {
  const began = performance.now();
  try {
    return {...copied(asked), milliseconds: performance.now() - began, time: Date.now()};
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    newestCopy = 0;
    return {milliseconds: performance.now() - began};
  }
}

function copied(asked) {
  const {after = 0, now} = asked;
  beginReading();
  const isWhole = after === 0 || after !== newestCopy;
  if (isWhole) {
    saidOfNodes = new Map();
    saidOfSheets = new Map();
  }
  newestCopy = now;
  const copy = new DomCopy(asked);
  const top = documentPart('documentElement');
  const root = top === null ? 0 : copy.element(top);
  const adopted = copy.sheets_(document.adoptedStyleSheets, document);
  const lost = lostValues(copy.lostPlaces, copy);
  const gone = copy.finish();
  const facts = {
    url: document.URL,
    base: document.baseURI,
    quirks: document.compatMode === 'BackCompat',
    view: viewportFacts(),
    isWhole,
    root,
    adopted,
    sheets: copy.sheets,
    gone,
    unread: copy.unread,
    ...copy.cutSheets.length > 0 ? {cutSheets: copy.cutSheets} : {},
    ...lost.length > 0 ? {lost} : {},
    ...inputFacts(copy.roots)
  };
  const text = `{"nodes":[${copy.nodes.join(',')}],${JSON.stringify(facts).slice(1)}`;
  return {text, url: facts.url, owners: copy.owners, isPainted: copy.isPainted};
}

expose({copyDom});
