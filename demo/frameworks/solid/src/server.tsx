import { generateHydrationScript, renderToString } from 'solid-js/web';
import { App } from './App.js';
import './elements.js';

/** What a server writes into the page, and into `#app`, for a user who is not signed in. */
export const render = () => ({
  head: generateHydrationScript(),
  app: renderToString(() => <App initial={{ status: 'signed-out' }} />),
});
