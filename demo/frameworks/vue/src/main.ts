import { createApp } from 'vue';
import App from './App.vue';

createApp(App).mount('#app');
// Tags may be defined at any time, also after Vue has rendered them.
void import('./elements.js');
