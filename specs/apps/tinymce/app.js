import tinymce from 'tinymce';
import 'tinymce/icons/default';
import 'tinymce/models/dom';
import 'tinymce/plugins/link';
import 'tinymce/plugins/lists';
import 'tinymce/skins/content/default/content.js';
import 'tinymce/skins/ui/oxide/content.js';
import 'tinymce/skins/ui/oxide/skin.js';
import 'tinymce/themes/silver';

const [editor] = await tinymce.init({
  selector: '#editor', license_key: 'gpl', plugins: 'link lists', menubar: 'edit format', toolbar: 'bold italic numlist link blocks',
  iframe_aria_text: 'Article', promotion: false, branding: false,
});
document.querySelector('#save').onclick = () => { document.querySelector('output').textContent = editor.getContent(); };
