import 'ckeditor5/ckeditor5.css';
import { Autoformat, BlockQuote, Bold, ClassicEditor, Essentials, Heading, Italic, Link, List, Paragraph, Table, TableToolbar } from 'ckeditor5';

const editor = await ClassicEditor.create(document.querySelector('#editor'), {
  licenseKey: 'GPL', plugins: [Autoformat, BlockQuote, Bold, Essentials, Heading, Italic, Link, List, Paragraph, Table, TableToolbar],
  toolbar: ['heading', 'bold', 'italic', 'link', 'bulletedList', 'blockQuote', 'insertTable', 'undo'],
  table: { contentToolbar: ['tableRow', 'tableColumn'] }, initialData: '<p>The year was good.</p>',
});
document.querySelector('#save').onclick = () => { document.querySelector('output').textContent = editor.getData(); };
