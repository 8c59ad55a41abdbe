import type { TemplateResult } from 'lit';
import { html } from '../../base/element/html.js';

/** The four squares of Microsoft. */
export const icon = (): TemplateResult =>
  html`<!----><svg part="icon" class="logo" viewBox="0 0 23 23" aria-hidden="true"><path fill="#f25022" d="M1 1h10v10H1z" /><path fill="#7fba00" d="M12 1h10v10H12z" /><path fill="#00a4ef" d="M1 12h10v10H1z" /><path fill="#ffb900" d="M12 12h10v10H12z" /></svg>`;
