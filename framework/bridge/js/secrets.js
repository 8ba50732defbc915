// Owns what of a control's value may leave the page. Passwords never do.

const bullet = '\u2022';

// The value as it may be shown; `revealValues` lifts the mask from everything but passwords.
function maskedValue(control, revealValues = false) {
  const value = control.value;
  if (value === '' || typeof value !== 'string') return '';
  if (control.type === 'password') return bullets(value);
  const secret = secretKind(control);
  if (secret === 'none' || revealValues) return value;
  return secret === 'number' ? maskedDigits(value) : bullets(value);
}

function bullets(value) {
  return bullet.repeat([...value].length);
}

// HTML §4.10.18.7 autofill: the field name may stand behind section, address and contact tokens. A field that the page
// shows as dots (-webkit-text-security) is meant to be secret as well.
function secretKind(control) {
  const autocomplete = attributeOf(control, 'autocomplete');
  if (autocomplete !== null) {
    const tokens = autocomplete.toLowerCase().split(/\s+/);
    if (tokens.includes('cc-number')) return 'number';
    if (tokens.includes('one-time-code') || tokens.some((token) => token.startsWith('cc-'))) return 'whole';
    if (tokens.includes('current-password') || tokens.includes('new-password')) return 'whole';
  }
  return localNameOf(control) !== 'select' && getComputedStyle(control).webkitTextSecurity !== 'none' ? 'whole' : 'none';
}

// All digits but the last four, and those only where the number is long enough to be a card's (ISO/IEC 7812: 8 at least
// must stay hidden). Anything but digits and separators is hidden as well.
function maskedDigits(value) {
  const digits = value.match(/\d/g)?.length ?? 0;
  let toHide = digits >= 12 ? digits - 4 : digits;
  return value.replace(/[^ \-]/gu, (character) => {
    if (!/\d/.test(character)) return bullet;
    return toHide-- > 0 ? bullet : character;
  });
}
