// Owns what the browser has answered about elements while a walk went on, for a later walk that wants to go by what has not
// changed (reading/js/kept_parts.js): it asks the same again. What leaves a record of mutations is none of it. An element of which
// something was read that cannot be asked again, or that hangs on elements elsewhere, is one in doubt.

class Answers {
  hangsOnAll = false;  // what was read hangs on the whole document
  doubted = new Set();
  asked_ = new Map();  // question, a function of an element → element → answer
  later_ = new Map();  // question → elements, asked when the walk has ended
  named_ = new Map();  // element whose role hangs on its name → whether it has one
  turned_ = new Set();

  note(element, ask, answer) {
    let asked = this.asked_.get(ask);
    if (asked === undefined) this.asked_.set(ask, asked = new Map());
    asked.set(element, answer);
  }

  noteLater(element, ask) {
    let asked = this.later_.get(ask);
    if (asked === undefined) this.later_.set(ask, asked = new Set());
    asked.add(element);
  }

  noteNamed(element, isNamed) {
    if ((this.named_.get(element) ?? isNamed) !== isNamed) this.turned_.add(element);
    this.named_.set(element, isNamed);
  }

  hangsOnName(element) { return this.named_.has(element); }

  // Whether the element has a name and had none, or the other way round, when it was asked that before.
  hasTurned(element) { return this.turned_.delete(element); }

  // At the end of a walk, when nothing is noted any more.
  finish() {
    for (const [ask, elements] of this.later_) for (const element of elements) this.note(element, ask, ask(element));
    this.later_.clear();
    this.turned_.clear();
  }

  // → the elements of which some answer is another one now. They are forgotten.
  changed() {
    const changed = new Set();
    for (const [ask, asked] of this.asked_) {
      for (const [element, answer] of asked) if (ask(element) !== answer) changed.add(element);
    }
    for (const element of changed) this.forget(element);
    return changed;
  }

  forget(element) {
    for (const asked of this.asked_.values()) asked.delete(element);
    this.named_.delete(element);
    this.doubted.delete(element);
  }
}

// Those of the walk that goes on; null where nobody will ask again.
let answers = null;

function noteAnswersIn(kept) {
  answers = kept;
}

// → ask(element)
function answered(element, ask) {
  const answer = ask(element);
  if (answers !== null) answers.note(element, ask, answer);
  return answer;
}

function noteAnswer(element, ask, answer) {
  if (answers !== null) answers.note(element, ask, answer);
}

// For a question that itself would be noted.
function noteLater(element, ask) {
  if (answers !== null) answers.noteLater(element, ask);
}

function doubt(element) {
  if (answers !== null) answers.doubted.add(element);
}

function doubtAll() {
  if (answers !== null) answers.hangsOnAll = true;
}

function noteNamed(element, isNamed) {
  if (answers !== null) answers.noteNamed(element, isNamed);
}
