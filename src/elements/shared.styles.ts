import { css } from './css.js';

/**
 * The look that all elements share: one accent from which everything else is derived, on the page's own font and
 * colours. The tokens are read at each part, so that a page can set them on a part too. Coloured text is dark or light
 * after the text around it, so that it can be read on a dark page that sets no `color-scheme`. What carries `data-latch`
 * is a label or an input that an element has made in its light DOM.
 */
export const sharedStyles = css`
  :host,
  * {
    --_accent: var(--latch-accent, light-dark(#1f4fd8, #9db8ff));
    --_text: var(--latch-accent-text, var(--_accent));
    --_danger: var(--latch-danger, light-dark(#b3261e, #ffb4ab));
    --_danger-text: var(--_danger);
    --_success: var(--latch-success, light-dark(#0f6b3c, #7fd6a4));
    --_border: var(--latch-border, color-mix(in oklab, currentcolor 18%, transparent));
    --_border-strong: var(--latch-border-strong, color-mix(in oklab, currentcolor 56%, transparent));
    --_radius: var(--latch-radius, 8px);
    --_size: var(--latch-control-size, 44px);
    --_ring: var(--latch-focus-ring, 3px solid var(--_accent));
    --_small: var(--latch-font-size-small, 0.875em);
    --_weight: var(--latch-label-weight, 600);
    --_space: var(--latch-space, 8px);
  }
  :host {
    display: block;
    max-inline-size: var(--latch-max-inline-size, none);
    color: var(--latch-text);
  }
  :host([hidden]) {
    display: none;
  }
  button {
    display: flex;
    place-content: center;
    place-items: center;
    gap: var(--_space);
    min-block-size: var(--_size);
    inline-size: 100%;
    padding: 8px 16px;
    border: 1px solid var(--_line, var(--_accent));
    border-radius: var(--_radius);
    background: var(--_fill, var(--_accent));
    color: var(--latch-on-accent, light-dark(#fff, #0a1433));
    font: inherit;
    font-weight: var(--_weight);
    cursor: pointer;
  }
  button.quiet {
    --_fill: transparent;
    --_line: var(--_border-strong);
    color: var(--_text);
  }
  button:hover {
    background: color-mix(in oklab, var(--_fill, var(--_accent)), currentcolor 12%);
  }
  button:focus-visible {
    outline: var(--_ring);
    outline-offset: 2px;
  }
  button[aria-disabled=true] {
    cursor: progress;
    opacity: 65%;
  }
  svg {
    display: block;
    flex: 0 0 var(--latch-icon-size, 1.25em);
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.6;
  }
  :host(:state(pending)) [part=button] > svg {
    box-sizing: border-box;
    flex-basis: 16px;
    block-size: 16px;
    margin-inline: 2px;
    border: 2px solid;
    border-inline-end-color: transparent;
    border-radius: 50%;
    stroke: none;
    animation: 1s linear infinite turn;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    svg {
      animation: none !important;
    }
  }
  @media (prefers-contrast: more) {
    :host,
    * {
      --_border: currentcolor;
      --_border-strong: currentcolor;
    }
  }
  ::slotted([data-latch]) {
    display: block;
  }
  ::slotted(label[data-latch]) {
    font-weight: var(--_weight);
  }
  ::slotted(input[data-latch]) {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: var(--_size);
    margin-block: 4px 16px;
    padding: 8px 12px;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  [part=status] {
    margin: 0;
  }
  [part=status]:not(:empty) {
    margin-block-start: var(--_space);
    padding: 8px 12px;
    border-radius: var(--_radius);
    background: color-mix(in oklab, currentcolor 8%, transparent);
  }
  :host(:state(done)) [part=status] {
    color: var(--_success);
  }
  :host(:state(failed)) [part=status] {
    color: var(--_danger-text);
  }
  @supports (color: oklch(from currentcolor l c h)) {
    :host,
    * {
      --_text: var(--latch-accent-text, var(--latch-accent, oklch(from currentcolor clamp(0.5, l * 99 - 60, 0.8) 0.2 264 / 1)));
      --_danger-text: var(--latch-danger, oklch(from currentcolor clamp(0.5, l * 99 - 60, 0.8) 0.18 28 / 1));
      --_success: var(--latch-success, oklch(from currentcolor clamp(0.5, l * 99 - 60, 0.8) 0.15 157 / 1));
    }
  }
`;
