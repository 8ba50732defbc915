// Owns the question whether the rules of a sheet are what they were. Nothing tells of a rule that a script has changed
// (CSSOM 1 §6.4), so all is compared that was read; that costs a quarter of reading it anew.
class HeldRules {
  lists_ = [];
  rules_ = [];  // of all lists, one behind the other
  lengths_ = [];
  styles_ = [];
  values_ = [];  // six of each style, as in holdStyle
  texts_ = [];  // [object, attribute, value]

  get count() { return this.rules_.length; }

  holdList(list) {
    const { length } = list;
    this.lists_.push(list);
    this.lengths_.push(length);
    for (let i = 0; i < length; ++i) this.rules_.push(list[i]);
  }

  // → what matters here of its declarations
  holdStyle(style) {
    const { display, visibility, contentVisibility, cursor, textTransform, content } = style;
    this.styles_.push(style);
    this.values_.push(display, visibility, contentVisibility, cursor, textTransform, content);
    return { display, visibility, contentVisibility, cursor, textTransform, content };
  }

  // → object[attribute]
  holdText(object, attribute) {
    const value = object[attribute];
    this.texts_.push([object, attribute, value]);
    return value;
  }

  areAsBefore() {
    let at = 0;
    for (let i = 0; i < this.lists_.length; ++i) {
      const list = this.lists_[i];
      const length = this.lengths_[i];
      if (list.length !== length) return false;
      for (let k = 0; k < length; ++k) if (list[k] !== this.rules_[at++]) return false;
    }
    return this.declareAsBefore_() && this.texts_.every(([object, attribute, value]) => object[attribute] === value);
  }

  declareAsBefore_() {
    const values = this.values_;
    let at = 0;
    for (const style of this.styles_) {
      if (style.display !== values[at] || style.visibility !== values[at + 1] || style.contentVisibility !== values[at + 2] ||
          style.cursor !== values[at + 3] || style.textTransform !== values[at + 4] || style.content !== values[at + 5]) return false;
      at += 6;
    }
    return true;
  }
}
