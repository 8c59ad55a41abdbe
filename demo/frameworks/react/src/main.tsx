import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import 'latchkey/styles.css';
import { App } from './App.js';

const container = document.querySelector('#app')!;
if (container.hasChildNodes()) {
  // A server has rendered the app: see server.tsx. Tags may be defined before React hydrates them.
  await import('./elements.js');
  hydrateRoot(
    container,
    <StrictMode>
      <App initial={{ status: 'signed-out' }} />
    </StrictMode>,
  );
} else {
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  // Tags may also be defined after React has rendered them.
  void import('./elements.js');
}
