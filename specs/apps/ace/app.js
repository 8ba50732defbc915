import ace from 'ace-builds/src-noconflict/ace.js';
import 'ace-builds/src-noconflict/mode-css.js';
import 'ace-builds/src-noconflict/ext-searchbox.js';

const editor = ace.edit('editor', { mode: 'ace/mode/css', useWorker: false, enableKeyboardAccessibility: true, textInputAriaLabel: 'Style' });
editor.setValue('p {\n  color: red;\n}', -1);
editor.session.setUndoManager(new ace.UndoManager());
const sheet = document.head.appendChild(document.createElement('style'));
const show = () => {
  sheet.textContent = editor.getValue();
  document.querySelector('output').textContent = getComputedStyle(document.querySelector('#seen')).color;
};
editor.session.on('change', show);
show();
