import 'tabulator-tables/dist/css/tabulator.css';
import { TabulatorFull as Tabulator } from 'tabulator-tables';

const say = (text) => { document.querySelector('output').textContent = text; };
const table = new Tabulator('#table', {
  height: 280, layout: 'fitColumns', index: 'number',
  data: Array.from({ length: 2000 }, (_, n) => ({ number: n + 1, name: `Part ${n + 1}`, stock: (n * 13) % 50, kind: n % 2 ? 'Bolt' : 'Nut', good: false })),
  columns: [
    { title: 'Number', field: 'number' },
    { title: 'Name', field: 'name', editor: 'input', headerFilter: 'input', headerFilterPlaceholder: 'Find a part' },
    { title: 'Stock', field: 'stock', editor: 'number' },
    { title: 'Kind', field: 'kind', editor: 'list', editorParams: { values: ['Bolt', 'Nut', 'Washer'] } },
    { title: 'Good', field: 'good', formatter: 'tickCross', editor: true },
    { title: 'Order', formatter: () => '<button>Order</button>', cellClick: (event, cell) => say(`Ordered ${cell.getData().name}`) },
  ],
});
table.on('cellEdited', (cell) => say(`${cell.getField()} of ${cell.getData().number} is ${cell.getValue()}`));
