// Computes the flags of an element once per walk: its attributes (one list of names costs less than a query for each),
// whether it belongs to HTML, whether it is a shadow host, and how style sheets may affect it. A set flag means "ask
// the element"; a cleared flag means that asking is unnecessary.

const withRole = 1;
const withId = 1 << 1;
const withInert = 1 << 2;
const withMinimumRole = 1 << 3;
const withTabindex = 1 << 4;
const withContentEditable = 1 << 5;
const withTitle = 1 << 6;
const withPlaceholder = 1 << 7;
const withAriaHidden = 1 << 8;
const withAriaDisabled = 1 << 9;
const withAriaLabel = 1 << 10;
const withLabelledby = 1 << 11;
const withOwns = 1 << 12;
const withState = 1 << 13;  // an ARIA state, or a state of a native control
const withAction = 1 << 14;
const withListener = 1 << 15;
const withFocusgroup = 1 << 27;
const withAny = 1 << 16;
const foreign = 1 << 17;  // not an HTML element
const hosting = 1 << 18;  // has a shadow root that can be read
// Possible effects of style sheets on an element: generate text in it, give it a cursor, skip its content, remove its
// box or visibility, transform its letters, make it inert, position it anywhere, give it the controls of a carousel.
const generating = 1;
const pointing = 2;
const skipping = 4;
const hiding = 8;
const transforming = 16;
const disabling = 32;
const placing = 64;
const carrying = 128;
const everything = 255;
// The same effects among the flags.
const inSheets = 19;
const sheetsGenerate = generating << inSheets;
const sheetsPoint = pointing << inSheets;
const sheetsSkip = skipping << inSheets;
const sheetsHide = hiding << inSheets;
const sheetsTransform = transforming << inSheets;
const sheetsDisable = disabling << inSheets;
const sheetsPlace = placing << inSheets;
const sheetsCarry = carrying << inSheets;

// Default for callers without computed flags: every question must be asked.
const unlooked = foreign | hosting | (everything << inSheets);
const anything = (withAny << 1) - 1 | withFocusgroup | unlooked;

const bitOfAttribute = new Map(Object.entries({
  role: withRole,
  id: withId,
  inert: withInert,
  popover: withMinimumRole,
  autofocus: withMinimumRole,
  draggable: withMinimumRole,
  focusgroup: withFocusgroup,
  tabindex: withTabindex,
  contenteditable: withContentEditable,
  title: withTitle,
  placeholder: withPlaceholder,
  'aria-placeholder': withPlaceholder,
  'aria-hidden': withAriaHidden,
  'aria-disabled': withAriaDisabled | withState,
  'aria-label': withAriaLabel,
  'aria-labelledby': withLabelledby,
  'aria-owns': withOwns,
  'aria-invalid': withState,
  'aria-level': withState,
  'aria-pressed': withState,
  'aria-selected': withState,
  'aria-required': withState,
  'aria-readonly': withState,
  required: withState,
  readonly: withState,
  'data-action': withAction,
}));

const focusOnlyAttributes = new Set([
  'onblur', 'onerror', 'onfocus', 'onload', 'onresize', 'onscroll', 'onunload', 'onbeforeunload', 'onanimationend',
  'onanimationstart', 'ontransitionend'
]);

// Event attributes of Vue, Alpine, Svelte, Angular (both), Stimulus, Livewire, Phoenix, jsaction, htmx.
const listeningAttribute =
    /^(?:on[a-z]+|@(?:click|mousedown|pointerdown|mouseup|touchstart)|(?:v-on|x-on|on):(?:click|mousedown|pointerdown)|\(click\)|(?:data-)?ng-click|wire:click|phx-click|jsaction|(?:data-)?hx-(?:get|post|put|delete|patch|on))(?:$|[.:])/;

function isListening(name) { return listeningAttribute.test(name) && !focusOnlyAttributes.has(name); }

function bitOf(name) {
  let bit = bitOfAttribute.get(name);
  if (bit === undefined) {
    bit = isListening(name) ? withListener : 0;
    if (bitOfAttribute.size < 1000) bitOfAttribute.set(name, bit);
  }
  return bit;
}

function attributeBits(element) {
  if (!hasAnyAttribute(element)) return 0;
  let bits = withAny;
  for (const name of attributeNamesOf(element)) bits |= bitOf(name);
  return bits;
}

// Computes the flags of attributes, and sets all other flags.
function attributesOf(element) { return attributeBits(element) | unlooked; }

function isOfHtml(element, traits) { return (traits & foreign) === 0 || namespaceOf(element) === htmlNamespace; }
