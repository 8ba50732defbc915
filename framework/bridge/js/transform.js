// Owns how text reads whose letters a style sheet changes (CSS Text 3 §2.1, text-transform): as a person sees it, as
// innerText has it (HTML §3.2.7), and as Chrome tells assistive technology. accname 1.2 leaves it open.

// Of this reading: element → its text-transform.
let transformMemo = new Map();

function forgetTransforms() {
  transformMemo = new Map();
}

// `element`: whose style the text has; `before`: what stands before it in the same line.
function shownText(text, element, before = '') {
  const { transforming } = hintsOfSheets();
  if (transforming !== null && transforming.size === 0) return text;
  let transform = transformMemo.get(element);
  if (transform === undefined) {
    transform = getComputedStyle(element).textTransform;
    transformMemo.set(element, transform);
  }
  return transformedText(text, transform, element, before);
}

function transformedText(text, transform, element, before = '') {
  if (transform === 'none' || transform === '') return text;
  if (transform.includes('uppercase')) return inCase(text, element, 'toLocaleUpperCase', 'toUpperCase');
  if (transform.includes('lowercase')) return inCase(text, element, 'toLocaleLowerCase', 'toLowerCase');
  return transform.includes('capitalize') ? capitalised(text, before) : text;
}

function inCase(text, element, inLanguage, inNone) {
  const language = attributeOf(closestOf(element, '[lang]') ?? element, 'lang');
  try {
    return text[inLanguage](language || 'en');
  } catch {
    return text[inNone]();  // no such language
  }
}

let wordSegmenter = null;

function capitalised(text, before) {
  wordSegmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const joined = before.slice(-1) + text;
  const begin = joined.length - text.length;
  let out = '';
  for (const { segment, index } of wordSegmenter.segment(joined)) {
    if (index < begin) {
      out += segment.slice(begin - index);
      continue;
    }
    const first = String.fromCodePoint(segment.codePointAt(0));
    const upper = first.toUpperCase();
    out += (upper.length === first.length ? upper : first) + segment.slice(first.length);
  }
  return out;
}
