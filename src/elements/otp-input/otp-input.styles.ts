import { css } from '../css.js';

/**
 * Draws one box for each digit behind the one input that an element has made. The input is a little wider than its
 * boxes, so that it does not scroll when the cursor comes after the last digit.
 */
export const otpInputStyles = css`
  ::slotted(input[data-latch]) {
    --_box: 2.25ch;
    --_side: calc(0.625ch + 2px);
    --_line: color-mix(in oklab, currentcolor 60%, transparent);
    --_boxes: no-repeat var(--_side) / calc(var(--_length) * var(--_box) + 1px) 100%;
    inline-size: calc(var(--_length) * var(--_box) + 2 * var(--_side));
    max-inline-size: none;
    margin-inline: calc(-1 * var(--_side));
    padding: 8px 0 8px var(--_side);
    border: 0;
    border-radius: 0;
    background:
      linear-gradient(in srgb, var(--_line) 1px, transparent 1px calc(100% - 1px), var(--_line) calc(100% - 1px)) var(--_boxes),
      repeating-linear-gradient(90deg in srgb, var(--_line) 0 1px, transparent 1px var(--_box)) var(--_boxes);
    font: min(1.5rem, (100vw - 80px) / var(--_length) / 1.4) ui-monospace, monospace;
    letter-spacing: 1.25ch;
    text-indent: 0.625ch;
  }
  ::slotted(input[data-latch]:focus-visible) {
    outline: var(--_ring);
  }
  :host(:disabled) button {
    cursor: default;
    opacity: 0.65;
  }
  [part=resend] {
    margin-block-start: 8px;
  }
  @media (forced-colors: active) {
    ::slotted(input[data-latch]) {
      border: 1px solid;
    }
  }
`;
