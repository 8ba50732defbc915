import 'quill/dist/quill.snow.css';
import Quill from 'quill';

const quill = new Quill('#editor', { theme: 'snow', placeholder: 'What goes in?',
  modules: { toolbar: [[{ header: [1, 2, false] }], ['bold', 'italic', 'link'], [{ list: 'ordered' }, { list: 'check' }]] } });
quill.root.setAttribute('role', 'textbox');
quill.root.setAttribute('aria-label', 'Recipe');
document.querySelector('#save').onclick = () => { document.querySelector('output').textContent = quill.getSemanticHTML(); };
