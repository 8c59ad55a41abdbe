import { css } from '../base/element/html.js';

/** The styles of `latch-vault-unlock`. */
export const vaultUnlockStyles = css`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
  }
  .bar > [part=status] {
    margin-inline-end: auto;
    margin-block: 0;
  }
  /* that it is unlocked is a state, not news */
  :host(:not(:state(pending), :state(failed))) .bar > [part=status] {
    padding: 2px 10px;
    border-radius: 999px;
    color: inherit;
    &::before {
      content: none;
    }
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
