import { createApp } from 'vue/dist/vue.esm-bundler.js';
import PrimeVue from 'primevue/config';
import Aura from '@primeuix/themes/aura';
import AutoComplete from 'primevue/autocomplete';
import Button from 'primevue/button';
import Column from 'primevue/column';
import DataTable from 'primevue/datatable';
import DatePicker from 'primevue/datepicker';
import Dialog from 'primevue/dialog';
import InputNumber from 'primevue/inputnumber';
import Select from 'primevue/select';

const products = ['Kettle', 'Teapot', 'Tea cosy', 'Cup', 'Saucer', 'Spoon', 'Strainer', 'Tin'];
createApp({
  data: () => ({
    what: '', shelf: null, day: null, count: 1, found: [], chosen: [], asking: false,
    shelves: Array.from({ length: 40 }, (_, n) => `Shelf ${n + 1}`),
    rows: products.map((what, id) => ({ id, what, shelf: `Shelf ${(id % 3) + 1}`, count: id * 7 })),
  }),
  methods: {
    search({ query }) { this.found = products.filter((name) => name.toLowerCase().includes(query.toLowerCase())); },
    add() {
      const day = this.day ? ` ${this.day.getDate()}.${this.day.getMonth() + 1}.` : '';
      this.rows.unshift({ id: this.rows.length + 100, what: this.what + day, shelf: this.shelf, count: this.count });
    },
    remove() {
      this.rows = this.rows.filter((row) => !this.chosen.some((other) => other.id === row.id));
      this.chosen = [];
      this.asking = false;
    },
  },
}).use(PrimeVue, { theme: { preset: Aura } })
  .component('p-auto-complete', AutoComplete).component('p-button', Button).component('p-column', Column)
  .component('p-data-table', DataTable).component('p-date-picker', DatePicker).component('p-dialog', Dialog)
  .component('p-input-number', InputNumber).component('p-select', Select).mount('#app');
