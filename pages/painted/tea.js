// A tea house that draws itself into a canvas, on the page's thread or in a worker. It tells its items once a frame, as
// docs/painted.md describes. All lengths are in its own units, 400 × 300.
const teaSize = [400, 300];

class TeaHouse {
  orders = 0;
  sugar = false;
  name = '';
  strength = 3;
  page = 'Menu';
  dialog = false;
  isRunning = false;
  runs = 0;
  focused = '';
  frame = 0;
  more = [];  // items that a spec adds, as told
  stands = true;  // whether the button "Order tea" is there
  presses = [];  // [id of the item pressed, or ""]

  constructor(context) { this.context = context; }

  // Everything that is shown now: [id, around, role, name, [x, y, width, height], states, value].
  items() {
    const below = this.dialog ? 'covered' : '';
    const items = [
      ['title', '', 'heading', 'Tea house', [10, 5, 120, 20], below, ''],
      ['slogan', '', 'text', 'Fresh every day', [140, 5, 120, 20], below, ''],
      ['sugar', '', 'checkbox', 'Sugar', [120, 30, 60, 20], `${below} ${this.sugar ? 'checked' : ''}`, ''],
      [
        'name', '', 'textbox', 'Your name', [10, 60, 200, 20], `${below} ${this.focused === 'name' ? 'focused' : ''}`,
        this.name
      ],
      ['strength', '', 'slider', 'Strength', [10, 90, 200, 20], below, String(this.strength)],
      ['pages', '', 'tablist', 'Pages', [10, 120, 200, 20], below, ''],
      ['menu', 'pages', 'tab', 'Menu', [10, 120, 60, 20], `${below} ${this.page === 'Menu' ? 'selected' : ''}`, ''],
      ['cart', 'pages', 'tab', 'Cart', [80, 120, 60, 20], `${below} ${this.page === 'Cart' ? 'selected' : ''}`, ''],
      ['sold', '', 'button', 'Sold out', [10, 150, 80, 20], `${below} disabled`, ''],
      ['ask', '', 'button', 'Open dialog', [100, 150, 80, 20], below, ''],
      ['runner', '', 'button', 'Runner', [this.isRunning ? 10 + (this.runs * 9) % 300 : 200, 180, 60, 20], below, ''],
      ['below', '', 'button', 'Far below', [10, 295, 80, 20], `${below} clipped`, ''],
      ['outside', '', 'button', 'Outside', [390, 250, 80, 20], below, ''],
      ['price', '', 'textbox', 'Price', [240, 60, 80, 20], `${below} readonly`, '4.50'],
    ];
    if (this.stands) items.splice(2, 0, ['order', '', 'button', 'Order tea', [10, 30, 100, 20], below, '']);
    if (this.dialog) {
      items.push(['sure', '', 'dialog', 'Sure?', [60, 20, 250, 200], '', '']);
      items.push(['yes', 'sure', 'button', 'Yes', [80, 60, 80, 20], '', '']);
    }
    return [...items, ...this.more];
  }

  draw() {
    ++this.frame;
    if (this.isRunning) ++this.runs;
    const {context} = this;
    context.setTransform(context.canvas.width / teaSize[0], 0, 0, context.canvas.height / teaSize[1], 0, 0);
    context.fillStyle = '#fff';
    context.fillRect(0, 0, ...teaSize);
    for (const [id, , , name, [x, y, width, height]] of this.items()) {
      context.fillStyle = id === 'sure' ? '#eee' : '#8bc';
      context.fillRect(x, y, width, height);
      context.fillStyle = '#000';
      context.fillText(name, x + 2, y + 14);
    }
  }

  told() {
    const items = this.items().map(
        ([id, around, role, name, box, states, value]) => [id, around, role, name, ...box, states, value]);
    return JSON.stringify({frame: this.frame, size: teaSize, items});
  }

  // A press at this place: what was drawn last is on top.
  press(x, y) {
    const isIn = ([, , , , [left, top, width, height], states]) =>
        x >= left && x < left + width && y >= top && y < top + height && !states.includes('clipped');
    const on = this.items().filter(isIn).map(([id]) => id).at(-1) ?? '';
    this.presses.push(on);
    this.focused = on === 'name' ? 'name' : '';
    if (on === 'order') ++this.orders;
    if (on === 'sugar') this.sugar = !this.sugar;
    if (on === 'strength') this.strength = Math.round((x - 10) / 200 * 10);
    if (on === 'menu') this.page = 'Menu';
    if (on === 'cart') this.page = 'Cart';
    if (on === 'ask') this.dialog = true;
    if (on === 'yes') this.dialog = false;
  }

  isAllSelected = false;

  key(key, isControl) {
    if (this.focused !== 'name') return;
    if (isControl && key === 'a') return void (this.isAllSelected = true);
    if (key === 'Delete' || key === 'Backspace') this.name = this.isAllSelected ? '' : this.name.slice(0, -1);
    else if (key.length === 1) this.name = (this.isAllSelected ? '' : this.name) + key;
    else return;
    this.isAllSelected = false;
  }
}

// Connects a house on the page's thread with its canvas.
function openTeaHouse(canvas) {
  const house = new TeaHouse(canvas.getContext('2d'));
  connectTeaHouse(canvas, (type, ...given) => house[type](...given));
  const tell = detail => canvas.dispatchEvent(
      new CustomEvent('casementpainted', {bubbles: true, composed: true, cancelable: true, detail}));
  let listens = !tell(null);
  house.hasListener = () => listens;
  document.addEventListener('casementpaintedask', () => {
    if (canvas.isConnected) tell(listens && house.frame > 0 ? house.told() : null);
    listens = true;
  });
  const loop = () => {
    if (!house.isStopped) house.draw();
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
  return house;
}

function connectTeaHouse(canvas, send) {
  canvas.tabIndex = 0;
  canvas.addEventListener('mousedown', event => {
    const style = getComputedStyle(canvas);
    const left = parseFloat(style.paddingLeft), top = parseFloat(style.paddingTop);
    const width = canvas.clientWidth - left - parseFloat(style.paddingRight);
    const height = canvas.clientHeight - top - parseFloat(style.paddingBottom);
    const zoom = canvas.currentCSSZoom ?? 1;
    send('press', (event.offsetX / zoom - left) * teaSize[0] / width, (event.offsetY / zoom - top) * teaSize[1] / height);
  });
  canvas.addEventListener('keydown', event => { send('key', event.key, event.ctrlKey); });
}
