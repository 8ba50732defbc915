function high(text) {
  return text === '' ? hides(text, {}) : low(text);
}
expose({ high });
