// Detects whether the rules of a sheet have changed. A script can change a rule without any notification (CSSOM 1
// §6.4), so every value that was read is compared again. The comparison costs only a part of reading the sheet anew.

// Each attribute has its own reader function, because code that reads many different attributes at one place is slow
// for all of them.
const attributeReaders = {
  display: (style) => style.display,
  visibility: (style) => style.visibility,
  contentVisibility: (style) => style.contentVisibility,
  cursor: (style) => style.cursor,
  textTransform: (style) => style.textTransform,
  content: (style) => style.content,
  counterIncrement: (style) => style.counterIncrement,
  counterReset: (style) => style.counterReset,
  counterSet: (style) => style.counterSet,
  selectorText: (rule) => rule.selectorText,
  cssText: (rule) => rule.cssText,
  styleSheet: (rule) => rule.styleSheet,
  interactivity: (style) => style.interactivity,
  position: (style) => style.position,
};

class HeldRules {
  count = 0;
  lists_ = [];
  firsts_ = [];  // the first rule of each list, or undefined
  lengths_ = [];
  outerRules_ = [];
  innerRules_ = [];  // rules nested in other rules
  shortStyles_ = [];
  shortLengths_ = [];
  names_ = [];  // names of the declarations of all short styles, one after the other
  longStyles_ = [];
  values_ = [];  // eight values for each long style, in the order of holdStyle
  texts_ = new Map();  // attribute → { objects, values }

  holdList(list) {
    const {length} = list;
    this.count += length;
    this.lists_.push(list);
    this.firsts_.push(list[0]);
    this.lengths_.push(length);
    for (let i = 0; i < length; ++i) {
      const rule = list[i];
      (rule.parentRule === null ? this.outerRules_ : this.innerRules_).push(rule);
    }
  }

  // Returns the declarations that matter here.
  holdStyle(style) {
    const {
      length,
      display,
      visibility,
      contentVisibility,
      cursor,
      textTransform,
      content,
      position,
      interactivity = ''
    } = style;
    const declared = {display, visibility, contentVisibility, cursor, textTransform, content, position, interactivity};
    const names = length > mostNames ? null : arrayOf(style);
    if (names === null || names.includes('all')) {
      this.longStyles_.push(style);
      this.values_.push(
          display, visibility, contentVisibility, cursor, textTransform, content, position, interactivity);
      return declared;
    }
    // A style with unchanged names can only have changed these values; most rules declare none of them.
    this.shortStyles_.push(style);
    this.shortLengths_.push(length);
    this.names_.push(...names);
    for (const name in declared)
      if (declared[name] !== '') this.keepText_(style, name, declared[name]);
    return declared;
  }

  // Returns object[attribute].
  holdText(object, attribute) { return this.keepText_(object, attribute, attributeReaders[attribute](object)); }

  keepText_(object, attribute, value) {
    let kept = this.texts_.get(attribute);
    if (kept === undefined) this.texts_.set(attribute, kept = {objects: [], values: []});
    kept.objects.push(object);
    kept.values.push(value);
    return value;
  }

  areAsBefore() {
    return this.areInPlace_() && this.declareAsBefore_() && this.nameAsBefore_() && this.readAsBefore_();
  }

  // Whether all lists contain the same rules. A removed rule has no parent (CSSOM 1 §6.4, remove a CSS rule), and no
  // rule is ever reinserted or moved. So if no rule was removed and no length has changed, the rules are the same. A
  // replacement of all rules at once (CSSOM 1 §6.1.2) also removes the old rules.
  areInPlace_() {
    for (let i = 0; i < this.lists_.length; ++i) {
      const list = this.lists_[i];
      if (list.length !== this.lengths_[i] || list[0] !== this.firsts_[i]) return false;
    }
    for (const rule of this.outerRules_)
      if (rule.parentStyleSheet === null) return false;
    for (const rule of this.innerRules_)
      if (rule.parentRule === null) return false;
    return true;
  }

  declareAsBefore_() {
    const values = this.values_;
    let at = 0;
    for (const style of this.longStyles_) {
      if (style.display !== values[at] || style.visibility !== values[at + 1] ||
          style.contentVisibility !== values[at + 2] || style.cursor !== values[at + 3] ||
          style.textTransform !== values[at + 4] || style.content !== values[at + 5] ||
          style.position !== values[at + 6] || (style.interactivity ?? '') !== values[at + 7])
        return false;
      at += 8;
    }
    return true;
  }

  nameAsBefore_() {
    const names = this.names_;
    let at = 0;
    for (let i = 0; i < this.shortStyles_.length; ++i) {
      const style = this.shortStyles_[i];
      const length = this.shortLengths_[i];
      if (style.length !== length) return false;
      for (let k = 0; k < length; ++k)
        if (style[k] !== names[at++]) return false;
    }
    return true;
  }

  readAsBefore_() {
    for (const [attribute, {objects, values}] of this.texts_) {
      const read = attributeReaders[attribute];
      for (let i = 0; i < objects.length; ++i)
        if (read(objects[i]) !== values[i]) return false;
    }
    return true;
  }
}

// For a style with at most this many declarations, reading their names costs less than reading the eight values.
const mostNames = 4;
