import * as echarts from 'echarts';

const chart = echarts.init(document.querySelector('#chart'));
chart.setOption({
  tooltip: { trigger: 'axis' }, legend: { data: ['Rain', 'Sun'] }, xAxis: { data: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] }, yAxis: {},
  dataZoom: [{ type: 'inside' }],
  series: [{ name: 'Rain', type: 'bar', data: [5, 20, 36, 10, 10] }, { name: 'Sun', type: 'line', data: [8, 3, 1, 7, 9] }],
});
chart.on('click', ({ name, seriesName, value }) => { document.querySelector('output').textContent = `${seriesName} on ${name}: ${value}`; });
chart.on('legendselectchanged', ({ selected }) => { document.querySelector('output').textContent = selected.Rain ? 'Rain shown' : 'Rain hidden'; });
