// Reads the text that style sheets generate with ::before and ::after (CSS Content 3 §2; accname 1.2 step 2F.ii).

const askBefore = (element) => generatedStyle(pseudoStyleOf(element, '::before'));
const askAfter = (element) => generatedStyle(pseudoStyleOf(element, '::after'));

const generatesNothing = (content) => content === 'none' || content === 'normal' || content === '""' || content === '';

// Reads only `content` of a pseudo-element that generates nothing, because Chrome computes each property when it is
// read, and style sheets that reset everything give every element a pseudo-element.
function generatedStyle(style, content = style.content) {
  return generatesNothing(content) ? '' : `${style.display} ${style.visibility} ${style.textTransform} ${content}`;
}

function generatedText(element, pseudo) {
  if (!mayGenerateIn(element)) return '';
  const style = pseudoStyleOf(element, pseudo);
  let content = style.content;
  answered(element, pseudo === '::before' ? askBefore : askAfter, generatedStyle(style, content));
  if (generatesNothing(content)) return '';
  if (content.includes('counter')) content = withCounters(content, element, pseudo);
  if (style.display === 'none' || style.visibility !== 'visible') return '';
  const text = transformedText(contentText(content, element), style.textTransform, element);
  // An alternative text, which is invisible, counts as a separate word.
  return borderOfDisplay(style.display) === noBorder && !hasAlternative.test(content) ? text : ` ${text} `;
}

const contentPiece =
    /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|attr\(\s*([^\s,)]+)[^)]*\)|(open-quote)|(close-quote)|(\/)|[a-z-]+\([^)]*\)|\S/gi;

// Returns the text of a computed `content`. Text after a slash is the alternative text and replaces the text before
// (CSS Content 3 §2.1).
function contentText(content, element) {
  let text = '';
  for (const [, double, single, attribute, open, close, slash] of content.matchAll(contentPiece)) {
    if (slash) text = '';
    else if (attribute !== undefined) text += attributeOf(element, attribute) ?? '';
    else if (open) text += '\u201c';
    else if (close) text += '\u201d';
    else text += unescapedCss(double ?? single ?? '');
  }
  return text;
}

const hasAlternative = /["')]\s*\/\s*/;
