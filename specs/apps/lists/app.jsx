// The same rows by three frameworks, keyed in each; "Remount" has all of them make every element anew.
import { html, render } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createApp, h, nextTick, reactive } from 'vue/dist/vue.esm-bundler.js';

let seed = 1;
const random = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor(seed / 4294967296 * n);
};
let last = 0;
const newRow = () => ({ name: `row ${++last}`, price: `${random(4)} €`, key: last });
let rows = Array.from({ length: 10 }, newRow);
let mount = 0;

const changes = {
  Insert: () => rows.splice(random(rows.length), 0, newRow()),
  Remove: () => rows.splice(random(rows.length), 1),
  Edit: () => { const row = rows[random(rows.length)]; row.price = `${100 + random(900)} $`; },
  Move: () => rows.push(...rows.splice(random(rows.length), 1)),
  Remount: () => { mount++; },
};

const ReactList = ({ of, round }) => <ul key={round}>{of.map(({ name, price, key }) =>
  <li key={key}><b>{name}</b> <i>{price}</i> <button>Buy</button></li>)}</ul>;
const root = createRoot(document.querySelector('#react'));

const state = reactive({ rows: [], mount: 0 });
createApp({
  render: () => h('ul', { key: state.mount }, state.rows.map(({ name, price, key }) =>
    h('li', { key }, [h('b', name), ' ', h('i', price), ' ', h('button', 'Buy')]))),
}).mount('#vue');

const litList = () => keyed(mount, html`<ul>${repeat(rows, ({ key }) => key, ({ name, price }) =>
  html`<li><b>${name}</b> <i>${price}</i> <button>Buy</button></li>`)}</ul>`);

async function show() {
  flushSync(() => root.render(<ReactList of={rows.map((row) => ({ ...row }))} round={mount} />));
  Object.assign(state, { rows: rows.map((row) => ({ ...row })), mount });
  render(litList(), document.querySelector('#lit'));
  await nextTick();
}

window.change = async (name) => {
  changes[name]();
  await show();
};
for (const name of Object.keys(changes)) {
  const button = document.createElement('button');
  button.textContent = name;
  button.onclick = () => window.change(name);
  document.querySelector('#bar').append(button);
}
show();
