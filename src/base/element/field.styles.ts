import type { CSSResult } from 'lit';
import { css } from './html.js';

/** A label and an input that an element has made beside what is the page's own. Forms of elements have their styles. */
export const fieldStyles: CSSResult = css`
  :is(label, input)[data-latch]:where(:not(form[data-latch] *, form[data-latch-card] *)) {
    display: block;
    float: none;
    inline-size: auto;
    margin: 0;
    font-weight: var(--latch-label-weight, 600);
    text-align: start;
  }
  input[data-latch]:where(:not(form[data-latch] *, form[data-latch-card] *)) {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: var(--latch-control-size, 44px);
    margin-block: 4px 16px;
    padding: max(0.25em, min(8px, (var(--latch-control-size, 44px) - 1lh) / 2 - 1px)) 12px;
    border: 1px solid var(--latch-border-strong, color-mix(in oklab, currentcolor 56%, transparent));
    border-radius: var(--latch-radius, 8px);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  @media (prefers-contrast: more) {
    input[data-latch]:where(:not(form[data-latch] *, form[data-latch-card] *)) {
      border-color: currentcolor;
    }
  }
  input[data-latch]:focus-visible {
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
    outline-offset: 2px;
  }
`;
