// Records what an action changes in this document, from `beginOutcome` until `endOutcome` returns it.

let outcome = null;

function beginOutcome(element) {
  outcome?.stop();
  // An outcome of the same element that was not ended belongs to an earlier try of the same action, which may have
  // scrolled already.
  const scrolled = element !== null && outcome?.element === element ? outcome.scrolled : scrollKey(element);
  const begun = {
    element,
    mutations: 0,
    value: editedValueOf(element),
    scrolled,
    observer: new MutationObserver(records => { begun.mutations += records.length; }),
  };
  const all = {subtree: true, childList: true, attributes: true, characterData: true};
  begun.observer.observe(document, all);
  for (let root = element === null ? null : rootOf(element); root instanceof ShadowRoot; root = rootOf(root.host))
    begun.observer.observe(root, all);
  begun.submit = null;
  const noteSubmit = event => { begun.submit = event; };
  addEventListener('submit', noteSubmit, {capture: true});
  const endForms = noteStoppedForms(element);
  begun.stop = () => {
    endForms();
    begun.observer.disconnect();
    removeEventListener('submit', noteSubmit, {capture: true});
  };
  outcome = begun;
}

// A form that is submitted begins its navigation a task later (HTML §4.10.22.3 step 24), unless the page cancels the
// event, or the form is for a dialog or another frame.
function isLeavingBy(submit) {
  if (submit === null || submit.defaultPrevented) return false;
  const [form, button] = [submit.target, submit.submitter];
  const said = (name, own) => ((button && attributeOf(button, own)) ?? attributeOf(form, name) ?? '').toLowerCase();
  return said('method', 'formmethod') !== 'dialog' && /^(_self)?$/.test(said('target', 'formtarget'));
}

// → {mutations, scrolled, leaves: whether a navigation of this frame is about to begin, value?: the control's new
// value, masked if secret} | null if nothing was begun
function endOutcome() {
  if (outcome === null) return null;
  const {element, mutations, value, scrolled, observer, submit, stop} = outcome;
  const change = {mutations: mutations + observer.takeRecords().length, scrolled: scrollKey(element) !== scrolled};
  change.leaves = isLeavingBy(submit);
  stop();
  outcome = null;
  const now = editedValueOf(element);
  if (now !== value) change.value = shownValueOf(element);
  return change;
}

function hasChangedPage() {
  if (outcome === null) return false;
  outcome.mutations += outcome.observer.takeRecords().length;
  return outcome.mutations > 0;
}

// Returns a text that differs after a person has changed the control.
function editedValueOf(element) {
  if (element === null) return null;
  if (isStandIn(element)) return contentOf(element);
  if (localNameOf(element) === 'select') return [...element.options].map(option => (option.selected ? 1 : 0)).join('');
  if (localNameOf(element) === 'input' && /^(checkbox|radio)$/.test(element.type)) return String(element.checked);
  if (localNameOf(element) === 'input' && element.type === 'file') return String(element.files.length);
  if (/^(input|textarea)$/.test(localNameOf(element))) return element.value;
  // An editor updates its EditContext in its own way, and later.
  return editContextOf(element) === null ? richTextOf(element) : null;
}

function shownValueOf(element) {
  if (isStandIn(element)) return contentOf(element) ?? '';
  if (localNameOf(element) === 'select')
    return [...element.selectedOptions].map(option => normalised(option.label)).join(', ');
  if (localNameOf(element) === 'input' && /^(checkbox|radio)$/.test(element.type))
    return element.checked ? 'checked' : 'unchecked';
  if (localNameOf(element) === 'input' && element.type === 'file')
    return [...element.files].map(file => file.name).join(', ');
  return (richTextOf(element) ?? maskedValue(element)).slice(0, 1000);
}

// Returns the scroll positions of everything around the element.
function scrollKey(element) {
  let key = `${scrollX},${scrollY}`;
  for (let at = element; at !== null; at = parentOf(at)) {
    const left = elementPart(at, 'scrollLeft'), top = elementPart(at, 'scrollTop');
    if (top !== 0 || left !== 0) key += `;${left},${top}`;
  }
  return key;
}

expose({endOutcome});
