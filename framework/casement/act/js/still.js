// Makes a document stand still for its picture (animations, carets, hidden elements) and restores it afterwards.

const heldAnimations = new Map();  // by animation: its former state: { time, rate }
const heldDrawings = new Map();  // by svg element: the former time of its animations
const overriddenStyles = new Map();  // by element: { before, after, own: [[property, value, priority]] }
const awaitedBeginnings = new WeakSet();  // animations that have been waited for once
const decodedImages = new WeakMap();  // by image: the address that was or is being decoded
const decodingImages = new Set();

function allRoots() {
  const roots = [document];
  for (let i = 0; i < roots.length; ++i) {
    for (const element of arrayOf(allMatching(roots[i], '*'))) {
      const shadow = shadowRootOf(element);
      if (shadow !== null) roots.push(shadow);
    }
  }
  return roots;
}

// Finishes a finite animation, which sends its events to the page. Holds an endless animation at its beginning by its
// rate, because pausing would disconnect it from animation-play-state for good (CSS Animations 2 §3). An animation that
// follows scrolling does not move by itself.
function settleAnimation(animation) {
  if (animation.playState !== 'running' || animation.playbackRate === 0) return;
  if (animation.timeline !== null && animation.timeline !== document.timeline) return;
  const end = animation.effect?.getComputedTiming().endTime;
  if (Number.isFinite(end)) {
    animation.finish();
    return;
  }
  heldAnimations.set(animation, {time: animation.currentTime, rate: animation.playbackRate});
  animation.playbackRate = 0;
}

const endlessDrawing = '[repeatCount=indefinite],[repeatDur=indefinite]';

function settleDrawing(drawing) {
  if (!(drawing instanceof SVGSVGElement) || heldDrawings.has(drawing)) return;
  if (drawing.animationsPaused() || allMatching(drawing, endlessDrawing).length === 0) return;
  heldDrawings.set(drawing, drawing.getCurrentTime());
  drawing.pauseAnimations();
  drawing.setCurrentTime(0);
}

// Changes the element's own style, because no policy for styles forbids this to scripts.
function overrideStyle(element, declarations) {
  const style = elementPart(element, 'style');
  if (style === undefined || overriddenStyles.has(element)) return;
  const all = {...declarations, transition: 'none'};  // no transition to the new value
  const before = attributeOf(element, 'style');
  const own = Object.keys(all).map(name => [name, style.getPropertyValue(name), style.getPropertyPriority(name)]);
  for (const [name, value] of Object.entries(all)) style.setProperty(name, value, 'important');
  overriddenStyles.set(element, {before, after: attributeOf(element, 'style'), own});
}

function restoreStyle(element, {before, after, own}) {
  const style = elementPart(element, 'style');
  const changed = attributeOf(element, 'style') !== after;  // by the page, so the rest of the attribute stays
  for (const [name, value, priority] of own) {
    // Restores `transition` last, so that no other property moves to its old value.
    if (name === 'transition') getComputedStyle(element).opacity;
    if (value === '') style.removeProperty(name);
    else style.setProperty(name, value, priority);
  }
  if (changed) return;
  if (before === null) callElement(element, 'removeAttribute', 'style');
  else style.cssText = before;
}

function hideCaret() {
  let {activeElement} = document;
  for (let inner = activeElement; inner !== null && inner !== undefined;) {
    activeElement = inner;
    inner = shadowRootOf(inner)?.activeElement;
  }
  if (activeElement === null) return;
  const takesText = ['input', 'textarea'].includes(localNameOf(activeElement)) || document.designMode === 'on' ||
      (activeElement instanceof HTMLElement && contentEditableGetter.call(activeElement));
  if (takesText) overrideStyle(activeElement, {'caret-color': 'transparent'});
}

const isInPicture = (element, whole) =>
    arrayOf(drawnBoxesOf(element))
        .some(box => whole || (box.bottom >= 0 && box.right >= 0 && box.top <= innerHeight && box.left <= innerWidth));

