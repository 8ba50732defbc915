// Owns noticing that the page begins a drag of its own.

let dragWatch = null;

// From now on, notes whether the page begins a drag of its own (HTML §6.11).
function watchDrag() {
  dragWatch?.stop();
  const watch = { event: null, stop: () => removeEventListener('dragstart', note, { capture: true }) };
  const note = event => { watch.event = event; };
  addEventListener('dragstart', note, { capture: true });
  dragWatch = watch;
}

function dragHasBegun(ref) {
  beginOutcome(elementOf(ref));
  dragWatch?.stop();
  const event = dragWatch?.event ?? null;
  dragWatch = null;
  return event !== null && !event.defaultPrevented;
}

expose({ watchDrag, dragHasBegun });
