import type { TemplateResult } from 'lit';
import { html } from '../base/element/html.js';

/** A card with a portrait. The empty comment comes first for the reason that `../pictograms.ts` gives. */
export const digitalCredentialPictogram = (): TemplateResult =>
  html`<!----><svg part="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M2 4h16v12H2ZM5 13a2.5 2.5 0 0 1 5 0M7.5 7v.01M7.5 6a1.5 1.5 0 1 0 .01 0M12.5 8h3m-3 4h3" /></svg>`;
