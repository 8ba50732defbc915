import Chart from 'chart.js/auto';

const months = ['Jan', 'Feb', 'Mar', 'Apr'];
let year = 2025;
let drawn = 0;
const say = (text) => { document.querySelector('output').textContent = text; };
const chart = new Chart(document.querySelector('canvas'), {
  type: 'bar', data: { labels: months, datasets: [{ label: 'Sales', data: [10, 10, 10, 10] }] },
  options: { maintainAspectRatio: false, animation: { onComplete: () => { if (drawn !== year) say(`Drawn ${drawn = year}`); } }, onClick: (event, [bar]) => say(bar ? `${months[bar.index]} ${year}: ${chart.data.datasets[0].data[bar.index]}` : 'No bar'),
    onHover: (event, [bar]) => { event.native.target.style.cursor = bar ? 'pointer' : 'default'; } },
});
document.querySelector('button').onclick = () => {
  year += 1;
  chart.data.datasets[0].data = [20, 5, 20, 15];
  chart.update();
};
