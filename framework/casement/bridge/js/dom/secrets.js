// Decides how much of a control's value may leave the page. Passwords never leave it. Casement hides secrets in three
// places; snapshot/mask.h explains why.

const bullet = '\u2022';

// Returns the value with secrets masked; `revealValues` reveals everything except passwords.
function maskedValue(control, revealValues = false) {
  const value = control.value;
  if (value === '' || typeof value !== 'string') return '';
  if (isPassword(control)) return bullets(value);
  const secret = secretKind(control);
  if (secret === 'none' || revealValues) return value;
  return secret === 'number' ? maskedDigits(value) : bullets(value);
}

// Controls that were once read as a password. Such a control stays a password, because a page that reveals a password
// only changes the type.
const passwords = new WeakSet();

function isPassword(control) {
  if (control.type === 'password') passwords.add(control);
  return passwords.has(control);
}

const cardRun = /\d(?:[ \-\t\u00a0\u2009\u202f\u2011\u2013]{0,3}\d){12,}/g;

// US social security numbers, standing alone (base/private_numbers.h).
const socialSecurityNumber =
    /(?<![\w\-\u2011\u2013])(?!000|666|9)\d{3}([\-\u2011\u2013])(?!00)\d\d\1(?!0000)\d{4}(?![\w\-\u2011\u2013])/g;

// Masks social security numbers, and card numbers except for their last four digits, in values that become part of a
// name. C++ masks values outside names. The rule is the same as in base/private_numbers.h; the specs compare the two. A
// name must be masked here, before it leaves the page.
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

// HTML §4.10.18.7 autofill: the field name may follow section, address and contact tokens. A field that the page
// displays as dots (-webkit-text-security) is also secret.
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

// Masks all digits, or all except the last four if the number has at least 12 digits (ISO/IEC 7812: at least 8 digits
// must stay hidden). Also masks all characters that are neither digits nor separators.
function maskedDigits(value) {
  const digits = value.match(/\d/g)?.length ?? 0;
  let toHide = digits >= 12 ? digits - 4 : digits;
  return value.replace(/[^ \-]/gu, (character) => {
    if (!/\d/.test(character)) return bullet;
    return toHide-- > 0 ? bullet : character;
  });
}
