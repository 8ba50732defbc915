// Owns the question whether an element without a role is there to be used: it can be focused or edited, or it says in
// its attributes that it listens. Listeners added by script cannot be seen from here; a pointer cursor (walk.js) often
// gives them away.

const focusOnlyAttributes = new Set(['onblur', 'onerror', 'onfocus', 'onload', 'onresize', 'onscroll', 'onunload',
  'onbeforeunload', 'onanimationend', 'onanimationstart', 'ontransitionend']);

// Vue, Alpine, Svelte, Angular (both), Stimulus, Livewire, Phoenix, jsaction, htmx.
const listeningAttribute =
  /^(?:on[a-z]+|@(?:click|mousedown|pointerdown|mouseup|touchstart)|(?:v-on|x-on|on):(?:click|mousedown|pointerdown)|\(click\)|(?:data-)?ng-click|wire:click|phx-click|jsaction|(?:data-)?hx-(?:get|post|put|delete|patch|on))(?:$|[.:])/;

// The same few names come again and again.
const listeningNames = new Map();

function isListening(name) {
  let answer = listeningNames.get(name);
  if (answer === undefined) {
    answer = listeningAttribute.test(name) && !focusOnlyAttributes.has(name);
    if (listeningNames.size < 1000) listeningNames.set(name, answer);
  }
  return answer;
}

function listens(element) {
  for (const name of attributeNamesOf(element)) {
    if (isListening(name)) return true;
    if (name === 'data-action' && /click|mousedown|pointerdown|^[^-]*->|^[\w-]+#/.test(attributeOf(element, name))) return true;
  }
  return false;
}

function isUsable(element) {
  if (hasAttributeNamed(element, 'tabindex') || hasAttributeNamed(element, 'contenteditable')) {
    if (isFocusable(element)) return true;
  }
  return listens(element);
}
