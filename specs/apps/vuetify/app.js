import 'vuetify/styles';
import { createApp } from 'vue/dist/vue.esm-bundler.js';
import { createVuetify } from 'vuetify';
import * as components from 'vuetify/components';
import * as directives from 'vuetify/directives';

const plants = ['Apple', 'Bean', 'Carrot', 'Dill', 'Elder', 'Fennel', 'Garlic', 'Hop', 'Iris', 'Leek', 'Mint', 'Onion', 'Pea', 'Rue'];
createApp({
  data: () => ({
    plants, plant: null, bed: null, beds: ['North', 'South', 'Wall'], sun: 3, water: false, day: '', open: false, tags: [],
    headers: [{ title: 'Plant', key: 'plant' }, { title: 'Bed', key: 'bed' }, { title: 'Sun', key: 'sun' }],
    rows: plants.map((plant, n) => ({ plant, bed: 'North', sun: n % 5 })), said: '', told: false,
  }),
  methods: {
    put() {
      this.rows = [{ plant: this.plant, bed: this.bed, sun: this.sun }, ...this.rows];
      this.open = false;
      this.said = `${this.plant} planted in ${this.bed}, ${this.tags.join(' and ')}${this.water ? ', watered' : ''}`;
      this.told = true;
    },
  },
  template: `<v-app><v-main><h1>Garden</h1>
    <v-btn @click="open = true">Plant</v-btn>
    <v-menu><template #activator="{ props }"><v-btn v-bind="props">Tools</v-btn></template>
      <v-list><v-list-item title="Sort" @click="said = 'Sorted'; told = true"></v-list-item></v-list></v-menu>
    <v-dialog v-model="open" max-width="500" aria-label="New plant"><v-card title="New plant">
      <v-autocomplete label="Plant" v-model="plant" :items="plants"></v-autocomplete>
      <v-select label="Bed" v-model="bed" :items="beds"></v-select>
      <v-combobox label="Tags" v-model="tags" multiple chips :items="['herb', 'tree']"></v-combobox>
      <v-slider label="Sun" v-model="sun" :min="0" :max="5" :step="1"></v-slider>
      <v-switch label="Water it" v-model="water"></v-switch>
      <v-btn @click="put">Put it in</v-btn></v-card></v-dialog>
    <v-data-table :headers="headers" :items="rows" :items-per-page="5"></v-data-table>
    <v-expansion-panels><v-expansion-panel title="Compost" text="Turn it in May."></v-expansion-panel></v-expansion-panels>
    <v-snackbar v-model="told" timeout="-1">{{ said }}<template #actions><v-btn @click="told = false">Close</v-btn></template></v-snackbar>
  </v-main></v-app>`,
}).use(createVuetify({ components, directives })).mount('#app');
