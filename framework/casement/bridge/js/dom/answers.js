// Owns what the browser has answered about elements while a walk went on, for a later walk that wants to go by what has
// not changed (reading/js/kept_parts.js): it asks the same again. Changes that leave a
// record of mutations need no answer here. A reader says `uncached` if nobody can ask again, or if the answer depends
// on elements elsewhere.

class Answers {
  uncached = new Set();  // elements; the document means all of it
  asked_ = new Map();  // question, a function of an element → element → answer
  named_ = new Map();  // element whose role hangs on its name → whether it has one
  turned_ = new Set();

  note(element, ask, answer) {
    let asked = this.asked_.get(ask);
    if (asked === undefined) this.asked_.set(ask, asked = new Map());
    asked.set(element, answer);
  }

  noteNamed(element, isNamed) {
    if ((this.named_.get(element) ?? isNamed) !== isNamed) this.turned_.add(element);
    this.named_.set(element, isNamed);
  }

  hangsOnName(element) { return this.named_.has(element); }

  // Whether the element has a name and had none, or the other way round, when it was asked that before.
  hasTurned(element) { return this.turned_.delete(element); }

  // At the end of a walk.
  finish() { this.turned_.clear(); }

  // → the elements of which some answer is another one now. They are forgotten.
  changed() {
    const changed = new Set();
    for (const [ask, asked] of this.asked_) {
      for (const [element, answer] of asked)
        if (ask(element) !== answer) changed.add(element);
    }
    for (const element of changed) this.forget(element);
    return changed;
  }

  forget(element) {
    for (const asked of this.asked_.values()) asked.delete(element);
    this.named_.delete(element);
    this.uncached.delete(element);
  }
}

// Those of the walk that goes on; null where nobody will ask again.
let answers = null;

function noteAnswersIn(kept) { answers = kept; }

// → ask(element), which whoever asks may know already.
function answered(element, ask, answer = ask(element)) {
  if (answers !== null) answers.note(element, ask, answer);
  return answer;
}

// `element`: the document where it is all of it.
function uncached(element) {
  if (answers !== null) answers.uncached.add(element);
}

// For hasName alone, which every element is asked whose role hangs on its name.
function noteNamed(element, isNamed) {
  if (answers !== null) answers.noteNamed(element, isNamed);
}
