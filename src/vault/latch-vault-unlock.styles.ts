import { css } from '../base/element/css.js';

/** The styles of `latch-vault-unlock`. */
export const vaultUnlockStyles = css`
  .bar {
    display: flex;
    align-items: center;
  }
  .bar > [part=status] {
    flex: 1;
    margin: 0;
  }
  .bar > button {
    inline-size: auto;
    border-color: transparent;
  }
  .content {
    margin-block: 16px;
    outline: none;
  }
  p {
    margin: 0 0 16px;
    overflow-wrap: break-word;
  }
  .actions {
    display: grid;
    gap: 8px;
  }
`;
