import { css } from './html.js';

/**
 * The look that all elements share: one accent from which everything else is derived, on the page's own font and
 * colours. The tokens are read at each part, so that a page can set them on a part too. Coloured text is dark or light
 * after the text around it, so that it can be read on a dark page that sets no `color-scheme`.
 *
 * The host has only what a page may decide: that it is a block, its greatest width and its color. A reset of the page
 * takes that away too, and then the content is a block all the same.
 */
export const sharedStyles = css`
  :host,
  * {
    --_accent: var(--latch-accent, light-dark(#1f4fd8, #9db8ff));
    --_text: var(--latch-accent-text, var(--_accent));
    --_danger-text: var(--latch-danger, light-dark(#b3261e, #ffb4ab));
    --_success: var(--latch-success, light-dark(#0f6b3c, #7fd6a4));
    --_border: var(--latch-border, color-mix(in oklab, currentcolor 18%, transparent));
    --_border-strong: var(--latch-border-strong, color-mix(in oklab, currentcolor 56%, transparent));
    --_radius: var(--latch-radius, 8px);
    --_size: var(--latch-control-size, 44px);
    --_space: var(--latch-space, 8px);
    --_gap: var(--latch-gap, 16px);
    /* above and below the text of a control: 8px where that fits into its size */
    --_pad: max(0.25em, min(8px, (var(--_size) - 1lh) / 2 - 1px));
    /* Japanese breaks between phrases */
    word-break: auto-phrase;
  }
  :host(:lang(ko)),
  :lang(ko) {
    word-break: keep-all;
  }
  :host(:not([hidden])) {
    display: block;
  }
  :host {
    max-inline-size: var(--latch-max-inline-size, none);
    color: var(--latch-text);
  }
  button {
    display: flex;
    gap: var(--_space);
    place-items: center;
    place-content: center;
    inline-size: 100%;
    min-block-size: var(--_size);
    padding: var(--_pad) 16px;
    border: 1px solid var(--_line, var(--_accent));
    border-radius: var(--_radius);
    background: var(--_fill, var(--_accent));
    --_hover: var(--latch-accent-hover);
    --_pressed: var(--latch-accent-pressed);
    color: var(--latch-on-accent, light-dark(#fff, #0a1433));
    font: inherit;
    font-weight: var(--latch-label-weight, 600);
    transition: var(--latch-transition, none);
    cursor: pointer;
  }
  /* beside the icon, also in two lines */
  button:has([part=icon], [name=icon]) {
    text-align: start;
  }
  @media (forced-colors: active) {
    button:is(:not([class]), [class='']):not([role]) {
      border-color: ButtonText;
      background: ButtonText;
      color: ButtonFace;
      forced-color-adjust: none;
    }
  }
  button.quiet {
    --_fill: transparent;
    --_line: var(--_border-strong);
    --_hover: var(--latch-hover);
    --_pressed: var(--latch-pressed);
    color: var(--_text);
  }
  button:hover {
    background: var(--_hover, color-mix(in oklab, var(--_fill, var(--_accent)), currentcolor 12%));
  }
  button:active {
    background: var(--_pressed, color-mix(in oklab, var(--_fill, var(--_accent)), currentcolor 20%));
  }
  button:focus-visible {
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
    outline-offset: 2px;
  }
  button[aria-disabled=true] {
    cursor: progress;
    opacity: 65%;
  }
  svg {
    display: block;
    flex: none;
    inline-size: var(--latch-icon-size, 1.25em);
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.6;
  }
  /* the same as in pictograms.ts, for pages without a drawing of their own */
  .passkey {
    d: var(--latch-passkey-icon, path('M8 9a3 3 0 1 0-.1 0M2 17c0-6 8-6.5 10-3M15 12a2.5 2.5 0 1 0-.1 0m.1 0v6.5l1.5-1.5-1-1 1-1'));
  }
  :host(:state(pending)) [part=button] > svg {
    inline-size: 12px;
    block-size: 12px;
    margin-inline: 2px;
    border: 2px solid;
    border-radius: 50%;
    border-inline-end-color: transparent;
    stroke: none;
    animation: 1s linear infinite turn;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    [part=button] > svg {
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
  [part=status]:not(:empty) {
    display: flex;
    gap: var(--_space);
    margin-block: var(--_space);
    padding: 8px 12px;
    border-radius: var(--_radius);
    background: color-mix(in oklab, currentcolor 8%, transparent);
    font-size: var(--latch-font-size-small, 0.875em);
    line-height: 1.43;
    overflow-wrap: anywhere;
    &::before {
      place-self: center;
      border: 10px solid;
      border-radius: 50%;
      content: '';
      clip-path: path(evenodd, 'M0 0V20H20V0M9 9V15H11V9M9 5V7H11V5');
    }
  }
  :host(:state(done)) [part=status],
  [part=status].done {
    color: var(--_success);
    &::before {
      clip-path: path(evenodd, 'M0 0V20H20V0M5 10L9 14 15 8 13.5 6.5 9 11 6.5 8.5');
    }
  }
  /* what is wrong has no ground of its own, below a button as below a field */
  :host(:state(failed)) [part=status]:not(:empty),
  [part=status].failed:not(:empty) {
    gap: 6px;
    padding: 0;
    background: none;
    color: var(--_danger-text);
    &::before {
      place-self: start;
      margin-block-start: 2px;
      border-width: 8px;
      clip-path: path(evenodd, 'M0 0V16H16V0M7 3V9H9V3M7 11V13H9V11');
    }
  }
  @supports (color: oklch(from currentcolor 0 0 0)) {
    :host,
    * {
      --_text: var(--latch-accent-text, var(--latch-accent, oklch(from currentcolor clamp(0.5, l * 99 - 60, 0.8) 0.2 264 / 1)));
      --_danger-text: var(--latch-danger, oklch(from currentcolor clamp(0.5, l * 99 - 60, 0.8) 0.18 28 / 1));
      --_success: var(--latch-success, oklch(from currentcolor clamp(0.46, l * 99 - 60, 0.8) 0.15 157 / 1));
    }
  }
`;
