import type { ReactiveElement, TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';

/** The page's own logo, which stands above the heading of every step. */
export function renderLogo(card: ReactiveElement): TemplateResult {
  const hasLogo = !!card.querySelector(':scope > [slot=logo]');
  return html`<div class="logo" ?hidden=${!hasLogo}><slot name="logo" @slotchange=${() => card.requestUpdate()}></slot></div>`;
}

/**
 * The heading of a step after the first, at the level of the page's own, and one line below it that says what to do or
 * what happens.
 */
export function renderStepHeading(card: ReactiveElement, title: unknown, about?: unknown): TemplateResult {
  const own = card.querySelector(':scope > [slot=heading]')?.localName;
  const level = /^h[1-6]$/.test(own ?? '') ? own!.slice(1) : nothing;
  return html`<header>${renderLogo(card)}<h2 part="heading" aria-level=${level} tabindex="-1">${title}</h2>${about ? html`<p part="subtitle">${about}</p>` : nothing}</header>`;
}
