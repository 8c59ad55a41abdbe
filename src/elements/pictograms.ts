import { html, type TemplateResult } from 'lit';

/** A person and a key. */
export function passkeyPictogram(): TemplateResult {
  return html`<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="8" cy="6" r="3" /><path d="M2 17v-1a5 5 0 0 1 6-5" /><circle cx="14" cy="11" r="2.5" /><path d="M14 13.5V18m0-2h2" /></svg>`;
}

/** A door and an arrow out of it. */
export function signOutPictogram(): TemplateResult {
  return html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M8 3H4v14h4m5-3 4-4-4-4m4 4H8" /></svg>`;
}
