import { css } from 'lit';

/** The label and the input that the field makes for itself; a page's own look as the page wants. */
export const passkeyFieldStyles = css`
  ::slotted(label[data-latch]) {
    display: block;
    margin-block-end: 4px;
    font-weight: 600;
  }
  ::slotted(input[data-latch]) {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 44px;
    padding: 8px 12px;
    border: 1px solid color-mix(in oklab, currentcolor 55%, transparent);
    border-radius: var(--_radius);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  ::slotted(input[data-latch]:focus-visible) {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  button {
    margin-block-start: 16px;
  }
`;
