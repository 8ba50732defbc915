// Puts a text into the clipboard by a copy event that the page does not see. Returns whether Chrome allowed it. Uses no
// other script and is small, because it also empties the clipboard before each test, in a page without the bridge.
text => {
  const begin = event => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const carry = event => {
    event.clipboardData.setData('text/plain', text);
    begin(event);
  };
  addEventListener('beforecopy', begin, {capture: true, once: true});
  addEventListener('copy', carry, {capture: true, once: true});
  const done = document.execCommand('copy');
  removeEventListener('beforecopy', begin, {capture: true});
  removeEventListener('copy', carry, {capture: true});
  return done;
}
