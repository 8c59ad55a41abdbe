import type { TemplateResult } from 'lit';
import { html } from '../base/element/html.js';

/** A bank card. The empty comment comes first for the reason that `../pictograms.ts` gives. */
export const paymentPictogram = (): TemplateResult =>
  html`<!----><svg part="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M2 4h16v12H2ZM2 8h16M5 13h3" /></svg>`;
