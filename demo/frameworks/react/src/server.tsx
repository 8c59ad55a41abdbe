import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './App.js';
import './elements.js';

/** The app as a server writes it into `#app`, for a user who is not signed in. */
export const render = () =>
  renderToString(
    <StrictMode>
      <App initial={{ status: 'signed-out' }} />
    </StrictMode>,
  );
