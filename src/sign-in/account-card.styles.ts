import { css } from '../base/element/html.js';

/**
 * A card of at most 400 px around the page's form, the other ways and the footer. Only its width is given on the host
 * too, so that the page can center it. The size of the heading is inherited: headings that a page has reset keep it.
 */
export const accountCardStyles = css`
  :host,
  [part=card] {
    max-inline-size: var(--latch-max-inline-size, 400px);
  }
  [part=card] {
    display: grid;
    gap: var(--_gap);
    box-sizing: border-box;
    padding: var(--latch-padding, min(32px, 6vw));
    border: 1px solid var(--_border);
    border-radius: var(--latch-radius-surface, 16px);
    background: var(--latch-surface);
    color: var(--latch-text);
  }
  :host([slot=sign-up]) [part=card] {
    padding: 0;
    border: 0;
    background: none;
  }
  header {
    display: grid;
    gap: 4px;
    margin-block-end: 8px;
  }
  .logo {
    display: flex;
    align-items: center;
    min-block-size: var(--latch-logo-size, 40px);
    margin-block-end: 8px;
  }
  h2,
  .heading {
    margin: 0;
    font-size: 1.75em;
    font-weight: 700;
    letter-spacing: -0.02em;
    line-height: 1.29;
    text-wrap: balance;
  }
  .heading h2,
  ::slotted([slot=heading]) {
    margin: 0;
    font: inherit;
    letter-spacing: inherit;
    text-wrap: inherit;
  }
  p,
  ::slotted(:is([slot=subtitle], [slot=footer])) {
    margin: 0;
  }
  h2:focus {
    outline: none;
  }
  [part=subtitle] {
    color: var(--latch-text-muted, color-mix(in oklab, currentcolor 68%, transparent));
    overflow-wrap: break-word;
    text-wrap: pretty;
  }
  [part=status]:not(:empty) {
    margin: 0;
  }
  [part=status]:empty {
    position: absolute;
  }
  /* in place of the form, which has nothing more to do */
  :host(:state(done)) [part=card] > [part=status]:not(:empty) {
    display: grid;
    gap: 16px;
    justify-items: center;
    padding: 16px 12px 24px;
    background: none;
    color: inherit;
    font-size: 1.125em;
    font-weight: 600;
    text-align: center;
    &::before {
      scale: 2;
      margin: 12px;
      border-color: var(--_success);
    }
  }
  button {
    padding-inline: 8px;
  }
  button:is(.neutral, .plain) {
    --_fill: transparent;
    --_hover: var(--latch-hover);
    --_pressed: var(--latch-pressed);
  }
  button.neutral {
    --_line: var(--_border-strong);
    position: relative;
    color: inherit;
  }
  button.plain {
    --_line: transparent;
    min-block-size: var(--_size);
    color: var(--_text);
  }
  [part=ways] {
    display: grid;
    gap: calc(0.75 * var(--_gap));
  }
  [part=divider] {
    display: flex;
    align-items: center;
    gap: 12px;
    color: var(--latch-text-muted, color-mix(in oklab, currentcolor 68%, transparent));
    font-size: var(--latch-font-size-small, 0.875em);
    line-height: 1.43;
  }
  [part=divider]::before,
  [part=divider]::after {
    content: '';
    flex: 1;
    border-block-start: 1px solid var(--_border);
  }
  [hidden] {
    display: none !important;
  }
  footer {
    display: grid;
    gap: calc(0.5 * var(--_gap));
    font-size: var(--latch-font-size-small, 0.875em);
    line-height: 1.43;
    text-align: center;
  }
  [part=hero] {
    display: grid;
    place-content: center;
    inline-size: 56px;
    block-size: 56px;
    border-radius: 50%;
    background: color-mix(in oklab, var(--_accent) 12%, transparent);
    color: var(--_text);
    & > svg {
      inline-size: 28px;
    }
  }
  footer a {
    display: inline-block;
    padding: 2px 8px;
    color: var(--_text);
  }
  footer a:focus-visible {
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
    outline-offset: 2px;
  }
`;
