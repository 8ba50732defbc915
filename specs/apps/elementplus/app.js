import 'element-plus/dist/index.css';
import { createApp } from 'vue/dist/vue.esm-bundler.js';
import ElementPlus, { ElMessage, ElMessageBox } from 'element-plus';

createApp({
  data: () => ({
    who: '', doctor: '', day: '', time: '', visits: 1, urgent: false, rows: [],
    doctors: ['Dr Byrne', 'Dr Kelly', 'Dr Walsh'],
    tree: [{ label: 'East', children: [{ label: 'Ward 1' }, { label: 'Ward 2' }] }, { label: 'West', children: [{ label: 'Ward 3' }] }],
  }),
  methods: {
    search(text, answer) {
      setTimeout(() => answer(['Ada', 'Alan', 'Grace'].filter((name) => name.startsWith(text)).map((value) => ({ value }))), 60);
    },
    add() {
      this.rows.push({ who: this.who, doctor: this.doctor, when: `${this.day} ${this.time} ×${this.visits}${this.urgent ? ' urgent' : ''}` });
      ElMessage({ message: 'Booked', duration: 0, showClose: true });
    },
    async cancel(index) {
      await ElMessageBox.confirm('The patient is told.', 'Cancel the visit?', { confirmButtonText: 'Cancel it', cancelButtonText: 'Keep it' });
      this.rows.splice(index, 1);
    },
  },
}).use(ElementPlus).mount('#app');
