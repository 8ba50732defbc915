import '@shoelace-style/shoelace/dist/themes/light.css';
import '@shoelace-style/shoelace/dist/shoelace.js';

const form = document.querySelector('form');
const dialog = document.querySelector('sl-dialog');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  document.querySelector('#summary').textContent =
    [...new FormData(form)].sort().map(([name, value]) => `${name}: ${value}`).join(', ');
  dialog.show();
});
document.querySelector('#yes').addEventListener('click', async () => {
  await dialog.hide();
  document.querySelector('output').textContent = 'Booked. ' + document.querySelector('#summary').textContent;
});
