// Stores the role, label and states that custom elements have set through ElementInternals (HTML §4.13.7). No script
// can read these: C++ asks the browser, and element_internals.js receives the answers.

// Element → { role, label, states, referenced }; `referenced`: the label is the text of other elements.
const internals = new WeakMap();
let knowsInternals = false;

function internalsOf(element) { return knowsInternals ? internals.get(element) : undefined; }

// Returns whether anything is new. `role` is null if the element's internals set no role.
function learnInternals(element, {role, label, states, referenced}) {
  if (role === null) return internals.delete(element);
  const known = internals.get(element);
  internals.set(element, {role, label, states, referenced});
  knowsInternals = true;
  return known === undefined || known.role !== role || known.label !== label || known.states !== states;
}
