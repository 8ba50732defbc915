// Finds the elements that style sheets may affect in a way that matters here: generate text in them
// (generated_content.js), skip their content (CSS Containment 2 §4, content-visibility), show a pointer, remove their
// boxes, transform their letters, make them inert, position them anywhere, or give them the controls of a carousel
// (aria/carousels.js). Asking each element costs more than the walk itself, so the sheets are read first to find the
// elements in question.

// The selectors of all sheets, reused over several readings. Selectors of removed or changed sheets remain and only
// give too many hints. The index is rebuilt when it contains more than twice the sheets that a reading has used.
class FiledSheets {
  index_ = new SelectorIndex();
  filed_ = new Map();  // by SheetReading: { kinds, rests }
  used_ = new Set();

  file(read) {
    // A document's quirks mode is fixed once its parser has begun, or has begun again.
    if (this.used_.size === 0 && this.index_.mode !== documentPart('compatMode')) this.clear_();
    this.used_.add(read);
    let filed = this.filed_.get(read);
    if (filed === undefined) {
      filed = {kinds: 0, rests: []};
      const rests = new Map();
      for (const [kinds, list] of read.lists) {
        filed.kinds |= kinds;
        for (let kind = 1; kind <= kinds; kind <<= 1) {
          if ((kinds & kind) === 0) continue;
          const rest = this.index_.add(kind, list);
          if (rest !== '') rests.set(kind, rests.has(kind) ? `${rests.get(kind)},${rest}` : rest);
        }
      }
      filed.rests = [...rests];  // one search for each kind
      this.filed_.set(read, filed);
    }
    return filed;
  }

  kindsOf(element, localName, hasAttributes) {
    this.index_.hasLooked = false;
    const kinds = this.index_.kindsOf(element, localName, hasAttributes);
    if (this.index_.hasLooked) answered(element, askFiledKinds, kinds);
    return kinds;
  }

  inUse() { return [...this.used_]; }

  endReading() {
    if (this.used_.size === 0) return;
    if (this.filed_.size > 2 * this.used_.size) this.clear_();
    this.used_.clear();
  }

  clear_() {
    this.index_ = new SelectorIndex();
    this.filed_.clear();
  }
}

const filedSheets = new FiledSheets();
const askFiledKinds = (element) => filedSheets.kindsOf(element, localNameOf(element), true);

// For the current reading, over all noted roots.
let sheetHints = null;
const notedRoots = new Set();

class SheetHints {
  unknown = 0;  // kinds for which each element must be asked
  possible = 0;  // kinds that are possible for any element at all
  marked = new Map();  // by element: kinds found by other means than filed selectors
  last_ = null;
  kindsOfLast_ = 0;

  mark(element, kinds) {
    this.possible |= kinds;
    this.marked.set(element, (this.marked.get(element) ?? 0) | kinds);
    this.last_ = null;
  }

  // Makes these kinds possible for all elements.
  distrust(kinds) {
    this.possible |= kinds;
    this.unknown |= kinds;
    this.last_ = null;
  }

  // Files the selectors of a sheet. Returns [kind, joined selectors that could match any element of a root].
  file(read) {
    const filed = filedSheets.file(read);
    this.possible |= filed.kinds & ~this.unknown;
    this.last_ = null;
    return filed.rests.filter(([kind]) => (this.unknown & kind) === 0);
  }

  markMatching(root, kind, list) {
    for (const element of arrayOf(allMatching(root, list))) this.mark(element, kind);
  }

  // `hasAttributes`: whether the element may have attributes.
  kindsOf(element, localName, hasAttributes = true) {
    return this.possible &
        (this.unknown | filedSheets.kindsOf(element, localName, hasAttributes) |
         (this.marked.size > 0 ? this.marked.get(element) ?? 0 : 0));
  }

  // Caches the last element, because an element is often asked several times in a row.
  kindsAgain(element, localName) {
    if (element !== this.last_) {
      this.last_ = element;
      this.kindsOfLast_ = this.kindsOf(element, localName);
    }
    return this.kindsOfLast_;
  }
}

onNewReading(() => {
  sheetHints = null;
  filedSheets.endReading();
  notedRoots.clear();
});

// For callers that look at few elements, because asking each of these costs less than reading the sheets.
function distrustSheets() {
  sheetHints = new SheetHints();
  sheetHints.distrust(everything);
}

// `styled`: the result of styledInline for the document, if known.
function hintsOfSheets(styled = null) {
  if (sheetHints === null) {
    sheetHints = new SheetHints();
    noteRoot(document, styled);
  }
  return sheetHints;
}

function maySheets(element, kind, localName = localNameOf(element)) {
  const hints = sheetHints ?? hintsOfSheets();
  return (hints.possible & kind) !== 0 && (hints.kindsAgain(element, localName) & kind) !== 0;
}

// Returns all effects that sheets may have on the element.
function kindsBySheets(element, localName, hasAttributes) {
  const hints = sheetHints ?? hintsOfSheets();
  return hints.possible === 0 ? 0 : hints.kindsOf(element, localName, hasAttributes);
}

