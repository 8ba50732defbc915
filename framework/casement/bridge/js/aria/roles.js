// Computes the role of an element. The author's role takes precedence (WAI-ARIA 1.2 §7.1 and §8.2: the first known
// token of the list, conflicts of a presentational role, roles outside their required context) over the native role. A
// role set through ElementInternals replaces the native role (element_internals.js).

function roleOf(element, localName = localNameOf(element), traits = anything) {
  const attribute = (traits & withRole) !== 0 ? attributeOf(element, 'role') : null;
  if (attribute !== null) {
    const role = authoredRoleOf(element, attribute);
    if ((role === 'none' || role === 'generic') && (traits & withMinimumRole) !== 0)
      return minimumRole(element, localName, traits) ?? role;
    if (role !== null) return role;
  }
  return nativeRoleOf(element, localName, traits);
}

function authoredRoleOf(element, attribute) {
  for (const token of attribute.toLowerCase().split(/[\t\n\f\r ]+/)) {
    if (!knownRoles.has(token)) continue;
    const role = roleSynonyms.get(token) ?? token;
    if (role === 'none') return hasPresentationConflict(element) ? null : role;
    if ((role === 'region' || role === 'form') && !hasName(element)) continue;
    if (role in requiredContexts && !isStandIn(element) && !isInContext(element, requiredContexts[role])) continue;
    return role;
  }
  return null;
}

const requiredContexts = {
  __proto__: null,
  listitem: new Set(['list']),
  option: new Set(['listbox', 'combobox']),
  treeitem: new Set(['tree']),
};

// Generic and presentational elements and groups may be in between, and tree items within a tree. An element that needs
// a context itself ends the search: it is not the required context, and nothing above it counts.
function isInContext(element, contexts) {
  for (let above = readingParentOf(element); above !== null; above = readingParentOf(above)) {
    const claim = attributeOf(above, 'role')?.trim().toLowerCase();
    if (claim === 'treeitem' && contexts.has('tree')) continue;
    if (claim !== undefined && claim in requiredContexts) return false;
    const role = roleOf(above);
    if (contexts.has(role)) return true;
    if (role !== 'generic' && role !== 'none' && role !== 'group') return false;
  }
  return false;
}

function hasPresentationConflict(element) {
  if (isFocusable(element)) return true;
  for (const name of globalAttributes)
    if (hasAttributeNamed(element, name)) return true;
  return false;
}

function isFocusable(element) {
  if (hasAttributeNamed(element, 'tabindex')) return !isNaN(parseInt(attributeOf(element, 'tabindex'), 10));
  if (tabIndexOf(element) < 0) return hasAttributeNamed(element, 'contenteditable') && isEditingHost(element);
  if (localNameOf(element) === 'a' || localNameOf(element) === 'area') return matchesSelector(element, ':any-link');
  return !matchesSelector(element, ':disabled');
}

// Whether the author has named the element (for roles without a name from content). Returns false during the element's
// own computation.
function hasName(element) {
  let answer = hasNameMemo.get(element);
  if (answer === undefined) {
    hasNameMemo.set(element, false);
    answer = nameOf(element, 'region') !== '';
    hasNameMemo.set(element, answer);
    noteNamed(element, answer);
  }
  return answer;
}
let hasNameMemo = new Map();
onNewReading(() => { hasNameMemo = new Map(); });
