import { css } from '../base/element/html.js';

/** How the steps of the install guide look, beyond what all dialogs have. */
export const installGuideStyles = css`
  dialog {
    background: var(--latch-surface, Canvas);
    color: var(--latch-text, CanvasText);
  }
  ol {
    margin: 24px 0 0;
    padding: 0;
    list-style: none;
    counter-reset: step;
  }
  li.step {
    display: grid;
    grid-template-columns: 2em 1fr 44px;
    align-items: center;
    gap: 16px;
    padding-block: 8px;
    counter-increment: step;
  }
  li.step + li.step {
    border-block-start: 1px solid color-mix(in oklab, currentcolor 12%, transparent);
  }
  li.step::before {
    content: counter(step) / '';
    block-size: 2em;
    border-radius: 50%;
    background: color-mix(in oklab, var(--_accent) 14%, transparent);
    color: var(--_accent);
    font-weight: 600;
    line-height: 2;
    text-align: center;
  }
  li.step:only-child {
    grid-template-columns: 1fr 44px;
  }
  li.step:only-child::before {
    content: none;
  }
  li.step svg {
    box-sizing: border-box;
    inline-size: 44px;
    padding: 11px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  svg.dots {
    stroke-width: 3;
  }
  svg.open:dir(rtl) {
    scale: -1 1;
  }
  .problems {
    margin-block-start: 16px;
    padding: 12px 16px;
    border-inline-start: 3px solid var(--_accent);
    background: color-mix(in oklab, currentcolor 6%, transparent);
    font-size: var(--latch-font-size-small, 0.875em);
    overflow-wrap: break-word;
  }
  .problems p {
    margin: 0;
  }
  .problems ul {
    margin: 8px 0 0;
    padding-inline-start: 16px;
  }
`;
