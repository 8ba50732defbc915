// Recognises icons written as text that a person sees as a picture: private-use characters (Unicode §23.5), and words
// that an icon font renders as one glyph. Icons next to other words are omitted. A word that stands alone stays,
// because nothing else describes its icon. A search without matches is repeated with icons included (withIcons).

let leavesOutIcons = true;
// For the current reading.
let hasLeftOutIcons = false;
let iconFamilies = null;

onNewReading(() => {
  hasLeftOutIcons = false;
  iconFamilies = null;
});

// Marks around a word rendered as an icon, until the text around the word is known. The marks are noncharacters, which
// never occur in interchanged text.
const iconBegin = '\ufdd0';
const iconEnd = '\ufdd1';
const atEdges =
    /^(?:\s*(?:[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff]))+\s*|\s*(?:(?:[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff])\s*)+$/g;
const mayBePrivate = (code) => code >= 0xd800 && code <= 0xf8ff;

// Precondition: `text` has no white space at its edges.
function withoutIcons(text) {
  if (!leavesOutIcons || text === '') return text;
  if (!mayBePrivate(text.charCodeAt(0)) && !mayBePrivate(text.charCodeAt(text.length - 1))) return text;
  const seen = text.replace(atEdges, '');
  if (seen.length !== text.length) hasLeftOutIcons = true;
  return seen;
}

const iconWord = /^(\s*)([a-z][a-z0-9_]*)(\s*)$/;
const iconFamily = /\b(?:icons?|symbols?)\b/i;
const plainFamily = (family) => family.replace(/["']/g, '');

function familiesOfIcons() {
  const families = new Set();
  for (const {family} of documentPart('fonts'))
    if (iconFamily.test(family)) families.add(plainFamily(family));
  return families;
}

const askFamily = (element) => liveStyleOf(element).fontFamily;

// Returns the text of one node of `element`, with marks around a word rendered as an icon.
function withIconMarked(text, element) {
  if (!leavesOutIcons || !iconWord.test(text)) return text;
  iconFamilies ??= familiesOfIcons();
  if (iconFamilies.size === 0) return text;
  const [first] = answered(element, askFamily).split(',');
  if (!iconFamilies.has(plainFamily(first.trim()))) return text;
  hasLeftOutIcons = true;
  return text.replace(iconWord, `$1${iconBegin}$2${iconEnd}$3`);
}

const markedWord = /\ufdd0[^\ufdd1]*\ufdd1/g;
const marks = /[\ufdd0\ufdd1]/g;

// Removes marked words if any other word remains, and otherwise only the marks.
function withoutMarked(text) {
  if (!hasLeftOutIcons || !text.includes(iconBegin)) return text;
  const seen = text.replace(markedWord, ' ');
  return seen.trim() === '' ? text.replace(marks, '') : seen;
}

// Repeats a search with icons counted as text.
function withIcons(search) {
  leavesOutIcons = false;
  try {
    beginReading();
    return search();
  } finally { leavesOutIcons = true; }
}
