import { createApp } from 'vue/dist/vue.esm-bundler.js';

createApp({
  data: () => ({ name: '', agree: false, pick: 'a' }),
  template: `<form aria-label="Guest"><h1>Form</h1>
    <label>Name <input v-model="name"></label>
    <label><input type="checkbox" v-model="agree"> Agree</label>
    <label>Pick <select v-model="pick"><option>a</option><option>b</option></select></label>
    <output>{{ name }} {{ agree }} {{ pick }}</output></form>`,
}).mount('#app');
