// A script that uses what stands above it, in `low`, and what comes later; and that reads a property which a form may hide; all else here only looks like that.
const shape = /high`'/;
const low = (text) => `high ${high(text)} ${text.high} ${text.localName} ${document.localName}`;

function hides(high, { other = 'high' }) {
  return { high: last(other) + high.replace(shape, () => "high") };
}
expose({ low });
