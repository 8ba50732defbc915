import '@vaadin/text-field';
import '@vaadin/date-picker';
import '@vaadin/combo-box';
import '@vaadin/button';
import '@vaadin/dialog';
import '@vaadin/grid/all-imports.js';

const one = (selector) => document.querySelector(selector);
const offices = Array.from({ length: 1000 }, (_, n) => `Office ${n + 1}`);
one('vaadin-combo-box').dataProvider = ({ page, pageSize, filter }, callback) => {
  const found = offices.filter((name) => name.toLowerCase().includes(filter.toLowerCase()));
  setTimeout(() => callback(found.slice(page * pageSize, (page + 1) * pageSize), found.length), 50);
};
const people = Array.from({ length: 5000 }, (_, n) => ({ name: `Person ${n + 1}`, office: offices[n % 1000] }));
const grid = one('vaadin-grid');
grid.items = people;
one('#act').renderer = (root, column, { item }) => {
  root.innerHTML = `<vaadin-button>Open ${item.name}</vaadin-button>`;
  root.firstElementChild.onclick = () => {
    one('vaadin-dialog').renderer = (body) => { body.textContent = `${item.name} sits in ${item.office}`; };
    one('vaadin-dialog').opened = true;
  };
};
grid.addEventListener('selected-items-changed', () => {
  one('output').textContent = 'Selected: ' + grid.selectedItems.map((item) => item.name).join(', ');
});
one('body > vaadin-button').onclick = () => {
  grid.items = [{ name: one('vaadin-text-field').value, office: one('vaadin-combo-box').value }, ...grid.items];
  one('output').textContent = `Added for ${one('vaadin-date-picker').value}`;
};
