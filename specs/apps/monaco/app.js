import * as monaco from 'monaco-editor';

self.MonacoEnvironment = { getWorker: (_, label) => new Worker(label === 'json' ? 'json.worker.js' : 'editor.worker.js') };
const editor = monaco.editor.create(document.querySelector('#editor'), {
  value: '{\n  "colour": "red",\n  "size": 3\n}', language: 'json', ariaLabel: 'Settings', automaticLayout: true, minimap: { enabled: false },
});
document.querySelector('button').onclick = () => {
  try {
    document.querySelector('output').textContent = Object.values(JSON.parse(editor.getValue())).join(', ');
  } catch (error) {
    document.querySelector('output').textContent = 'Not valid';
  }
};
