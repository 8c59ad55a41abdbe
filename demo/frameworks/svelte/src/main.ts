import { hydrate, mount } from 'svelte';
import 'latchkey/styles.css';
import App from './App.svelte';

const target = document.querySelector('#app')!;
if (target.hasChildNodes()) {
  // A server has rendered the app: see server.ts. Tags may be defined before Svelte hydrates them.
  await import('./elements.js');
  hydrate(App, { target, props: { initial: { status: 'signed-out' } } });
} else {
  mount(App, { target });
  // Tags may also be defined after Svelte has rendered them.
  void import('./elements.js');
}
