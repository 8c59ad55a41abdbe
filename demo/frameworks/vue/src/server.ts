import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import App from './App.vue';
import './elements.js';

/** What a server writes into `#app` for a user who is not signed in. */
export const render = async () => ({
  app: await renderToString(createSSRApp(App, { initial: { status: 'signed-out' } })),
});
