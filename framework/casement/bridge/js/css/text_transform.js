// Owns how text reads whose letters a style sheet changes (CSS Text 3 §2.1, text-transform): as a person sees it, as
// innerText has it (HTML §3.2.7), and as Chrome tells assistive technology. accname 1.2 leaves it open.

// Of this reading: element → its text-transform.
let transformMemo = new Map();
// One whose letters the walk knows to be left alone: nothing around it changes any.
let plainElement = null;

onNewReading(() => {
  transformMemo = new Map();
  plainElement = null;
});

function notePlainText(element) { plainElement = element; }

// `element`: whose style the text has; `before`: what stands before it in the same line.
function shownText(text, element, before = '') {
  const marked = withIconMarked(text, element);
  if (marked !== text || element === plainElement || (hintsOfSheets().possible & transforming) === 0) return marked;
  return transformedText(text, transformOf(element), element, before);
}

// It is inherited: where no sheet means the element itself, what is around it decides.
function transformOf(element) {
  const unknown = [];
  let transform;
  for (let at = element; transform === undefined; at = parentOf(at)) {
    transform = at === plainElement ? 'none' : transformMemo.get(at);
    if (transform !== undefined) break;
    unknown.push(at);
    if (maySheets(at, transforming) || parentOf(at) === null) break;
  }
  // The browser's own sheet ends it in controls.
  while (unknown.length > 0) {
    const one = unknown.pop();
    if (transform !== 'none') transform = answered(one, askTransform);
    transformMemo.set(one, transform);
  }
  return transform;
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
  wordSegmenter ??= new Intl.Segmenter('en', {granularity: 'word'});
  const joined = before.slice(-1) + text;
  const begin = joined.length - text.length;
  let out = '';
  for (const {segment, index} of wordSegmenter.segment(joined)) {
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
