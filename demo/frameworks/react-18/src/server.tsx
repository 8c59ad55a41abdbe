import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './App.js';
import './elements.js';

/** What a server writes into `#app` for a user who is not signed in. */
export const render = () => ({
  app: renderToString(
    <StrictMode>
      <App initial={{ status: 'signed-out' }} />
    </StrictMode>,
  ),
});
