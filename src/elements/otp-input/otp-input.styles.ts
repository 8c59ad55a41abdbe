import { css } from 'lit';

/** Draws one box for each digit behind the one input that an element has made. */
export const otpInputStyles = css`
  ::slotted(input[data-latch]) {
    --_box: 2.25ch;
    --_line: color-mix(in oklab, currentcolor 60%, transparent);
    inline-size: calc(var(--_length) * var(--_box) + 1ch);
    max-inline-size: 100%;
    padding: 8px 0;
    border-color: transparent;
    border-radius: 0;
    background:
      linear-gradient(var(--_line) 1px, transparent 1px calc(100% - 1px), var(--_line) calc(100% - 1px)) no-repeat 0 / calc(var(--_length) * var(--_box)) 100%,
      repeating-linear-gradient(90deg, var(--_line) 0 1px, transparent 1px calc(var(--_box) - 1px), var(--_line) calc(var(--_box) - 1px) var(--_box)) no-repeat 0 / calc(var(--_length) * var(--_box)) 100%;
    font: 1.5rem ui-monospace, monospace;
    letter-spacing: 1.25ch;
    text-indent: 0.625ch;
  }
  ::slotted(input[data-latch]:focus-visible) {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  [part=resend] {
    margin-block-start: 8px;
  }
  @media (forced-colors: active) {
    ::slotted(input[data-latch]) {
      border-color: CanvasText;
    }
  }
`;
