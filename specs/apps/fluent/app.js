import '@fluentui/web-components/web-components.js';

const dialog = document.querySelector('fluent-dialog');
const say = (text) => { document.querySelector('output').textContent = text; };
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  say('Saved. ' + [...new FormData(event.target)].map(([name, value]) => `${name}: ${value}`).join(', '));
});
document.querySelector('#drop').addEventListener('click', () => dialog.show());
document.querySelector('#no').addEventListener('click', () => { dialog.hide(); say('Kept'); });
document.querySelector('#yes').addEventListener('click', () => { dialog.hide(); say('Deleted'); });
