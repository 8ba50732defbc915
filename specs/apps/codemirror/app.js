import { basicSetup } from 'codemirror';
import { javascript } from '@codemirror/lang-javascript';
import { EditorView } from '@codemirror/view';

const view = new EditorView({
  parent: document.querySelector('#editor'),
  doc: 'const answer = 41;\n' + Array.from({ length: 400 }, (_, n) => `// line ${n + 2}`).join('\n'),
  extensions: [basicSetup, javascript(), EditorView.contentAttributes.of({ 'aria-label': 'Script' }), EditorView.theme({ '&': { height: '240px' } })],
});
document.querySelector('button').onclick = () => {
  document.querySelector('output').textContent = new Function(view.state.doc.toString() + '\nreturn answer;')();
};
