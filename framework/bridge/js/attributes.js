// Owns the question which attributes an element has, as bits: asking for their names once costs less than asking for each
// of those that a reading wants to know of.

const withRole = 1;
const withId = 1 << 1;
const withInert = 1 << 2;
const withPopover = 1 << 3;
const withTabindex = 1 << 4;
const withContentEditable = 1 << 5;
const withTitle = 1 << 6;
const withPlaceholder = 1 << 7;
const withAriaHidden = 1 << 8;
const withAriaDisabled = 1 << 9;
const withAriaLabel = 1 << 10;
const withLabelledby = 1 << 11;
const withOwns = 1 << 12;
const withState = 1 << 13;  // of ARIA, or of a native control
const withAction = 1 << 14;
const withListener = 1 << 15;
const withAny = 1 << 16;
// For who has not looked: each of them has to be asked for.
const withAll = (1 << 17) - 1;

const bitOfAttribute = new Map(Object.entries({
  role: withRole, id: withId, inert: withInert, popover: withPopover, tabindex: withTabindex, contenteditable: withContentEditable,
  title: withTitle, placeholder: withPlaceholder, 'aria-placeholder': withPlaceholder, 'aria-hidden': withAriaHidden,
  'aria-disabled': withAriaDisabled | withState, 'aria-label': withAriaLabel, 'aria-labelledby': withLabelledby, 'aria-owns': withOwns,
  'aria-invalid': withState, 'aria-level': withState, 'aria-pressed': withState, 'aria-selected': withState,
  'aria-required': withState, 'aria-readonly': withState, required: withState, readonly: withState, 'data-action': withAction,
}));

function bitOf(name) {
  let bit = bitOfAttribute.get(name);
  if (bit === undefined) {
    bit = isListening(name) ? withListener : 0;
    if (bitOfAttribute.size < 1000) bitOfAttribute.set(name, bit);
  }
  return bit;
}

function attributesOf(element) {
  if (!hasAnyAttribute(element)) return 0;
  let bits = withAny;
  for (const name of attributeNamesOf(element)) bits |= bitOf(name);
  return bits;
}
