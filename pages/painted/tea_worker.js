// Draws the tea house in a worker.
importScripts('tea.js');
let house = null;
let listens = false;

onmessage = ({data}) => {
  if (data.listens) listens = true;
  if (data.given) house[data.given[0]](...data.given.slice(1));
  if (!data.canvas) return;
  house = new TeaHouse(data.canvas.getContext('2d'));
  const loop = () => {
    house.draw();
    if (listens) postMessage({told: house.told()});
    postMessage({state: {orders: house.orders, sugar: house.sugar, name: house.name, presses: house.presses}});
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
};
