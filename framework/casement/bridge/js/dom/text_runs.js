// Owns a run of text: pieces of text as they come in document order, and the borders between them, which are looked at
// only where text stands on both sides (a computed style costs more than all the rest).
// CSS Text 3 §4.1 for white space; CSS Display 3 §2 for what makes a border.


// White-space-normalised; soft hyphens and zero-width spaces, which nobody sees or types, are left out.
function normalised(marked) {
  if (marked.length === 0 || isPlain(marked)) return marked;
  return withoutMarked(marked).replace(invisibles, '').replace(/\s+/g, ' ').trim();
}
// The same for names (accname 1.2 §4.3.2; Infra §4.7 ASCII whitespace): no-break and other spaces stay, as Chrome has
// them. Whoever looks for a name takes them for plain ones. A name of nothing else is none.
function nameText(marked) {
  if (marked.length === 0) return marked;
  if (isPlain(marked)) return withoutIcons(marked);
  const text = withoutMarked(marked);
  if (normalised(text) === '') return '';
  return withoutIcons(text.replace(invisibles, '').replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, ''));
}
const invisibles = /[\u00ad\u200b]/g;
// No edge white space, no two in a row, none but the space itself, no marks of icons: by far the most texts.
const plainText = /^[^\s\u00ad\u200b\ufdd0\ufdd1]+(?: [^\s\u00ad\u200b\ufdd0\ufdd1]+)*$/;
// The engine keeps each word of the expression on a stack, which some millions of words overflow.
const longestPlain = 100000;
const isPlain = (text) => text.length <= longestPlain && plainText.test(text);

const noBorder = 0;
const spaceBorder = 1;
const blockBorder = 2;

function borderOfDisplay(display) {
  if (display === 'inline' || display === 'contents' || display === 'none' || display.startsWith('ruby'))
    return noBorder;
  return display.startsWith('inline') ? spaceBorder : blockBorder;
}

// An element is passed twice, into it and out of it.
let lastPassed = null;
let borderOfLastPassed = noBorder;

onNewReading(() => { lastPassed = null; });

function borderOf(element) {
  if (element !== lastPassed) {
    lastPassed = element;
    borderOfLastPassed = localNameOf(element) === 'br' ? blockBorder : borderOfDisplay(answered(element, askDisplay));
  }
  return borderOfLastPassed;
}

class TextRun {
  text = '';
  endsInSpace_ = false;  // to ask the text itself would copy all of it for each piece that is added
  border_ = noBorder;
  elements_ = [];

  // `coarsest`: the border beyond which nobody asks.
  constructor(coarsest = spaceBorder) { this.coarsest_ = coarsest; }

  clear() {
    this.text = '';
    this.endsInSpace_ = false;
    this.border_ = noBorder;
    if (this.elements_.length > 0) this.elements_ = [];
  }

  // Passing into or out of an element.
  pass(element) {
    if (this.text !== '') this.elements_.push(element);
  }

  cross(border) {
    if (border > this.border_) this.border_ = border;
  }

  // What lies between the text so far and a text that comes now.
  border() {
    if (this.elements_.length > 0) {
      for (const element of this.elements_) {
        if (this.border_ >= this.coarsest_) break;
        this.cross(borderOf(element));
      }
      this.elements_ = [];
    }
    return this.border_;
  }

  // White space, whatever stands around it.
  addSpace() {
    this.text += ' ';
    this.endsInSpace_ = true;
  }

  // Joins with at least a space where there is a border.
  add(text) {
    if (text === '') return;
    if (this.text !== '' && !this.endsInSpace_ && !text.startsWith(' ') && this.border() !== noBorder) this.text += ' ';
    if (this.elements_.length > 0) this.elements_ = [];  // not asked where a space stands anyway
    this.border_ = noBorder;
    this.text += text;
    this.endsInSpace_ = text.endsWith(' ');
  }
}
