// The text of a style sheet as it is now, with absolute addresses. A copy of a document (dom_copy.js) has it.

// CSS Syntax 3 §4.3.6: Chrome writes each address in a rule as url("…").
const addressInRule = /\burl\("((?:[^"\\]|\\.)*)"\)/g;

function absoluteAddress(address, base) {
  if (address === '' || address.startsWith('#') || address.startsWith('data:')) return address;
  try {
    return new URL(address, base).href;
  } catch { return address; }
}

const quotedAddress = (address) =>
    `url("${address.replace(/[\\"\n]/g, (one) => `\\${one.codePointAt(0).toString(16)} `)}")`;

const withAbsoluteAddresses = (text, base) => text.includes('url(') ?
    text.replace(addressInRule, (whole, address) => quotedAddress(absoluteAddress(unescapedCss(address), base))) :
    text;

// CSS Cascading 5 §2: an imported sheet stands where its rule is, with the rule's layer and conditions.
function importedText(rule, base, copy, lost, depth) {
  const sheet = rule.styleSheet;
  if (sheet === null || depth > deepestImport) return withAbsoluteAddresses(rule.cssText, base);
  let text = sheetText(sheet, copy, lost, depth + 1);
  if (text === null) return withAbsoluteAddresses(rule.cssText, base);
  if (rule.layerName !== null) text = `@layer ${rule.layerName} {${text}}`;
  if (rule.supportsText) text = `@supports ${rule.supportsText} {${text}}`;
  return rule.media.length > 0 ? `@media ${rule.media.mediaText} {${text}}` : text;
}

const deepestImport = 8;

// The texts of large sheets, with their sizes at that time: sheet → {size, text, lost}.
const largeTexts = new WeakMap();
const fewRules = 300;
const longestSheet = 4 * 1024 * 1024;  // characters; the rules beyond are left out

// The number of rules and declarations. Chrome reports no changes of rules, and writing down a large sheet takes long,
// so a large sheet counts as unchanged while its size is the same.
function sizeOfRules(rules) {
  let size = rules.length;
  for (let i = 0; i < rules.length; ++i) {
    const {style, cssRules} = rules[i];
    if (style !== undefined) size += style.length;
    if (cssRules !== undefined && cssRules !== null && cssRules.length > 0) size += sizeOfRules(cssRules);
  }
  return size;
}

// Returns null for a sheet of another origin whose text has not come yet. `lost` gets the declarations that the text
// lacks.
function sheetText(sheet, copy, lost, depth = 0) {
  let rules;
  try {
    rules = rulesOf(sheet);
  } catch { return null; }
  if (rules.length <= fewRules) return textOfRules(sheet, rules, copy, lost, depth);
  const size = sizeOfRules(rules);
  const known = largeTexts.get(sheet);
  if (known?.size === size) {
    if (known.text.length > longestSheet) copy.cutSheets.push(nameOfSheet(sheet));
    lost.push(...known.lost);
    return known.text;
  }
  const ownLost = [];
  const text = textOfRules(sheet, rules, copy, ownLost, depth);
  lost.push(...ownLost);
  largeTexts.set(sheet, {size, text, lost: ownLost});
  return text;
}

function textOfRules(sheet, rules, copy, lost, depth) {
  const base = sheet.href ?? document.baseURI;
  let text = '';
  for (let i = 0; i < rules.length; ++i) {
    if (i % rulesBetweenLooks === 0) copy.checkTime();
    if (text.length > longestSheet) {
      copy.cutSheets.push(nameOfSheet(sheet));
      break;
    }
    const rule = rules[i];
    if (rule.styleSheet !== undefined) {
      text += importedText(rule, base, copy, lost, depth);
    } else {
      const own = rule.cssText;
      if (hasLostDeclarations(own)) lostDeclarations(rule, lost);
      text += withAbsoluteAddresses(own, base);
    }
    text += '\n';
  }
  return text;
}

const nameOfSheet = ({href}) => href ?? 'a style sheet in the document';
