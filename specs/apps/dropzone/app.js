import 'dropzone/dist/dropzone.css';
import Dropzone from 'dropzone';

const zone = new Dropzone('#zone', { addRemoveLinks: true, dictDefaultMessage: 'Drop files here or click', dictRemoveFile: 'Take back', maxFilesize: 1 });
const say = (text) => { document.querySelector('output').textContent = text; };
zone.on('success', (file) => say(`Handed in ${file.name}, ${file.size} bytes`));
zone.on('removedfile', (file) => say(`Took back ${file.name}`));
