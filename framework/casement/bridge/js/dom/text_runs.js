// Builds a run of text from pieces in document order. Borders between pieces are examined only if both sides have text,
// because a computed style costs more than everything else. CSS Text 3 §4.1 defines white space; CSS Display 3 §2
// defines borders.


// Normalises white space, and removes soft hyphens and zero-width spaces, which are invisible and never typed.
function normalised(marked) {
  if (marked.length === 0 || isPlain(marked)) return marked;
  return withoutMarked(marked).replace(invisibles, '').replace(/\s+/g, ' ').trim();
}
// The same for names (accname 1.2 §4.3.2; Infra §4.7 ASCII whitespace), but no-break and other spaces stay, as in
// Chrome. A search for a name treats these as plain spaces. A name of only such characters is empty.
function nameText(marked) {
  if (marked.length === 0) return marked;
  if (isPlain(marked)) return withoutIcons(marked);
  const text = withoutMarked(marked);
  if (normalised(text) === '') return '';
  return withoutIcons(text.replace(invisibles, '').replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, ''));
}
const invisibles = /[\u00ad\u200b]/g;
// A text without white space at its edges, without double or special spaces, and without marks of icons: by far the
// most frequent case.
const plainText = /^[^\s\u00ad\u200b\ufdd0\ufdd1]+(?: [^\s\u00ad\u200b\ufdd0\ufdd1]+)*$/;
// The regular expression engine keeps each word on a stack, which overflows after some millions of words.
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

// Each element is passed twice: on entering and on leaving.
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
  endsInSpace_ = false;  // stored, because checking the text itself would copy all of it for each added piece
  border_ = noBorder;
  elements_ = [];

  // `coarsest`: the coarsest border that the caller distinguishes.
  constructor(coarsest = spaceBorder) { this.coarsest_ = coarsest; }

  clear() {
    this.text = '';
    this.endsInSpace_ = false;
    this.border_ = noBorder;
    if (this.elements_.length > 0) this.elements_ = [];
  }

  // Notes that the text enters or leaves an element.
  pass(element) {
    if (this.text !== '') this.elements_.push(element);
  }

  cross(border) {
    if (border > this.border_) this.border_ = border;
  }

  // Returns the border between the text so far and the next piece.
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

  // Adds a space, whatever the surrounding text.
  addSpace() {
    this.text += ' ';
    this.endsInSpace_ = true;
  }

  // Adds text, with at least one space in between if there is a border.
  add(text) {
    if (text === '') return;
    if (this.text !== '' && !this.endsInSpace_ && !text.startsWith(' ') && this.border() !== noBorder) this.text += ' ';
    if (this.elements_.length > 0) this.elements_ = [];  // unused, because a space separates the texts anyway
    this.border_ = noBorder;
    this.text += text;
    this.endsInSpace_ = text.endsWith(' ');
  }
}
