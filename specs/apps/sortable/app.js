import Sortable from 'sortablejs';

const list = (id) => document.getElementById(id);
const say = () => {
  document.querySelector('output').textContent = [...document.querySelectorAll('ul, ol')]
    .map((one) => [...one.children].map((item) => item.textContent.replace('☰', '').trim()).join(' ')).join(' | ');
};
Sortable.create(list('ideas'), { group: 'plan', animation: 150, onEnd: say });
Sortable.create(list('today'), { group: 'plan', animation: 150, onEnd: say });
Sortable.create(list('order'), { handle: 'span', forceFallback: true, animation: 150, onEnd: say });
say();
