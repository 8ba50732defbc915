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

// The element that a person would point at to reach `element`.
function pointedAtFor(element) {
  if (localNameOf(element) === 'option' || localNameOf(element) === 'optgroup') return closestOf(element, 'select') ?? element;
  if (!isDrawnByOther(element)) return element;
  const labels = [...(element.labels ?? [])].filter(one => isVisible(one) && takesPointer(one));
  const own = labels.find(one => composedContains(one, element)) ?? faceOf(element) ?? labels[0];
  return own ?? (isVisible(element) && takesPointer(element) ? element : componentOf(element) ?? element);
}

// What is drawn in the place of a checkbox or radio button that has no area: the nearest element around it with a box, where
// it is the one control in there and something stands beside it. A person points at that rather than at its label, which
// may stand anywhere.
function faceOf(element) {
  if (localNameOf(element) !== 'input' || !/^(checkbox|radio)$/.test(element.type) || isVisible(element)) return null;
  for (let around = parentOf(element), levels = 0; around !== null && levels < mostFaceLevels; around = parentOf(around), ++levels) {
    if (nodeTypeOf(around) !== 1) return null;
    if (!isVisible(around)) continue;
    const inside = elementsBelow(around);
    const isAlone = !inside.some(one => one !== element && matchesSelector(one, `label,${controlSelector}`));
    return isAlone && takesPointer(around) && inside.some(one => isVisible(one)) ? around : null;
  }
  return null;
}

const mostFaceLevels = 3;

// Whether a person is shown the element, or what stands for it.
function hasVisibleFace(element) {
  if (isVisible(element)) return true;
  if (localNameOf(element) !== 'input' || !isSeen(element) || !/^(checkbox|radio)$/.test(element.type)) return false;
  const pointedAt = pointedAtFor(element);
  return pointedAt !== element && isVisible(pointedAt);
}

function isVisibleToPeople(element) {
  return !isNotRendered(element) && hasVisibleFace(element);
}

function takesPointer(element) {
  return getComputedStyle(element).pointerEvents !== 'none';
}

// A text, or a box to type in, with pointer-events: none (CSS Basic UI 4 §6.1): a person points at it, and an element around
// it is meant to get the click. A button of that kind is switched off.
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
  for (let at = hit; at !== null && !matchesSelector(at, controlSelector); at = parentOf(at)) if (at === around) return true;
  return false;
}

const pressedRoles = new Set(['button', 'checkbox', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio',
  'slider', 'switch', 'tab', 'treeitem']);

// The component that a native checkbox or radio button is the one control of: it draws it, and it switches it.
function componentOf(element) {
  if (localNameOf(element) !== 'input' || !/^(checkbox|radio)$/.test(element.type)) return null;
  if (!isDrawnByOther(element) && getComputedStyle(element).appearance !== 'none') return null;
  const root = rootOf(element);
  return nodeTypeOf(root) === 11 && root.host !== undefined && allMatching(root, controlSelector).length === 1 ? root.host : null;
}

const controlSelector = 'a[href],button,input,select,textarea';

// Whether an event at `hit` is an event for `element`: on it, in it, on the label that passes it on, or on what its
// component draws for it.
function reaches(hit, element, pointedAt) {
  if (composedContains(element, hit) || composedContains(pointedAt, hit)) return true;
  if (leavesPointerToOthers(pointedAt) && (standsIn(pointedAt, hit) || isDrawnBeside(pointedAt, hit))) return true;
  const component = componentOf(element);
  let isOther = false;
  for (let at = hit; at !== null; at = parentOf(at)) {
    if (localNameOf(at) === 'label' && at.control === element) return true;
    if (at === component) return !isOther;
    isOther ||= matchesSelector(at, controlSelector);
  }
  return false;
}
