import 'prosemirror-view/style/prosemirror.css';
import 'prosemirror-menu/style/menu.css';
import 'prosemirror-example-setup/style/style.css';
import { exampleSetup } from 'prosemirror-example-setup';
import { DOMParser, Schema } from 'prosemirror-model';
import { schema as basic } from 'prosemirror-schema-basic';
import { addListNodes } from 'prosemirror-schema-list';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';

const schema = new Schema({ nodes: addListNodes(basic.spec.nodes, 'paragraph block*', 'block'), marks: basic.spec.marks });
const start = document.createElement('div');
start.innerHTML = '<p>Dear Ada,</p>';
const view = new EditorView(document.querySelector('#editor'), {
  state: EditorState.create({ doc: DOMParser.fromSchema(schema).parse(start), plugins: exampleSetup({ schema }) }),
  attributes: { 'aria-label': 'Letter', role: 'textbox', 'aria-multiline': 'true' },
});
document.querySelector('#save').onclick = () => { document.querySelector('output').textContent = view.dom.innerHTML; };
