// Owns icons that are written as text, of which a person sees a picture: characters of private use (Unicode §23.5) and
// words that an icon font draws as one glyph. Beside other words they are left out; a word that stands alone is all
// there is to say of its icon, and stays. A search that finds nothing this way goes by them as well (withIcons).

let leavesOutIcons = true;
// Of this reading.
let hasLeftOutIcons = false;
let iconFamilies = null;

onNewReading(() => {
  hasLeftOutIcons = false;
  iconFamilies = null;
});

// Around a word that is drawn as an icon, until the text around it is known: noncharacters, which no page exchanges.
const iconBegin = '\ufdd0';
const iconEnd = '\ufdd1';
const atEdges =
    /^(?:\s*(?:[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff]))+\s*|\s*(?:(?:[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff])\s*)+$/g;
const mayBePrivate = (code) => code >= 0xd800 && code <= 0xf8ff;

// `text` begins and ends with no white space.
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

// The text of one node of `element`; with marks around a word that is drawn as an icon.
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

// Without the words that are drawn as icons, if there is another one; without the marks.
function withoutMarked(text) {
  if (!hasLeftOutIcons || !text.includes(iconBegin)) return text;
  const seen = text.replace(markedWord, ' ');
  return seen.trim() === '' ? text.replace(marks, '') : seen;
}

// The search is done anew, and icons count as the text that they are written as.
function withIcons(search) {
  leavesOutIcons = false;
  try {
    beginReading();
    return search();
  } finally { leavesOutIcons = true; }
}
