// Reads the clipboard by a paste that the page does not get.

let clipboardWatch = null;

// Takes the next paste in this document: records the text in the clipboard, and pastes nothing.
function watchPaste() {
  stopPasteWatch();
  const watch = {text: null};
  const keepAway = event => event.stopImmediatePropagation();
  const take = event => {
    watch.text = event.clipboardData.getData('text/plain');
    event.preventDefault();
    keepAway(event);
  };
  addEventListener('keydown', keepAway, {capture: true});
  addEventListener('keyup', keepAway, {capture: true});
  addEventListener('paste', take, {capture: true});
  watch.stop = () => {
    removeEventListener('keydown', keepAway, {capture: true});
    removeEventListener('keyup', keepAway, {capture: true});
    removeEventListener('paste', take, {capture: true});
  };
  clipboardWatch = watch;
}

function stopPasteWatch() {
  const text = clipboardWatch?.text ?? null;
  clipboardWatch?.stop();
  clipboardWatch = null;
  return text;
}

expose({watchPaste, stopPasteWatch});
