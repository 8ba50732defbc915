// Applies text-transform (CSS Text 3 §2.1) to text, so that it reads as a person sees it, as in innerText (HTML §3.2.7)
// and in Chrome's accessibility tree. accname 1.2 does not define this.

// For the current reading: element → its text-transform.
let transformMemo = new Map();
// An element whose letters are known to be unchanged: neither the element nor an ancestor has a transform.
let plainElement = null;

onNewReading(() => {
  transformMemo = new Map();
  plainElement = null;
});

function notePlainText(element) { plainElement = element; }

// `element`: the element that styles the text; `before`: the preceding text in the same line.
function shownText(text, element, before = '') {
  const marked = withIconMarked(text, element);
  if (marked !== text || element === plainElement || (hintsOfSheets().possible & transforming) === 0) return marked;
  return transformedText(text, transformOf(element), element, before);
}

// text-transform is inherited, so if no sheet affects the element itself, its ancestors determine the value.
function transformOf(element) {
  const unknown = [];
  let transform;
  for (let at = element; transform === undefined; at = parentOf(at)) {
    transform = at === plainElement || isStandIn(at) ? 'none' : transformMemo.get(at);
    if (transform !== undefined) break;
    unknown.push(at);
    if (maySheets(at, transforming) || parentOf(at) === null) break;
  }
  // Asks each element on the way down, because the browser's own sheet resets the value in controls.
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
    return text[inNone]();  // unknown language
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