let noteSlottedChild = null;

// `note` is called with each element that has a slot attribute, when its root is noted.
function onSlottedChild(note) { noteSlottedChild = note; }

const styledInline = (root) => arrayOf(allMatching(root, '[style],[hidden],[popover],[slot]'));

// Every root must be noted before its elements are asked.
function noteRoot(root, styled = null) {
  if (notedRoots.has(root) || isStandIn(root)) return;  // no sheet reaches a stand-in
  const all = hintsOfSheets();
  if (notedRoots.has(root)) return;
  notedRoots.add(root);
  if (all.unknown === everything) {
    nameForeignSheets(root);
    return;
  }
  for (const element of styled ?? styledInline(root)) noteInlineStyle(element, all);
  const skippers = [];
  try {
    if (root === document) expectToPay();
    for (const sheets of sheetListsOf(root)) {
      for (let i = 0; i < sheets.length; ++i) {
        // Also reads a disabled sheet, because Chrome may apply that state later.
        const read = readSheet(sheets[i]);
        applySheet(read, root, all);
        skippers.push(...read.skippers);
      }
    }
    if (mayAnimate(root)) all.distrust(hiding);
  } catch {
    // A sheet of another origin that is not known yet (SecurityError), too many rules, or an invalid selector.
    all.distrust(everything);
    nameForeignSheets(root);
  }
  if ((all.possible & skipping) !== 0) renderSkipped(allMatching(root, skippersIn(skippers, all)));
}

onShadowRoot((root) => noteRoot(root));

function skippersIn(lists, all) {
  if ((all.unknown & skipping) !== 0) return 'details';
  return ['[style*="content-visibility" i]', ...lists].join(',');
}

function noteInlineStyle(element, all) {
  if (hasAttributeNamed(element, 'slot')) noteSlottedChild(element);
  const style = attributeOf(element, 'style');
  let kinds = hasAttributeNamed(element, 'hidden') || hasAttributeNamed(element, 'popover') ? hiding : 0;
  if (style === null) {
    if ((kinds & hiding) !== 0 && attributeOf(element, 'hidden')?.toLowerCase() === 'until-found') kinds |= skipping;
  } else {
    if (hidingDeclaration.test(style)) kinds |= hiding;
    if (/content-visibility|\\/i.test(style)) kinds |= skipping;
    if (/cursor|\ball\b|\\/i.test(style)) kinds |= pointing;
    if (/interactivity|\ball\b|\\/i.test(style)) kinds |= disabling;
    if (/position|\ball\b|\\/i.test(style)) kinds |= placing;
    if (/text-transform|\ball\b|\\/i.test(style)) kinds |= transforming;
  }
  if (kinds !== 0) all.mark(element, kinds);
}

// Matches a style attribute as written; property names may be escaped.
const hidingDeclaration = /display|visibility|content|\ball\b|\\/i;

// Whether a script or a running transition may remove boxes or visibility. Keyframes in a sheet are found when the
// sheet is read.
function mayAnimate(root) {
  return root.getAnimations().some(
      (animation) =>
          (animation instanceof CSSTransition ? /visibility|display|^content/.test(animation.transitionProperty) :
                                                !(animation instanceof CSSAnimation)));
}

function mayGenerate(localName, traits) { return (traits & sheetsGenerate) !== 0 || localName === 'q'; }

// Default for callers without computed hints: every style must be read.
function mayGenerateIn(element) { return maySheets(element, generating) || localNameOf(element) === 'q'; }

// Whether the element has a box but the browser does not render its content. Inline boxes cannot skip their content
// (CSS Containment 2 §4).
function skipsContent(element, localName) {
  if (!maySheets(element, skipping, localName)) return false;
  const {contentVisibility, display} = styleOf(element);
  return contentVisibility === 'hidden' && display !== 'inline' && display !== 'contents';
}

// Whether the element may have another cursor than its parent. Links and image buttons have their own cursor by
// default.
function mayPoint(element, localName, traits) {
  return (traits & sheetsPoint) !== 0 || localName === 'a' || localName === 'area' ||
      (localName === 'input' && element.type === 'image');
}

// Returns all flags of an element. Precondition: its root has been noted.
function traitsOf(element, localName) {
  let traits = attributeBits(element);
  if (namespaceOf(element) !== htmlNamespace) traits |= foreign;
  const shadow = shadowRootOf(element);
  if (shadow !== null) {
    noteRoot(shadow);  // its sheets may style the host
    traits |= hosting;
  } else if (canHost(localName)) {
    answered(element, askHosting, false);
  }
  return traits | (kindsBySheets(element, localName, (traits & withAny) !== 0) << inSheets);
}

// The same for an element whose root may not have been noted yet.
function traitsAnywhere(element, localName) {
  noteRoot(rootOf(element));
  return traitsOf(element, localName);
}
