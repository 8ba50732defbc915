import * as d3 from 'd3';

const data = d3.range(24).map((hour) => ({ hour, trains: 3 + ((hour * 7) % 11) }));
const x = d3.scaleBand(data.map(({ hour }) => hour), [40, 580]).padding(0.1);
const y = d3.scaleLinear([0, 14], [200, 20]);
const svg = d3.select('svg');
const say = (text) => d3.select('output').text(text);
svg.append('g').attr('transform', 'translate(0,200)').call(d3.axisBottom(x));
svg.selectAll('rect').data(data).join('rect').attr('role', 'img').attr('aria-label', ({ hour, trains }) => `${hour} o'clock: ${trains} trains`)
  .attr('x', ({ hour }) => x(hour)).attr('width', x.bandwidth()).attr('fill', '#69c')
  .attr('y', 200).attr('height', 0).on('click', (event, { hour, trains }) => say(`${trains} trains at ${hour}`))
  .transition().duration(600).attr('y', ({ trains }) => y(trains)).attr('height', ({ trains }) => 200 - y(trains));
const lower = svg.append('g').attr('role', 'slider').attr('aria-label', 'Hours').attr('aria-valuenow', 0);
lower.call(d3.brushX().extent([[40, 205], [580, 235]]).on('end', ({ selection }) => {
  if (!selection) return;
  const inside = data.filter(({ hour }) => x(hour) >= selection[0] && x(hour) + x.bandwidth() <= selection[1]);
  say(`${d3.sum(inside, ({ trains }) => trains)} trains from ${inside[0]?.hour} to ${inside.at(-1)?.hour}`);
}));
