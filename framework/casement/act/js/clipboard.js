// Owns putting a text into the clipboard without the page's doing or knowing: the page's own copy event carries it.
// Stands alone, and is small: before each test a page that has no bridge yet empties the clipboard. A function of the
// text that gives whether Chrome let it.
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
