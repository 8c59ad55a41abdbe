import { css } from 'lit';

/** The look that all elements share: one accent from which everything else is derived, on the page's own font and colours. */
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
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    box-sizing: border-box;
    min-block-size: 44px;
    inline-size: 100%;
    padding: 8px 16px;
    border: 1px solid var(--_accent);
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--_on-accent);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  button.quiet {
    background: transparent;
    color: var(--_accent);
  }
  button:hover {
    background: color-mix(in oklab, var(--_accent) 88%, currentcolor);
  }
  button.quiet:hover {
    background: color-mix(in oklab, var(--_accent) 10%, transparent);
  }
  button:focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  button[aria-disabled='true'] {
    cursor: progress;
    opacity: 0.65;
  }
  svg {
    display: block;
    inline-size: 20px;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.6;
  }
  [part='status'] {
    min-block-size: 1.5em;
    margin: 8px 0 0;
    font-size: 0.875em;
    line-height: 1.5;
  }
`;
