import { render as renderSvelte } from 'svelte/server';
import App from './App.svelte';
import './elements.js';

/** What a server writes into the page, and into `#app`, for a user who is not signed in. */
export const render = () => {
  const { head, body } = renderSvelte(App, { props: { initial: { status: 'signed-out' } } });
  return { head, app: body };
};
