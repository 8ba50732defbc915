import 'filepond/dist/filepond.css';
import * as FilePond from 'filepond';

const say = (text) => { document.querySelector('output').textContent = text; };
FilePond.create(document.querySelector('#file'), { server: { process: '/upload', revert: null }, allowReorder: true, credits: false,
  onprocessfile: (error, file) => say(error ? 'Failed' : `Kept ${file.filename}`), onremovefile: (error, file) => say(`Removed ${file.filename}`) });
