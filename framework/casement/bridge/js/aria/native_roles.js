// Computes the native role of an element in its context: HTML-AAM 1.0 §3.5, SVG-AAM 1.0 §5, MathML-AAM.

const sectioningSelector = `article, aside, main, nav, section, [role~="article"], [role~="complementary"],
  [role~="main"], [role~="navigation"], [role~="region"]`;
// For an aside, a main landmark is not sectioning content (HTML-AAM, aside).
const sectioningForAside = `article, aside, nav, section, [role~="article"], [role~="complementary"],
  [role~="navigation"], [role~="region"]`;

// Permission buttons, which the browser renders and labels (Permission Element). Some builds lack some of these.
const drawnControls = new Set(words('camera geolocation install microphone usermedia'));

function isDrawnControl(element, localName) {
  return drawnControls.has(localName) && namespaceOf(element) === htmlNamespace &&
      !(element instanceof HTMLUnknownElement);
}

const drawnRole = (element) => (isDrawnControl(element, localNameOf(element)) ? 'button' : 'generic');

const htmlRoles = new Map(Object.entries({
  ...Object.fromEntries([...drawnControls].map((localName) => [localName, drawnRole])),
  a: (element) => (hasAttributeNamed(element, 'href') ? 'link' : 'generic'),
  address: 'group',
  area: (element) => (hasAttributeNamed(element, 'href') ? 'link' : 'generic'),
  article: 'article',
  aside: (element) => (isInside(element, sectioningForAside) && !hasName(element) ? 'generic' : 'complementary'),
  blockquote: 'blockquote',
  button: buttonRole,
  caption: (element) => (tableRoleAround(element) === null ? 'generic' : 'caption'),
  code: 'code',
  datalist: 'listbox',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dir: 'list',
  dfn: 'term',
  dialog: 'dialog',
  div: 'generic',
  dt: 'term',
  em: 'emphasis',
  embed: embedRole,
  fieldset: 'group',
  fencedframe: 'iframe',
  figure: 'figure',
  footer: (element) => (isInside(element, sectioningSelector) ? 'sectionfooter' : 'contentinfo'),
  form: 'form',
  frame: 'iframe',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  header: (element) => (isInside(element, sectioningSelector) ? 'sectionheader' : 'banner'),
  hgroup: 'group',
  hr: 'separator',
  iframe: 'iframe',
  img: imageRole,
  input: inputRole,
  ins: 'insertion',
  li: (element) => listItemRole(element),
  main: 'main',
  mark: 'mark',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  object: objectRole,
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  s: 'deletion',
  search: 'search',
  section: (element) => (hasName(element) ? 'region' : 'generic'),
  select: (element) => (element.multiple || element.size > 1 ? 'listbox' : 'combobox'),
  strong: 'strong',
  sub: 'subscript',
  summary: (element) => (isSummaryOfDetails(element) ? 'button' : 'generic'),
  sup: 'superscript',
  table: 'table',
  tbody: (element) => (tableRoleAround(element) === null ? 'generic' : 'rowgroup'),
  td: (element) => cellRole(element),
  textarea: 'textbox',
  tfoot: (element) => (tableRoleAround(element) === null ? 'generic' : 'rowgroup'),
  th: (element) => headerCellRole(element),
  thead: (element) => (tableRoleAround(element) === null ? 'generic' : 'rowgroup'),
  time: 'time',
  tr: (element) => (tableRoleAround(element) === null ? 'generic' : 'row'),
  ul: 'list',
}));

// Shapes and groups count only if their author has named or described them, or has made them usable (SVG-AAM §5.1.2,
// elements that may be included).
const svgRoles = new Map(Object.entries({
  a: (element) => (hasAttributeNamed(element, 'href') || hasAttributeNamed(element, 'xlink:href') ? 'link' : 'generic'),
  svg: 'img',
  image: 'img',
  ...Object.fromEntries(['circle', 'ellipse', 'line', 'path', 'polygon', 'polyline', 'rect'].map(
      (shape) => [shape, (element) => (isIncluded(element) ? 'graphics-symbol' : 'generic')])),
  ...Object.fromEntries(['foreignObject', 'g', 'switch', 'text', 'textPath', 'tspan'].map(
      (group) => [group, (element) => (isIncluded(element) ? 'group' : 'generic')])),
  use: (element) => (isIncluded(element) ? 'graphics-object' : 'generic'),
}));

function isIncluded(element) {
  if (hasName(element)) return true;
  if (hasAnyAttribute(element) && isFocusable(element)) return true;
  if (hasAttributeNamed(element, 'aria-describedby') && referencedText(describedByGetter.call(element), element) !== '')
    return true;
  for (const child of childElementsOf(element))
    if (localNameOf(child) === 'desc') return true;
  return false;
}

function nativeRoleOf(element, localName, traits) {
  if (isOfHtml(element, traits)) return roleFrom(htmlRoles, element, localName, traits);
  const namespace = namespaceOf(element);
  if (namespace === svgNamespace) return roleFrom(svgRoles, element, localName, traits);
  return namespace === mathNamespace && localName === 'math' ? 'math' : 'generic';
}

