import { css } from '../base/element/html.js';

/** How the card looks beyond what both cards have. */
export const signInStyles = css`
  [part=providers] {
    display: grid;
    gap: calc(0.75 * var(--_gap));
    position: relative;
  }
  [part=providers].waiting {
    min-block-size: calc(var(--_rows, var(--latch-providers, 1)) * (max(var(--_size), 1lh + 2 * var(--_pad) + 2px) + 0.75 * var(--_gap)) - 0.75 * var(--_gap));
  }
  [part=badge] {
    position: absolute;
    inset-block-start: -9px;
    inset-inline-end: 8px;
    padding: 1px 8px;
    border-radius: 16px;
    background: var(--latch-on-accent, light-dark(#fff, #0a1433));
    box-shadow: 0 0 0 1px var(--_accent);
    color: var(--_accent);
    font-size: 0.75em;
    font-weight: 500;
    line-height: 1.34;
  }
`;
