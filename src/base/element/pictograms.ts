import { type TemplateResult } from 'lit';
import { html } from './html.js';

// Each begins with an empty comment on purpose. Lit looks at the first element or comment of a template; were that the
// drawing, Chromium would set up the interfaces of SVG for it: 30 kB of heap.

/** A user with a key, as passkeys are drawn everywhere. */
export const passkeyPictogram = (): TemplateResult =>
  html`<!----><svg part="icon" viewBox="0 0 20 20" aria-hidden="true"><path class="passkey" d="M8 9a3 3 0 1 0-.1 0M2 17c0-6 8-6.5 10-3M15 12a2.5 2.5 0 1 0-.1 0m.1 0v6.5l1.5-1.5-1-1 1-1" /></svg>`;

/** A door and an arrow out of it. */
export const signOutPictogram = (): TemplateResult =>
  html`<!----><svg part="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M8 3H4v14h4m5-3 4-4-4-4m4 4H8" /></svg>`;

/** An arrow into a tray. */
export const installPictogram = (): TemplateResult =>
  html`<!----><svg part="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 2v11m-4-4 4 4 4-4M3 13v4h14v-4" /></svg>`;

/** A user on a card. */
export const accountPictogram = (): TemplateResult =>
  html`<!----><svg part="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M2 4h16v12H2Zm3 9c0-3 6-3 6 0M8 10a1.6 1.6 0 1 0-.1 0m5.6-2H15m-1.5 3H15" /></svg>`;

/** Three dots. */
export const morePictogram = (): TemplateResult =>
  html`<!----><svg part="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M4 10h.01M10 10h.01M16 10h.01" stroke-width="3" stroke-linecap="round" /></svg>`;

/** A laptop. */
export const computerPictogram = (): TemplateResult =>
  html`<!----><svg part="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M4 4h12v9H4Zm-2 12h16" /></svg>`;

/** A phone. */
export const phonePictogram = (): TemplateResult =>
  html`<!----><svg part="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M6 2h8v16H6Zm3 13h2" /></svg>`;
