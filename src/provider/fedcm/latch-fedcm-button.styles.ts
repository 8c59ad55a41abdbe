import { css } from '../../base/element/html.js';

/** The other way keeps its distance from what is said above it. */
export const fedCmButtonStyles = css`
  [part=status] + slot:not([hidden]) {
    display: block;
    margin-block-start: 8px;
  }
`;