function roleFrom(roles, element, localName, traits) {
  const entry = roles.get(localName);
  const role = typeof entry === 'function' ?
      entry(element) :
      (entry ?? (knowsInternals ? internalsOf(element)?.role : undefined) ?? 'generic');
  if (role !== 'generic' || (traits & (withMinimumRole | withTabindex | withFocusgroup)) === 0) return role;
  if ((traits & withMinimumRole) !== 0 && hasAttributeNamed(element, 'popover')) return 'group';
  if (roles !== htmlRoles) return role;
  const given = genericRole(element);
  return given === 'generic' && (traits & withMinimumRole) !== 0 && givesMinimumRole(element) ? 'group' : given;
}

// HTML-AAM 1.0, features that require a minimum role, and its attributes autofocus and draggable: each "provides a
// minimum role of group" to an element without another role.
function givesMinimumRole(element) {
  if (hasAttributeNamed(element, 'popover')) return true;
  return !rolesOfPlatforms.has(localNameOf(element)) &&
      (hasAttributeNamed(element, 'autofocus') || hasAttributeNamed(element, 'draggable'));
}

// Elements without an ARIA role, but with a role in each platform's API.
const rolesOfPlatforms =
    new Set(words('abbr audio canvas cite dl figcaption kbd label legend map rp rt ruby summary var video'));

// Returns the minimum role if the author has set none or generic: "or the specified role is either none, presentation,
// or generic". Returns null for an element whose native role the author has removed.
function minimumRole(element, localName, traits) {
  if (!isOfHtml(element, traits) || !givesMinimumRole(element)) return null;
  const entry = htmlRoles.get(localName);
  return (typeof entry === 'function' ? entry(element) : (entry ?? 'generic')) === 'generic' ? 'group' : null;
}

// An empty alt marks a decoration, even with a tooltip, unless the author has set a label or another global attribute,
// or the image is focusable (HTML-AAM 1.0 §3.5 img; a label of only white space does not count).
function imageRole(element) {
  if (attributeOf(element, 'alt') !== '') return 'img';
  if (isFocusable(element)) return 'img';
  for (const name of globalAttributes) {
    if (hasAttributeNamed(element, name) && (name !== 'aria-label' || authorLabel(element) !== '')) return 'img';
  }
  return 'none';
}

function objectRole(element) {
  uncached(element);
  if (element.contentWindow !== null) return 'iframe';
  return /^image\//i.test(element.type) || /^data:image\//i.test(element.data) ? 'img' : 'generic';
}

// Elements known to own a frame, as reported by C++.
const knownFrameOwners = new WeakSet();

// An embed element does not reveal its content. Only a frame of this origin reveals its owner; other frames are unknown
// here until C++ has reported the owner (noteFrameOwner).
function embedRole(element) {
  uncached(element);
  if (knownFrameOwners.has(element)) return 'iframe';
  for (let i = 0; i < window.length; ++i) {
    try {
      if (window[i].frameElement === element) return 'iframe';
    } catch {
      // another origin
    }
  }
  return /^image\//i.test(element.type) ? 'img' : 'generic';
}

// Whether an ancestor matches, also through shadow hosts.
function isInside(element, selector) {
  for (let above = parentOf(element); above !== null;) {
    if (closestOf(above, selector) !== null) return true;
    const root = rootOf(above);
    above = nodeTypeOf(root) === 11 ? (root.host ?? null) : null;
  }
  return false;
}

// Whether the element is an accessibility child of a list: only generics may be in between (HTML-AAM, li; ARIA 1.3
// §5.2.5).
function listItemRole(element) {
  for (let above = readingParentOf(element); above !== null; above = readingParentOf(above)) {
    if (localNameOf(above) === 'li') return 'generic';  // either an item itself, or not inside a list either
    const role = roleOf(above);
    if (role === 'list') return 'listitem';
    if (role === 'none') return 'none';
    if (role !== 'generic') return 'generic';
  }
  return 'generic';
}

// Returns the role of the table around these parts; null without a table, or if the table's author has given it another
// role. Caches the last parent, because siblings ask one after the other.
function tableRoleAround(element) {
  const parent = parentNodeOf(element);
  if (parent !== tableAround.parent || parent === null) {
    const table = closestOf(element, 'table');
    tableAround = {parent, role: table === null ? null : tableRole(table)};
  }
  return tableAround.role;
}
let tableAround = {parent: null, role: null};
onNewReading(() => { tableAround = {parent: null, role: null}; });

function tableRole(table) {
  if (!hasAttributeNamed(table, 'role')) return 'table';
  const role = roleOf(table);
  return role === 'table' || role === 'grid' || role === 'treegrid' ? role : null;
}

function cellRole(element) {
  const table = tableRoleAround(element);
  if (table === null) return 'generic';
  return table === 'table' ? 'cell' : 'gridcell';
}

// HTML §4.9.12 forming relationships between cells, as far as one row reveals them: `scope` decides. Without `scope`, a
// header next to data is a row header, any other a column header.
function headerCellRole(element) {
  if (tableRoleAround(element) === null) return 'generic';
  const scope = (attributeOf(element, 'scope') ?? '').trim().toLowerCase();
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  const next = nextElementSiblingOf(element);
  const previous = previousElementSiblingOf(element);
  const besideData =
      (next !== null && localNameOf(next) === 'td') || (previous !== null && localNameOf(previous) === 'td');
  return besideData ? 'rowheader' : 'columnheader';
}
