// Owns the form in which a reading leaves the page: one line a node, tabs between its fields. The decoder on the other
// side of the wire mirrors it. Refs are minted here, so that what was dropped on the way never had one.

// Tab, line ends and the backslash itself are the only characters that are written otherwise.
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

// `left`: elements that were not walked; `parked`: elements that nobody can scroll to; `toQuery`: elements about which
// only the browser can tell; `whole`: what is said of the document where its whole tree is asked for.
function headerLine(count, left, parked, toQuery, milliseconds, whole) {
  const fields = [
    'casement/1', escapedField(documentPart('URL')), escapedField(documentPart('title')), count,
    parked === 0 ? left : `${left}+${parked}`, toQuery, milliseconds.toFixed(3)
  ];
  if (whole !== null) fields.push(whole.header(), whole.unread());
  return fields.join('\t');
}

// `keeps`: each node keeps its line, for a reading that uses it again.
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
