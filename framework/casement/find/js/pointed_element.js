// Finds the element that a person would point at to reach an element, and decides whether a hit element represents it.

// Whether the box is above or left of the document, where nobody can scroll to (CSSOM View 1 §2, scrolling area).
function isBeforeDocument(box) {
  if (box.right > 0 && box.bottom > 0) return false;
  const top = documentPart('documentElement');
  const isRightToLeft = getComputedStyle(top).direction === 'rtl';
  const left = (isRightToLeft ? elementPart(top, 'clientWidth') - elementPart(top, 'scrollWidth') : 0) - scrollX;
  return box.right <= left || box.bottom <= -scrollY;
}

// Whether something else draws this native control, so that nobody could hit its own box.
function isDrawnByOther(element) {
  if (!/^(input|select|button)$/.test(localNameOf(element))) return false;
  const box = boxOf(element);
  const style = getComputedStyle(element);
  return box.width <= 1 || box.height <= 1 || isBeforeDocument(box) || style.opacity === '0' || style.clip !== 'auto' ||
      style.clipPath !== 'none' || style.pointerEvents === 'none';
}

// Returns the select that shows no box of this option, because its list is closed; null for any other element.
function closedListOf(element) {
  if (!/^(option|optgroup)$/.test(localNameOf(element))) return null;
  const select = closestOf(element, 'select');
  if (select === null) return null;
  for (const {width, height} of drawnBoxesOf(element))
    if (width > 0 && height > 0) return null;
  return select;
}

// Returns the element that a person would point at to reach `element`.
function pointedAtFor(element) {
  const closedList = closedListOf(element);
  if (closedList !== null) return closedList;
  const isDrawn = !isDrawnByOther(element);
  if (isReadOnly(element) && (!isDrawn || isTypedUnseen(element)) && isTextBox(element))
    return boxAround(element) ?? element;
  if (isDrawn) return element;
  const labels = [...(element.labels ?? [])].filter(one => isVisible(one) && takesPointer(one));
  const own = labels.find(one => composedContains(one, element)) ?? faceOf(element) ??
      labels.find(one => hasPressedPart(one)) ?? labels[0];
  return own ?? (isVisible(element) && takesPointer(element) ? element : componentOf(element) ?? element);
}

// Returns what is drawn instead of a checkbox or radio button without area: the nearest element around it with a box,
// if the control is the only one in there and something is beside it. A person points at that rather than at its label,
// which may be anywhere.
function faceOf(element) {
  if (localNameOf(element) !== 'input' || !/^(checkbox|radio)$/.test(element.type) || isVisible(element)) return null;
  for (let around = parentOf(element), levels = 0; around !== null && levels < mostFaceLevels;
       around = parentOf(around), ++levels) {
    if (nodeTypeOf(around) !== 1) return null;
    if (!isVisible(around)) continue;
    const inside = elementsBelow(around);
    const isAlone = !inside.some(one => one !== element && matchesSelector(one, `label,${controlSelector}`));
    return isAlone && takesPointer(around) && inside.some(one => isVisible(one)) ? around : null;
  }
  return null;
}

const mostFaceLevels = 3;

// Returns what a component draws around an unseen text box that takes no text, such as the box for keys in a list of
// choices: the nearest element around it with a box, if the text box is the only control in there for typing or
// choosing.
function boxAround(textBox) {
  for (let around = parentOf(textBox), levels = 0; around !== null && levels < mostFaceLevels;
       around = parentOf(around), ++levels) {
    if (nodeTypeOf(around) !== 1 || around === documentPart('body')) return null;
    if (!isVisible(around) || isAreaLess(boxOf(around))) continue;
    const isAlone =
        !elementsBelow(around).some(one => one !== textBox && matchesSelector(one, 'input,select,textarea'));
    return isAlone && takesPointer(around) ? around : null;
  }
  return null;
}

// Whether a person sees the element, or what represents it.
function hasVisibleFace(element) {
  if (isVisible(element)) return true;
  if (localNameOf(element) !== 'input' || !isSeen(element) || !/^(checkbox|radio)$/.test(element.type)) return false;
  const pointedAt = pointedAtFor(element);
  return pointedAt !== element && isVisible(pointedAt);
}

function isVisibleToPeople(element) {
  return !isNotRendered(element) && hasVisibleFace(element) && !isForNoEye(element, localNameOf(element));
}

function takesPointer(element) { return getComputedStyle(element).pointerEvents !== 'none'; }

