import { css } from './css.js';

/**
 * The look that all elements share: one accent from which everything else is derived, on the page's own font and
 * colours. What carries `data-latch` is a label or an input that an element has made in its light DOM.
 */
export const sharedStyles = css`
  :host {
    --_accent: var(--latch-accent, light-dark(#1f4fd8, #9db8ff));
    --_on-accent: var(--latch-on-accent, light-dark(#fff, #0a1433));
    --_radius: var(--latch-radius, 8px);
    display: block;
  }
  :host([hidden]) {
    display: none;
  }
  button {
    display: flex;
    place-content: center;
    place-items: center;
    gap: 8px;
    min-block-size: 44px;
    inline-size: 100%;
    padding: 8px 16px;
    border: 1px solid var(--_accent);
    border-radius: var(--_radius);
    background: var(--_fill, var(--_accent));
    color: var(--_on-accent);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  button.quiet {
    --_fill: transparent;
    color: var(--_accent);
  }
  button:hover {
    background: color-mix(in oklab, var(--_fill, var(--_accent)), currentcolor 12%);
  }
  button:focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  button[aria-disabled=true] {
    cursor: progress;
    opacity: 65%;
  }
  svg {
    display: block;
    flex: 0 0 20px;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.6;
  }
  ::slotted([data-latch]) {
    display: block;
  }
  ::slotted(input[data-latch]) {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 44px;
    margin-block: 4px 16px;
    padding: 8px 12px;
    border: 1px solid;
    border-radius: var(--_radius);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  [part=status] {
    min-block-size: 1lh;
    margin: 8px 0 0;
  }
`;
