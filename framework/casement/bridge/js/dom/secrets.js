// Owns what of a control's value may leave the page. Passwords never do. One of three places that hide secrets
// (snapshot/mask.h says why there are three).

const bullet = '\u2022';

// The value as it may be shown; `revealValues` lifts the mask from everything but passwords.
function maskedValue(control, revealValues = false) {
  const value = control.value;
  if (value === '' || typeof value !== 'string') return '';
  if (isPassword(control)) return bullets(value);
  const secret = secretKind(control);
  if (secret === 'none' || revealValues) return value;
  return secret === 'number' ? maskedDigits(value) : bullets(value);
}

// One that a reading has met as a password stays one: a page that shows it on request only changes its type.
const passwords = new WeakSet();

function isPassword(control) {
  if (control.type === 'password') passwords.add(control);
  return passwords.has(control);
}

const cardRun = /\d(?:[ \-\t\u00a0\u2009\u202f\u2011\u2013]{0,3}\d){12,}/g;

// US social security numbers, by themselves (base/private_numbers.h).
const socialSecurityNumber =
    /(?<![\w\-\u2011\u2013])(?!000|666|9)\d{3}([\-\u2011\u2013])(?!00)\d\d\1(?!0000)\d{4}(?![\w\-\u2011\u2013])/g;

// With what checks as a card number masked but for its last four digits, and social security numbers masked: for values
// that become part of a name. Values by themselves are masked in C++. The rule is that of base/private_numbers.h; it
// stands here a second time since a name has to be masked before it leaves the page, and is compared there.
function withoutPrivateNumbers(text) {
  return withoutCards(text).replace(socialSecurityNumber, '\u2022\u2022\u2022-\u2022\u2022-\u2022\u2022\u2022\u2022');
}

function withoutCards(text) {
  return text.replace(cardRun, (run) => {
    const groups = run.match(/\d+|\D+/g);
    for (let first = 0; first < groups.length; first += 2) {
      let digits = '';
      let end = -1;
      for (let i = first; i < groups.length; i += 2) {
        digits += groups[i];
        if (digits.length > 19) break;
        if (digits.length >= 13 && passesLuhn(digits)) end = i;
      }
      if (end < 0) continue;
      const card = groups.slice(first, end + 1).join('');
      groups.splice(first, end + 1 - first, maskedDigits(card));
    }
    return groups.join('');
  });
}

// ISO/IEC 7812-1 annex B.
function passesLuhn(digits) {
  let sum = 0;
  for (let i = digits.length - 1, doubled = false; i >= 0; --i, doubled = !doubled) {
    const value = Number(digits[i]) * (doubled ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function bullets(value) { return bullet.repeat([...value].length); }

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
  return localNameOf(control) !== 'select' && answered(control, askSecurity) !== 'none' ? 'whole' : 'none';
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
