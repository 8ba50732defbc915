// A counter that draws itself into a canvas, with a mirror of elements for screen readers as three toolkits lay it out:
// - qt: Qt 6 for WebAssembly (qwasmwindow.cpp, qwasmaccessibility.cpp): the mirror lies behind the canvas.
// - flutter, old-flutter: Flutter's web engine (dom_manager.dart, semantics.dart): the mirror lies over the glass pane,
// and
//   lets presses through that are not for a control. Before version 3.13, the mirror was in the glass pane's shadow
//   root.
// - compose: Compose Multiplatform: the mirror lies over the canvas, and lets every press through.
const widgets = [
  {role: 'button', name: 'Increment', box: [20, 20, 100, 30]},
  {role: 'checkbox', name: 'Sugar', box: [20, 70, 100, 30]},
  {role: 'textbox', name: 'Your name', box: [20, 120, 200, 30]},
  {role: 'text', name: 'A plain text', box: [20, 170, 200, 30]},
  {role: 'button', name: 'Behind', box: [150, 20, 60, 30]},
];

const make = (tag, style, attributes = {}) => {
  const element = document.createElement(tag);
  element.style.cssText = style;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

const placeOf = ([x, y, width, height]) =>
    `position: absolute; left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px;`;

class Mirrored {
  count = 0;
  sugar = false;
  name = '';
  presses = [];

  constructor() {
    this.canvas = make('canvas', 'position: absolute; left: 0; top: 0');
    [this.canvas.width, this.canvas.height] = [400, 300];
  }

  // Flutter and Qt fill the mirror after their button for screen readers was activated. `?asleep` begins without.
  fillMirror(mirror, button, elements, placeOfButton = mirror) {
    if (!location.search.includes('asleep')) return void mirror.append(...elements);
    button.addEventListener('click', () => {
      button.remove();
      mirror.append(...elements);
    });
    placeOfButton.append(button);
  }

  draw() {
    const context = this.canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 400, 300);
    for (const {name, box: [x, y, width, height]} of widgets) {
      context.fillStyle = '#8bc';
      context.fillRect(x, y, width, height);
      context.fillStyle = '#000';
      context.fillText(name, x + 2, y + 14);
    }
  }

  // The toolkit finds by itself what was pressed.
  press(event) {
    const {left, top} = this.canvas.getBoundingClientRect();
    const at = [event.clientX - left, event.clientY - top];
    const isIn = ({box: [x, y, width, height]}) => at[0] >= x && at[0] < x + width && at[1] >= y && at[1] < y + height;
    const {name} = widgets.findLast(isIn) ?? {name: ''};
    this.presses.push(`${name}${event.isTrusted ? '' : ' by a script'}`);
    if (name === 'Increment') ++this.count;
    if (name === 'Sugar') this.sugar = !this.sugar;
    requestAnimationFrame(() => { this.update(); });
  }
}

function qtElementOf(app, {role, name, box}) {
  const style = `${placeOf(box)} z-index: -1`;
  if (role === 'button') {
    const button = make('button', style);
    button.innerHTML = name;
    return button;
  }
  if (role === 'text') {
    const text = make('textarea', style, {readonly: 'true'});
    text.innerHTML = name;
    return text;
  }
  const input = make('input', style, {type: role === 'checkbox' ? 'checkbox' : 'text', 'aria-label': name});
  if (role === 'textbox') input.addEventListener('input', () => { app.name = input.value; });
  return input;
}

