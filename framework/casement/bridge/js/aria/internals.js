// Owns the role, label and states that a custom element gave itself through ElementInternals (HTML §4.13.7). No script
// can read them: C++ asks the browser, and element_internals.js takes in what it answers.

// Element → { role, label, states, referenced }; `referenced`: the label is the text of other elements.
const internals = new WeakMap();
let knowsInternals = false;

function internalsOf(element) { return knowsInternals ? internals.get(element) : undefined; }

// → whether that is news; `role` is null where the element has no role by them.
function learnInternals(element, {role, label, states, referenced}) {
  if (role === null) return internals.delete(element);
  const known = internals.get(element);
  internals.set(element, {role, label, states, referenced});
  knowsInternals = true;
  return known === undefined || known.role !== role || known.label !== label || known.states !== states;
}
