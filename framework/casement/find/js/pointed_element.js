// Owns what a person would point at to reach an element, and whether what is hit there stands for the element.

// Above or left of the document, where nobody can scroll to (CSSOM View 1 §2, scrolling area).
function isBeforeDocument(box) {
  if (box.right > 0 && box.bottom > 0) return false;
  const top = documentPart('documentElement');
  const isRightToLeft = getComputedStyle(top).direction === 'rtl';
  const left = (isRightToLeft ? elementPart(top, 'clientWidth') - elementPart(top, 'scrollWidth') : 0) - scrollX;
  return box.right <= left || box.bottom <= -scrollY;
}

// A native control that is drawn by something else: nobody could hit its own box.
function isDrawnByOther(element) {
  if (!/^(input|select|button)$/.test(localNameOf(element))) return false;
  const box = boxOf(element);
  const style = getComputedStyle(element);
  return box.width <= 1 || box.height <= 1 || isBeforeDocument(box) || style.opacity === '0' || style.clip !== 'auto' ||
      style.clipPath !== 'none' || style.pointerEvents === 'none';
}

// The select that shows no box of this option, because its list is closed; null for any other element.
function closedListOf(element) {
  if (!/^(option|optgroup)$/.test(localNameOf(element))) return null;
  const select = closestOf(element, 'select');
  if (select === null) return null;
  for (const {width, height} of drawnBoxesOf(element))
    if (width > 0 && height > 0) return null;
  return select;
}

// The element that a person would point at to reach `element`.
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

// What is drawn in the place of a checkbox or radio button that has no area: the nearest element around it with a box,
// where it is the one control in there and something stands beside it. A person points at that rather than at its
// label, which may stand anywhere.
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

// What a component draws around a text box that nobody sees and that takes no text, as a list of choices has one for
// the keys: the nearest element around it with a box, where it is the one control in there that a person types into or
// chooses with.
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

// Whether a person is shown the element, or what stands for it.
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

// A text, or a box to type in, with pointer-events: none (CSS Basic UI 4 §6.1): a person points at it, and an element
// around it is meant to get the click. A button of that kind is switched off.
function leavesPointerToOthers(element) {
  if (takesPointer(element) || pressedRoles.has(roleOf(element))) return false;
  return isTextBox(element) || normalised(textOf(element)) !== '';
}

// The page as a whole is no place to click for what stands in it.
function standsIn(element, hit) {
  return hit !== documentPart('body') && hit !== documentPart('documentElement') && composedContains(hit, element);
}

// What a component draws in front of its text box, such as the value that was chosen: beside it, and no control itself.
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

// The component that a native checkbox or radio button is the one control of: it draws it, and it switches it.
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
// activation behaviour; 3.2.5.2.7, interactive content). The roles stand for what scripts make of other elements.
const keepsPressSelector =
    'a[href],audio[controls],button,details,embed,iframe,img[usemap],input:not([type=hidden]),label,' +
    'object,select,textarea,video[controls],[role=button],[role=link]';

// Whether the label has something to press that does not keep the press.
function hasPressedPart(label) {
  return arrayOf(childNodesOf(label)).some(child => {
    if (nodeTypeOf(child) === 3) return normalised(child.data) !== '';
    return nodeTypeOf(child) === 1 && !matchesSelector(child, keepsPressSelector) &&
        (/^(img|svg)$/.test(localNameOf(child)) || hasPressedPart(child));
  });
}

// Whether something between `hit` and `around` keeps a press that is meant for `element`.
function isKeptOnTheWay(hit, element, around) {
  for (let at = hit; at !== null && at !== around; at = parentOf(at)) {
    if (at !== element && nodeTypeOf(at) === 1 && matchesSelector(at, keepsPressSelector)) return true;
  }
  return false;
}

// Whether an event at `hit` is an event for `element`: on it, in it, on the label that passes it on, or on what its
// component draws for it.
function reaches(hit, element, pointedAt) {
  if (isStandIn(element)) return isHitOfControl(hit, element);
  // The label of a group of options is pressed beside its options.
  if (composedContains(element, hit)) return localNameOf(element) !== 'optgroup' || closestOf(hit, 'option') === null;
  if (composedContains(pointedAt, hit)) return !isKeptOnTheWay(hit, element, pointedAt);
  if (leavesPointerToOthers(pointedAt) && (standsIn(pointedAt, hit) || isDrawnBeside(pointedAt, hit))) return true;
  const component = componentOf(element);
  for (let at = hit; at !== null; at = parentOf(at)) {
    const isOwn = at === component || localNameOf(at) === 'label' && at.control === element;
    if (isOwn) return !isKeptOnTheWay(hit, element, at);
  }
  return false;
}
