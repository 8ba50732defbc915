// Declarations that the text of a rule has lost. Chrome writes `border: var(--line); border-color: red` as a rule whose
// other properties are empty, because a property alone has no text while its shorthand waits for a variable (CSS
// Variables 1 §3.2, CSSOM 1 §6.6). The values that elements got are known, so a copy has those.

// Adds the rules that have lost properties, of this one and those inside: {selector, properties}. `around`: the
// selector of the rule around, or null.
function lostDeclarations(rule, lost, around = null) {
  const {selectorText, style, cssRules} = rule;
  const selector = selectorText === undefined ? around : selectorIn(selectorText, around);
  if (style !== undefined && selector !== null) {
    const text = rule.cssText;
    const properties = [...style].filter(
        (name) => !name.startsWith('--') && style.getPropertyValue(name) === '' && text.includes(`${name}: ;`));
    if (properties.length > 0) lost.push({selector, properties});
  }
  if (cssRules !== undefined && cssRules !== null)
    for (const inner of cssRules) lostDeclarations(inner, lost, selector);
}

const hasLostDeclarations = (text) => text.includes(': ;');

const pseudoAtEnd = /::(?:before|after|marker|placeholder|backdrop)$/;
const selectorOfHost = /^:host(?:\((.*)\))?$/;

function elementsWithSelector(root, selector) {
  const host = selectorOfHost.exec(selector);
  try {
    if (host === null) return [...allMatching(root, selector === '' ? '*' : selector)];
    const element = root.host;
    return element !== undefined && (host[1] === undefined || matchesSelector(element, host[1])) ? [element] : [];
  } catch { return []; }  // a part or a slotted element
}

// What elements got: [[number, pseudo-element or '', {property: value}]]. `places`: [{root, lost}].
function lostValues(places, copy) {
  const found = new Map();
  for (const {root, lost} of places) {
    for (const {selector: list, properties} of lost) {
      for (const [selector] of selectorsIn(list)) {
        const pseudo = pseudoAtEnd.exec(selector)?.[0] ?? '';
        for (const element of elementsWithSelector(root, selector.slice(0, selector.length - pseudo.length))) {
          const number = nodeNumbers.get(element);
          if (number === undefined) continue;
          copy.passTime();
          const key = `${number} ${pseudo}`;
          if (!found.has(key)) found.set(key, [number, pseudo, {}]);
          const values = found.get(key)[2];
          const computed = getComputedStyle(element, pseudo);
          for (const name of properties) values[name] = computed.getPropertyValue(name);
        }
      }
    }
  }
  return [...found.values()];
}
