// A script that uses what stands above it, in `low`; all else here only looks like that.
const shape = /high`'/;
const low = (text) => `high ${high(text)} ${text.high}`;

function hides(high, { other = 'high' }) {
  return { high: other + high.replace(shape, () => "high") };
}
expose({ low });