// Whether the element is a text or a text box with pointer-events: none (CSS Basic UI 4 §6.1). A person points at it,
// and an element around it should get the click. A button with this style is disabled.
function leavesPointerToOthers(element) {
  if (takesPointer(element) || pressedRoles.has(roleOf(element))) return false;
  return isTextBox(element) || normalised(textOf(element)) !== '';
}

// Whether a hit on an element around counts. A hit on the page as a whole never counts.
function standsIn(element, hit) {
  return hit !== documentPart('body') && hit !== documentPart('documentElement') && composedContains(hit, element);
}

// Whether a component draws `hit` in front of its text box, such as the chosen value: beside the text box, and no
// control itself.
function isDrawnBeside(textBox, hit) {
  if (!isTextBox(textBox)) return false;
  const around = parentOf(textBox);
  for (let at = hit; at !== null && !matchesSelector(at, controlSelector); at = parentOf(at))
    if (at === around) return true;
  return false;
}

const pressedRoles = new Set([
  'button', 'checkbox', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio', 'slider', 'switch',
  'tab', 'treeitem'
]);

// Returns the component whose only control is this native checkbox or radio button: it draws the control and switches
// it.
function componentOf(element) {
  if (localNameOf(element) !== 'input' || !/^(checkbox|radio)$/.test(element.type)) return null;
  if (!isDrawnByOther(element) && getComputedStyle(element).appearance !== 'none') return null;
  const root = rootOf(element);
  return nodeTypeOf(root) === 11 && root.host !== undefined && allMatching(root, controlSelector).length === 1 ?
      root.host :
      null;
}

const controlSelector = 'a[href],button,input,select,textarea';

// A label does not pass a press on to its control if the press hits one of these in the label (HTML 4.10.4, label
// activation behaviour; 3.2.5.2.7, interactive content). The roles represent controls that scripts make of other
// elements.
const keepsPressSelector =
    'a[href],audio[controls],button,details,embed,iframe,img[usemap],input:not([type=hidden]),label,' +
    'object,select,textarea,video[controls],[role=button],[role=link]';

// Whether the label has a part to press that passes the press on.
function hasPressedPart(label) {
  return arrayOf(childNodesOf(label)).some(child => {
    if (nodeTypeOf(child) === 3) return normalised(child.data) !== '';
    return nodeTypeOf(child) === 1 && !matchesSelector(child, keepsPressSelector) &&
        (/^(img|svg)$/.test(localNameOf(child)) || hasPressedPart(child));
  });
}

// Whether an element between `hit` and `around` takes a press that is meant for `element`.
function isKeptOnTheWay(hit, element, around) {
  for (let at = hit; at !== null && at !== around; at = parentOf(at)) {
    if (at !== element && nodeTypeOf(at) === 1 && matchesSelector(at, keepsPressSelector)) return true;
  }
  return false;
}

// Toolkits that draw into a canvas make elements for screen readers, which show nothing themselves. These elements lie
// behind the canvas (Qt: z-index -1) or let presses through (Flutter's texts and groups, and Compose Multiplatform:
// pointer-events:none), so a press on one of them is meant for what is drawn there.
const mirrorHosts = '.qt-window-a11y-container,flt-semantics-host,#cmp_a11y_root';
const drawnSurfaces = 'canvas,flt-glass-pane,flutter-view';

function isMirroredBy(hit, element) {
  if (!matchesSelector(hit, drawnSurfaces)) return false;
  const host = closestOf(element, mirrorHosts);
  return host !== null && composedContains(parentOf(host), hit);
}

// Whether an event at `hit` is an event for `element`: on it, in it, on the label that passes it on, on what its
// component draws for it, or on the canvas that shows it.
function reaches(hit, element, pointedAt) {
  if (isStandIn(element)) return standInKindOf(element).isHit(hit, element);
  // A group of options is pressed on its label, not on its options.
  if (composedContains(element, hit)) return localNameOf(element) !== 'optgroup' || closestOf(hit, 'option') === null;
  if (composedContains(pointedAt, hit)) return !isKeptOnTheWay(hit, element, pointedAt);
  if (leavesPointerToOthers(pointedAt) && (standsIn(pointedAt, hit) || isDrawnBeside(pointedAt, hit))) return true;
  if (isMirroredBy(hit, element)) return true;
  const component = componentOf(element);
  for (let at = hit; at !== null; at = parentOf(at)) {
    const isOwn = at === component || localNameOf(at) === 'label' && at.control === element;
    if (isOwn) return !isKeptOnTheWay(hit, element, at);
  }
  return false;
}
