import { css } from '../base/element/html.js';

/**
 * A row of boxes under one transparent input, whose letter spacing is the pitch of the boxes. The row is as wide as its
 * boxes at full size, or as the room it has. The input is one box wider and clipped, so it does not scroll when the
 * cursor is after the last digit. `!important`: a page that styles all inputs must not move the digits out of the boxes.
 */
export const otpInputStyles = css`
  .code {
    display: grid;
    grid-template-columns: minmax(0, calc(var(--_length) * (52px + var(--_space)) - var(--_space)));
    margin-block: 4px 16px;
  }
  .row {
    container-type: inline-size;
    position: relative;
    display: grid;
    grid: calc(var(--_size) + 12px) / auto-flow minmax(0, 1fr);
    gap: var(--_space);
    direction: ltr;
    cursor: text;
  }
  [part~=box] {
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
  }
  [part~=box-active] {
    border: 2px solid var(--_text);
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
    outline-offset: 2px;
  }
  [part~=box-failed] {
    border-color: var(--_danger-text);
  }
  .digits {
    position: absolute;
    inset: 0;
    overflow: clip;
  }
  ::slotted(input[data-latch]) {
    --_pitch: calc((100cqi + var(--_space)) / var(--_length));
    all: unset !important;
    display: block !important;
    box-sizing: border-box !important;
    inline-size: calc(100cqi + var(--_pitch)) !important;
    block-size: 100% !important;
    padding-left: calc((var(--_pitch) - var(--_space) - 1ch) / 2) !important;
    background-clip: text !important;
    font: min(1.5em, var(--_pitch) - var(--_space)) ui-monospace, monospace !important;
    letter-spacing: calc(var(--_pitch) - 1ch) !important;
  }
  :host(:disabled) :is(button, .row) {
    cursor: default;
    opacity: 0.65;
  }
  div:not([hidden]) + [part=status]:not(:empty) {
    margin-block: -8px 16px;
  }
  .resend {
    margin-block-start: 8px;
  }
  .sent {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: 8px;
    margin: 0 0 8px;
    color: var(--latch-text-muted, color-mix(in oklab, currentcolor 68%, transparent));
    overflow-wrap: break-word;
  }
  .change {
    --_fill: transparent;
    --_hover: var(--latch-hover);
    --_pressed: var(--latch-pressed);
    min-block-size: 24px;
    inline-size: auto;
    padding-inline: 0;
    border: 0;
    color: var(--_text);
    text-decoration: underline;
  }
  @media (forced-colors: active) {
    ::slotted(input[data-latch]) {
      color: FieldText !important;
      forced-color-adjust: none !important;
    }
    [part~=box] {
      background: Field;
    }
    [part~=box-active] {
      border-color: Highlight;
    }
  }
`;
