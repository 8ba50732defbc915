// Stores the browser's answers about elements during a walk. A later walk that reuses unchanged parts
// (reading/js/subtree_cache.js) asks the same questions again and compares. Changes that leave a mutation record need
// no answer here. A reader calls `uncached` if a question cannot be repeated, or if its answer depends on elements
// elsewhere.

class Answers {
  uncached = new Set();  // elements; the document stands for all elements
  asked_ = new Map();  // question, a function of an element → element → answer
  named_ = new Map();  // element whose role depends on its name → whether the element has a name
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

  // Whether the element has gained or lost its name since the last check.
  hasTurned(element) { return this.turned_.delete(element); }

  // Called at the end of a walk.
  finish() { this.turned_.clear(); }

  // Returns the elements for which any answer has changed, and forgets their answers.
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

// The answers of the current walk; null if no later walk will compare them.
let answers = null;

function noteAnswersIn(kept) { answers = kept; }

// Returns ask(element). The caller may pass the answer if it is already known.
function answered(element, ask, answer = ask(element)) {
  if (answers !== null) answers.note(element, ask, answer);
  return answer;
}

// `element`: the document stands for all elements.
function uncached(element) {
  if (answers !== null) answers.uncached.add(element);
}

// Called only by hasName, for each element whose role depends on its name.
function noteNamed(element, isNamed) {
  if (answers !== null) answers.noteNamed(element, isNamed);
}
