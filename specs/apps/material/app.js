import '@material/web/all.js';

const form = document.querySelector('form');
const menu = document.querySelector('md-menu');
const dialog = document.querySelector('md-dialog');
const say = (text) => { document.querySelector('output').textContent = text; };
form.addEventListener('submit', (event) => {
  event.preventDefault();
  say('Sent. ' + [...new FormData(form)].map(([name, value]) => `${name}: ${value}`).join(', '));
});
document.querySelector('#more').addEventListener('click', () => { menu.open = !menu.open; });
menu.lastElementChild.addEventListener('click', () => dialog.show());
dialog.addEventListener('closed', () => say(dialog.returnValue === 'yes' ? 'Cancelled' : 'Kept'));
