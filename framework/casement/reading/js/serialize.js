// Encodes a reading: one line per node, with fields separated by tabs. The decoder in C++ mirrors this format
// (snapshot/decode.h). Refs are assigned here, so that only nodes in the final reading get one.

// Only tabs, line ends and the backslash itself are escaped.
const needsEscape = /[\\\t\n\r]/;
const escapable = /[\\\t\n\r]/g;
const escapes = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r'
};

function escapedField(text) {
  return needsEscape.test(text) ? text.replace(escapable, (character) => escapes[character]) : text;
}

// `left`: elements that were not walked; `parked`: elements that no one can scroll to; `toQuery`: elements about which
// only the browser knows more; `whole`: facts about the document, if its whole tree is read.
function headerLine(count, left, parked, toQuery, milliseconds, whole) {
  const fields = [
    'casement/1', escapedField(documentPart('URL')), escapedField(documentPart('title')), count,
    parked === 0 ? left : `${left}+${parked}`, toQuery, milliseconds.toFixed(3)
  ];
  if (whole !== null) fields.push(whole.header(), whole.unread());
  return fields.join('\t');
}

// `keeps`: whether each node stores its line, for a later reading that reuses the node.
function appendLines(lines, nodes, depth, keeps = false) {
  for (const node of nodes) {
    if (typeof node === 'string') {
      lines.push(`${depth}\t#\t\t${escapedField(node)}`);
      continue;
    }
    if (!keeps) {
      lines.push(lineOf(node, depth));
    } else {
      if ((node.line ?? null) === null || node.depth !== depth) {
        node.line = lineOf(node, depth);
        node.depth = depth;
      }
      lines.push(node.line);
    }
    appendLines(lines, node.children, depth + 1, keeps);
  }
}

function lineOf(node, depth) {
  let line = `${depth}\t${node.role}\t${node.element === null ? '' : refOf(node.element)}\t${escapedField(node.name)}`;
  if (node.role !== '=') line += `\t${node.states.join(' ')}`;
  for (const extra of node.extras) line += `\t${escapedField(extra)}`;
  if (node.measured) line += `\t${node.measured.join('\t')}`;
  return line;
}