// → phrases for images that the picture would lack now. Chrome loads a lazy image when the image is near the viewport.
function imagesToCome(roots, whole) {
  const awaited = [];
  for (const image of roots.flatMap(root => arrayOf(allMatching(root, 'img')))) {
    const address = image.currentSrc || image.src;
    if (address === '' || (decodedImages.get(image) === address && !decodingImages.has(image))) continue;
    if (!isInPicture(image, whole && image.loading !== 'lazy')) continue;
    if (!image.complete || decodingImages.has(image)) {
      awaited.push(`the image ${address.slice(0, 200)}`);
      continue;
    }
    decodedImages.set(image, address);
    if (image.naturalWidth === 0) continue;  // a broken image is drawn as it is
    decodingImages.add(image);
    const done = () => { decodingImages.delete(image); };
    image.decode().then(done, done);
    awaited.push(`the image ${address.slice(0, 200)}`);
  }
  return awaited;
}

function fontsToCome() {
  if (document.fonts.status !== 'loading') return [];
  const loading = [...document.fonts].filter(font => font.status === 'loading').map(font => `the font ${font.family}`);
  return loading.length > 0 ? [...new Set(loading)] : ['fonts'];
}

// Waits until pending animations have begun (Web Animations 1 §4.4.7, pending), because until then the compositor may
// begin with them whatever a script sets. In a frame out of sight, no animation begins, so the wait is limited.
async function awaitBeginnings(animations) {
  const pending = animations.filter(animation => animation.pending && !awaitedBeginnings.has(animation));
  for (const animation of pending) awaitedBeginnings.add(animation);
  if (pending.length > 0) await atMost(longestFrame, Promise.allSettled(pending.map(animation => animation.ready)));
}

// The compositor runs animations by itself, and takes from the document only changes. So the document first draws each
// held animation at other positions, and then at its beginning.
async function rewindAnimations(held) {
  if (held.length === 0) return;
  const moveTo = async (share) => {
    for (const animation of held) {
      if (animation.playbackRate !== 0) continue;
      const {delay, duration} = animation.effect.getComputedTiming();
      animation.currentTime = share === 0 ? 0 : delay + duration * share;
    }
    for (let i = 0; i < 2; ++i) await nextFrame();
  };
  for (const share of [0.37, 0.71, 0]) await moveTo(share);
}

// Can be called repeatedly, and includes what the page has added since the last call. → what the picture must wait for
async function standStill({animations, caret, whole}) {
  beginReading();
  const roots = allRoots();
  if (animations) {
    await awaitBeginnings(roots.flatMap(root => root.getAnimations()));
    const known = new Set(heldAnimations.keys());
    for (const root of roots) {
      for (const animation of root.getAnimations()) settleAnimation(animation);
      for (const drawing of arrayOf(allMatching(root, 'svg'))) settleDrawing(drawing);
    }
    await rewindAnimations([...heldAnimations.keys()].filter(animation => !known.has(animation)));
  }
  if (caret) hideCaret();
  return [...fontsToCome(), ...imagesToCome(roots, whole)];
}

function hideForPicture(refs) {
  for (const ref of refs) {
    const element = elementOf(ref);
    if (element !== null) overrideStyle(element, {opacity: '0'});
  }
  return true;
}

// → the boxes of the elements that have not gone
function boxesForPicture(refs) {
  beginReading();
  return refs.map(elementOf)
      .filter(element => element !== null)
      .map(boxOf)
      .map(({left, top, right, bottom}) => [[left, top], [right, bottom]]);
}

function moveAgain() {
  for (const [element, kept] of overriddenStyles) restoreStyle(element, kept);
  for (const [drawing, time] of heldDrawings) {
    drawing.setCurrentTime(time);
    drawing.unpauseAnimations();
  }
  for (const [animation, {time, rate}] of heldAnimations) {
    if (animation.playState === 'idle' || animation.playbackRate !== 0) continue;  // changed by the page
    animation.playbackRate = rate;
    animation.currentTime = time;
  }
  overriddenStyles.clear();
  heldDrawings.clear();
  heldAnimations.clear();
  return true;
}

expose({standStill, hideForPicture, boxesForPicture, moveAgain});
