import { $generateHtmlFromNodes } from '@lexical/html';
import { createEmptyHistoryState, registerHistory } from '@lexical/history';
import { HeadingNode, QuoteNode, registerRichText } from '@lexical/rich-text';
import { createEditor, FORMAT_TEXT_COMMAND, UNDO_COMMAND } from 'lexical';

const host = document.querySelector('#editor');
host.contentEditable = 'true';
host.setAttribute('role', 'textbox');
host.setAttribute('aria-label', 'Diary');
const editor = createEditor({ nodes: [HeadingNode, QuoteNode], onError(error) { throw error; } });
editor.setRootElement(host);
registerRichText(editor);
registerHistory(editor, createEmptyHistoryState(), 300);
for (const [name, command, value] of [['Bold', FORMAT_TEXT_COMMAND, 'bold'], ['Italic', FORMAT_TEXT_COMMAND, 'italic'], ['Undo', UNDO_COMMAND]]) {
  const button = document.createElement('button');
  button.textContent = name;
  button.onclick = () => editor.dispatchCommand(command, value);
  host.before(button);
}
document.querySelector('#save').onclick = () => editor.read(() => {
  document.querySelector('output').textContent = $generateHtmlFromNodes(editor).replaceAll(/ style="[^"]*"/g, '');
});