function openQt(app, place) {
  const root = make('div', '', {id: 'qt-shadow-container'});
  const shadow = root.attachShadow({mode: 'open'});
  shadow.innerHTML = '<style>.qt-window-a11y-container { position: absolute; z-index: -1 }</style>';
  const around = make('div', 'position: relative; display: flex', {class: 'qt-window-canvas-container'});
  const mirror = make('div', '', {class: 'qt-window-a11y-container'});
  app.canvas.className = 'qt-window-content';
  app.canvas.style.position = 'static';
  app.canvas.setAttribute('aria-hidden', 'true');
  around.append(app.canvas, mirror);
  shadow.append(around);
  place.append(root);
  const elements = widgets.map(widget => qtElementOf(app, widget));
  const hidden = 'clip: rect(1px, 1px, 1px, 1px); clip-path: inset(50%); height: 100%; width: 100%; margin: -1px; ' +
      'overflow: hidden; padding: 0; position: absolute';
  const button = make('button', hidden);
  button.innerText = 'Enable Screen Reader';
  app.fillMirror(mirror, button, elements);
  around.addEventListener('pointerdown', event => { app.press(event); });
  app.update = () => { elements[1].checked = app.sugar; };
  // A popup of the application's own page.
  app.cover = () => { place.append(make('div', `${placeOf(widgets[4].box)} z-index: 5`, {id: 'popup'})); };
}

function flutterElementOf(app, {role, name, box}) {
  const isControl = role !== 'text';
  const element = make('flt-semantics', `${placeOf(box)} pointer-events: ${isControl ? 'all' : 'none'}`);
  if (role === 'textbox') {
    const input = make('input', 'position: absolute; top: 0; left: 0; width: 100%; height: 100%', {'aria-label': name});
    input.addEventListener('input', () => { app.name = input.value; });
    element.append(input);
  } else if (isControl) {
    element.setAttribute('role', role);
    element.setAttribute('aria-label', name);
    element.setAttribute('flt-tappable', '');
  } else {
    const text = document.createElement('span');
    text.textContent = name;
    element.append(text);
  }
  return element;
}

function openFlutter(app, place, isOld) {
  const view = make('flutter-view', 'position: absolute; inset: 0');
  const pane = make('flt-glass-pane', 'position: absolute; inset: 0');
  const host = make('flt-semantics-host', 'position: absolute; transform-origin: 0 0 0; transform: scale(1)');
  const all = make(
      'flt-semantics',
      'position: absolute; filter: opacity(0%); color: rgba(0, 0, 0, 0); pointer-events: none; width: 400px; height: 300px');
  const scene = make('flt-scene-host', 'pointer-events: none');
  scene.append(app.canvas);
  const shadow = pane.attachShadow({mode: 'open'});
  shadow.append(scene);
  (isOld ? shadow : view).append(host);
  if (isOld) {
    place.append(pane);
  } else {
    view.prepend(pane);
    place.append(view);
  }
  host.append(all);
  const elements = widgets.map(widget => flutterElementOf(app, widget));
  const hidden = 'position: absolute; left: -1px; top: -1px; width: 1px; height: 1px';
  const button =
      make('flt-semantics-placeholder', hidden, {role: 'button', 'aria-label': 'Enable accessibility', tabindex: 0});
  app.fillMirror(all, button, elements, shadow);
  (isOld ? pane : view).addEventListener('pointerdown', event => { app.press(event); });
  app.update = () => { elements[1].setAttribute('aria-checked', String(app.sugar)); };
  app.update();
  // The barrier of a dialog.
  app.cover =
      () => { all.append(make('flt-semantics', `${placeOf(widgets[4].box)} pointer-events: all`, {id: 'popup'})); };
}

function openCompose(app, place) {
  const root = make('div', '');
  const shadow = root.attachShadow({mode: 'open'});
  const mirror = make('div', 'position: absolute; left: 0; top: 0; pointer-events: none', {id: 'cmp_a11y_root'});
  shadow.append(app.canvas, mirror);
  place.append(root);
  const elements = widgets.map(
      ({role, name, box}) => make('div', placeOf(box), {role: role === 'text' ? 'note' : role, 'aria-label': name}));
  mirror.append(...elements);
  app.canvas.addEventListener('pointerdown', event => { app.press(event); });
  app.update = () => { elements[1].setAttribute('aria-checked', String(app.sugar)); };
  app.update();
  app.cover = () => { place.append(make('div', `${placeOf(widgets[4].box)} z-index: 5`, {id: 'popup'})); };
}

function openMirrored(place, toolkit) {
  const app = new Mirrored();
  if (toolkit === 'qt') openQt(app, place);
  else if (toolkit === 'compose') openCompose(app, place);
  else openFlutter(app, place, toolkit === 'old-flutter');
  app.draw();
  return app;
}
