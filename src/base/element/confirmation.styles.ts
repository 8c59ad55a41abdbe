import { css } from './html.js';

/**
 * How the dialog of a {@link Confirmation} looks, and an input wherever the element has one, for the styles of the
 * elements that ask.
 */
export const confirmationStyles = css`
  dialog {
    box-sizing: border-box;
    inline-size: min(400px, 100vw - 32px);
    padding: 24px;
    border: 1px solid var(--_border);
    border-radius: var(--latch-radius-surface, 16px);
    background: var(--latch-surface, Canvas);
    color: var(--latch-text, CanvasText);
    line-height: 1.5;
    text-align: start;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 48%);
  }
  dialog h2 {
    margin: 0;
    font-size: 1.25em;
    line-height: 1.2;
    text-wrap: balance;
  }
  dialog :is(h2, p) {
    overflow-wrap: break-word;
  }
  dialog p {
    margin: 8px 0 0;
  }
  label {
    display: block;
    font-weight: var(--latch-label-weight, 600);
  }
  dialog label {
    margin-block: 16px 4px;
  }
  input {
    display: block;
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: var(--_size);
    padding: var(--_pad) 12px;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  input:focus-visible {
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
  }
  input[aria-invalid]:focus-visible {
    outline-color: var(--_danger-text);
  }
  input[aria-invalid] {
    border-color: var(--_danger-text);
  }
  dialog input ~ [role=alert] {
    display: flex;
    gap: 6px;
    min-block-size: 1lh;
    color: var(--_danger-text);
    font-size: var(--latch-font-size-small, 0.875em);
    line-height: 1.43;
    &:not(:empty)::before {
      flex: none;
      block-size: 0;
      margin-block-start: 2px;
      border: 8px solid;
      border-radius: 50%;
      clip-path: path(evenodd, 'M0 0V16H16V0M7 3V9H9V3M7 11V13H9V11');
      content: '';
    }
  }
  .answers {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    inline-size: fit-content;
    margin-block-start: 24px;
    margin-inline-start: auto;
  }
  .answers button {
    flex: auto;
    inline-size: auto;
  }
  @media (width < 480px) {
    .answers {
      inline-size: auto;
    }
  }
  .danger {
    --_fill: var(--latch-danger, light-dark(#b3261e, #ffb4ab));
    --_line: var(--latch-danger, light-dark(#b3261e, #ffb4ab));
    --_hover: initial;
    --_pressed: initial;
    color: var(--latch-on-danger, light-dark(#fff, #410e0b));
  }
`;
