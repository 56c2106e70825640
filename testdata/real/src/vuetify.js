import 'vuetify/styles';
import { createApp, h } from 'vue/dist/vue.esm-bundler.js';
import { createVuetify } from 'vuetify';
import * as components from 'vuetify/components';
createApp({
  data: () => ({ tab: null, items: ['Otter', 'Heron', 'Pike'] }),
  template: `<v-app><v-app-bar title="River watch"></v-app-bar><v-main><v-container>
  <v-text-field label="Watcher"></v-text-field><v-select label="Animal" :items="items"></v-select><v-autocomplete label="Bank" :items="items"></v-autocomplete>
  <v-checkbox label="At night"></v-checkbox><v-switch label="Share"></v-switch><v-radio-group label="Weather"><v-radio label="Rain" value="r"></v-radio><v-radio label="Sun" value="s"></v-radio></v-radio-group>
  <v-slider label="Level" :max="10"></v-slider><v-rating aria-label="Joy" :length="3"></v-rating>
  <v-tabs v-model="tab"><v-tab value="a">Upper</v-tab><v-tab value="b">Lower</v-tab></v-tabs>
  <v-expansion-panels><v-expansion-panel title="Notes" text="Many notes"></v-expansion-panel></v-expansion-panels>
  <v-list><v-list-item title="First sighting" @click="tab='b'"></v-list-item><v-list-item title="Just text"></v-list-item></v-list>
  <v-chip closable>Wet</v-chip><v-btn color="primary">Record</v-btn><v-pagination :length="4"></v-pagination></v-container></v-main></v-app>`,
}).use(createVuetify({ components })).mount('#root');
