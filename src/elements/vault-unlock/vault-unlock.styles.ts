import { css } from '../css.js';

/** The looks of `latch-vault-unlock`. */
export const vaultUnlockStyles = css`
  [part=content] {
    margin-block-end: 16px;
  }
  [part=content]:focus {
    outline: none;
  }
  [part=about],
  [part=advice] {
    margin: 0 0 16px;
    overflow-wrap: anywhere;
  }
  .actions {
    display: grid;
    gap: 8px;
  }
`;
