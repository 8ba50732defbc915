import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

const editor = new Editor({
  element: document.querySelector('#editor'), extensions: [StarterKit], content: '<h2>Monday</h2><p>Rain</p>',
  editorProps: { attributes: { 'aria-label': 'Notes', role: 'textbox', 'aria-multiline': 'true' } },
});
const bar = document.createElement('div');
bar.setAttribute('role', 'toolbar');
bar.setAttribute('aria-label', 'Format');
for (const [name, act, on] of [['Bold', (chain) => chain.toggleBold(), 'bold'], ['Heading', (chain) => chain.toggleHeading({ level: 2 }), 'heading'],
  ['List', (chain) => chain.toggleBulletList(), 'bulletList'], ['Undo', (chain) => chain.undo(), '']]) {
  const button = document.createElement('button');
  button.textContent = name;
  button.onclick = () => act(editor.chain().focus()).run();
  if (on) editor.on('transaction', () => button.setAttribute('aria-pressed', editor.isActive(on)));
  bar.append(button);
}
document.querySelector('#editor').before(bar);
document.querySelector('#save').onclick = () => { document.querySelector('output').textContent = editor.getHTML(); };
