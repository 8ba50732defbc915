import 'trix/dist/trix.css';
import 'trix';

document.querySelector('form').onsubmit = (event) => {
  event.preventDefault();
  document.querySelector('output').textContent = new FormData(event.target).get('body');
};
