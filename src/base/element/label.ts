import { isServer, type LitElement, nothing, type TemplateResult } from 'lit';
import { html } from './html.js';

/**
 * The label of a button: the text between the tags, otherwise `otherwise`. The text is not the fallback of the slot,
 * because white space between the tags is content to a slot, and would leave the button empty. On the server it is, where
 * that text is out of sight.
 */
export function label(element: LitElement, otherwise: unknown): TemplateResult {
  if (isServer && typeof document === 'undefined') return html`<slot>${otherwise}</slot>`;
  const isGiven = [...element.childNodes].some((node) =>
    node instanceof Element ? !node.slot : node instanceof Text && node.data.trim(),
  );
  return html`<slot @slotchange=${() => element.requestUpdate()}></slot>${isGiven ? nothing : otherwise}`;
}

/** The slot for another way, once one of `outcomes` has shown that this one is closed. */
export function renderFallback(outcome: string | undefined, ...outcomes: readonly string[]): unknown {
  return outcome && outcomes.includes(outcome) ? html`<slot name="fallback"></slot>` : nothing;
}
