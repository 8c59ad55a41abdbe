import { createApp, createSSRApp } from 'vue';
import 'latchkey/styles.css';
import App from './App.vue';

const container = document.querySelector('#app')!;
if (container.hasChildNodes()) {
  // A server has rendered the app: see server.ts. Tags may be defined before Vue hydrates them.
  await import('./elements.js');
  createSSRApp(App, { initial: { status: 'signed-out' } }).mount(container);
} else {
  createApp(App).mount(container);
  // Tags may also be defined after Vue has rendered them.
  void import('./elements.js');
}
