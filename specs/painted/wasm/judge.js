// Compares what casement/painted_imgui.h tells with what Dear ImGui did (imgui_witness.h).
'use strict';

const rightOf = ([x, , width]) => x + width;
const bottomOf = ([, y, , height]) => y + height;
const cut = (box, by) => {
  const x = Math.max(box[0], by[0]), y = Math.max(box[1], by[1]);
  return [x, y, Math.min(rightOf(box), rightOf(by)) - x, Math.min(bottomOf(box), bottomOf(by)) - y];
};
const isSomething = ([, , width, height]) => width > 0 && height > 0;
const union = (one, other) => {
  const x = Math.min(one[0], other[0]), y = Math.min(one[1], other[1]);
  return [x, y, Math.max(rightOf(one), rightOf(other)) - x, Math.max(bottomOf(one), bottomOf(other)) - y];
};
// The largest distance between sides of the same name.
const distance = (one, other) => Math.max(
    Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]), Math.abs(rightOf(one) - rightOf(other)),
    Math.abs(bottomOf(one) - bottomOf(other)));

// The items that the application tells now.
function told() {
  let text = null;
  const hear = (event) => { text = event.detail; };
  addEventListener('casementpainted', hear, {capture: true, once: true});
  document.dispatchEvent(new CustomEvent('casementpaintedask'));
  return JSON.parse(text).items.map(([id, around, role, name, x, y, width, height, states, value]) => ({
                                      id,
                                      around,
                                      role,
                                      name: name.replace(/\s+/g, ' ').trim(),
                                      box: [x, y, width, height],
                                      states: states.split(' '),
                                      value
                                    }));
}

const witness = () => JSON.parse(Module.ccall('witness_tells', 'string'));

// The items that ImGui added and that are drawn at least in part.
function visibleItems({items}) {
  const byId = new Map();
  for (const item of items) {
    const box = cut(cut(item.box, item.clip), [0, 0, canvas.width, canvas.height]);
    if (item.isHidden === 0 && isSomething(box)) byId.set(item.id, {...item, full: item.box, box});
  }
  return [...byId.values()];
}

// The texts that are drawn in the item, and those on its right in the same line.
function drawnBy(box, texts) {
  const [x, y, width, height] = box;
  const isInLine = (text) => text.box[1] + text.box[3] / 2 >= y - 1 && text.box[1] + text.box[3] / 2 <= y + height + 1;
  const isInside = (text) => text.box[0] >= x - 1 && text.box[0] <= x + width;
  const isBeside = (text) => text.box[0] > x + width && text.box[0] <= x + width + 600;
  const inLine = texts.filter(isInLine);
  return [inLine.filter(isInside), inLine.filter(isBeside)].map((found) => found.map(({text}) => text.split('##')[0]));
}

// Sorts the items that ImGui has drawn: 'told' with the label that is drawn, 'without a label' (scroll bars, borders,
// title buttons), 'other label', 'left out'. → {[sort]: [item, …]}
function judgeItems() {
  const seen = witness(), items = told();
  const byId = new Map(items.map((item) => [item.id, item]));
  const result = {told: [], 'without a label': [], 'other label': [], 'left out': []};
  for (const item of visibleItems(seen)) {
    const title = item.window.split('##')[0];
    const one =
        item.isTitle ? items.find(({role, name}) => role === 'dialog' && name === title) : byId.get(String(item.id));
    const [inside, beside] = drawnBy(item.full, seen.texts);
    const hasOwnLabel = (item.label ?? '').split('##')[0] !== '' || item.isTitle;
    const names = [...inside, ...beside, ...(item.isTitle ? [title] : [])];
    const about = `${one?.role ?? ''} "${one?.name ?? item.label ?? ''}" in ${item.window}`;
    let sort = 'without a label';
    if (one !== undefined && names.includes(one.name)) sort = 'told';
    else if (hasOwnLabel || (one !== undefined && one.name !== 'Close' && one.name !== 'Collapse'))
      sort = one === undefined ? 'left out' : 'other label';
    result[sort].push(`${about}: ${[...inside, '/', ...beside].join(' ')}`);
  }
  return result;
}

// The told items that a press reaches, except those that take the mouse from the demo, and those that a snapshot shows
// twice at the same place, as the title buttons of two windows.
function pressable() {
  const roles =
      ['button', 'checkbox', 'treeitem', 'menuitem', 'menuitemcheckbox', 'textbox', 'combobox', 'tab', 'option'];
  const items = told();
  const placeOf = ({role, name, box}) => [role, name, Math.round(box[0]), Math.round(box[1])].join('|');
  const places = items.map(placeOf);
  return items.filter(
      (item) => roles.includes(item.role) && !/NoMouse|Item Picker/.test(item.name) && item.box[3] >= 4 &&
          !item.states.some((state) => ['covered', 'clipped', 'disabled'].includes(state)) &&
          places.filter((place) => place === placeOf(item)).length === 1);
}

// Why a press would not reach the item now, as told; '' if it would.
function statesOf(id) {
  const item = told().find((one) => one.id === id);
  return item === undefined ? 'gone' :
                              item.states.filter((state) => ['covered', 'clipped', 'disabled'].includes(state)).join();
}

// Waits until ImGui has handled the press and its release. → the press, and what followed in the frames after it
async function pressed(id) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let frames = 0; frames < 120; ++frames) {
    const press = witness().presses.at(-1);
    if (press !== undefined && press.up !== 0) {
      await frame();
      const seen = witness(), item = told().find((one) => one.id === id);
      const flag = seen.flags.find(([label]) => label === press.flag);
      return {
        ...press,
        isReset: flag !== undefined && flag[1] !== press.after,
        boxError: item === undefined ? null : boxError(item, seen)
      };
    }
    await frame();
  }
  return {never: witness().presses, errors};
}

// What ended the demo.
const errors = [];
addEventListener('error', ({message}) => { errors.push(message); });

// The largest distance between a side of the told box and that of what is painted for the item. The mouse is over the
// item, so ImGui paints a frame for each, which is
// - the box of most items,
// - the square of a check box or the circle of a radio button, with the label on its right,
// - two parts of a combo box,
// - wider than the box of a tree node, which ends after its label.
function boxError({id, role, box}, {items, rects, texts}) {
  const clip = items.find((item) => String(item.id) === id)?.clip ?? box;
  const candidates = [...rects];
  for (const rect of rects) {
    for (const {box: label} of texts) {
      const isNext = label[0] >= rightOf(rect) && label[0] - rightOf(rect) < 40 && Math.abs(label[1] - rect[1]) < 20;
      if (isNext) candidates.push(cut(union(rect, label), clip));
    }
    for (const other of rects)
      if (Math.abs(rightOf(rect) - other[0]) <= 1 && Math.abs(rect[1] - other[1]) <= 1)
        candidates.push(union(rect, other));
    if (role === 'treeitem' && rightOf(rect) > rightOf(box))
      candidates.push(cut(rect, [rect[0], 0, rightOf(box) - rect[0], 1e6]));
  }
  return Math.min(...candidates.map((one) => distance(one, box)));
}

// Without a context, the demo computes its frames and draws nothing, which takes less time.
if (location.search === '?blind') HTMLCanvasElement.prototype.getContext = () => null;
