import { css } from 'lit';

/** The label and the input that the field makes for itself; a page's own look as the page wants. */
export const passkeyFieldStyles = css`
  ::slotted([data-latch]) {
    display: block;
    box-sizing: border-box;
    inline-size: 100%;
    font: inherit;
  }
  ::slotted(input[data-latch]) {
    min-block-size: 44px;
    margin-block: 4px 16px;
    padding: 8px 12px;
    border: 1px solid;
    border-radius: var(--_radius);
    background: transparent;
    color: inherit;
  }
`;
