import { hydrate, render } from 'solid-js/web';
import 'latchkey/styles.css';
import { App } from './App.js';

const container = document.querySelector('#app')!;
if (container.hasChildNodes()) {
  // A server has rendered the app: see server.tsx. Tags may be defined before Solid hydrates them.
  await import('./elements.js');
  hydrate(() => <App initial={{ status: 'signed-out' }} />, container);
} else {
  render(() => <App />, container);
  // Tags may also be defined after Solid has rendered them.
  void import('./elements.js');
}
