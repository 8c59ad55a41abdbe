import { html, nothing } from './html.js';

/** The slot for another way, once one of `outcomes` has shown that this one is closed. */
export function renderFallback(outcome: string | undefined, ...outcomes: readonly string[]): unknown {
  return outcome && outcomes.includes(outcome) ? html`<slot name="fallback"></slot>` : nothing;
}
