import { createSignal, For, Show } from 'solid-js';
import { createStore } from 'solid-js/store';
import { Portal, render } from 'solid-js/web';
import html from 'solid-js/html';

const lanes = ['Open', 'Doing', 'Done'];
function Board() {
  const [cards, change] = createStore([{ text: 'Paint the boat', lane: 0 }, { text: 'Mend the sail', lane: 1 }]);
  const [open, setOpen] = createSignal(null);
  const [text, setText] = createSignal('');
  const move = (card, by) => change((other) => other.text === card.text, 'lane', (lane) => lane + by);
  return html`<h1>Board</h1>
    <label>New card <input value=${text} onInput=${(e) => setText(e.target.value)} /></label>
    <button onClick=${() => { change(cards.length, { text: text(), lane: 0 }); setText(''); }}>Add</button>
    <${For} each=${() => lanes}>${(name, index) => html`<section aria-label=${name}><h2>${name}</h2>
      <${For} each=${() => cards.filter((card) => card.lane === index())}>${(card) => html`<article aria-label=${() => card.text}>
        <p>${() => card.text}</p>
        <button disabled=${() => card.lane === 0} onClick=${() => move(card, -1)}>Back</button>
        <button disabled=${() => card.lane === 2} onClick=${() => move(card, 1)}>On</button>
        <button onClick=${() => setOpen(card)}>Details</button></article>`}<//></section>`}<//>
    <${Show} when=${open}><${Portal} useShadow=${true}>
      <div role="dialog" aria-label="Details"><p>${() => open()?.text} is in ${() => lanes[open()?.lane]}</p>
        <label>Notes <textarea></textarea></label><button onClick=${() => setOpen(null)}>Close</button></div><//><//>`;
}
render(Board, document.querySelector('#app'));
