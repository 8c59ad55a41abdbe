import { css } from '../base/element/css.js';

/** The styles of the recovery code. */
export const recoveryCodeStyles = css`
  [part=box] {
    display: block;
    margin-block: 16px 8px;
    padding: 16px;
    border: 1px dashed var(--_border-strong);
    border-radius: var(--_radius);
    font-family: ui-monospace, monospace;
    font-size: 1.125em;
    overflow-wrap: anywhere;
    text-align: center;
    user-select: all;
  }
`;
