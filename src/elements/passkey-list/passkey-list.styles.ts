import { css } from '../css.js';

/** The looks of `latch-passkey-list` beyond what lists share. */
export const passkeyListStyles = css`
  .empty {
    display: grid;
    justify-items: center;
    padding: 32px 16px;
    border: 1px dashed var(--_border-strong);
    border-radius: var(--_radius);
    text-align: center;
  }
  .empty > :is(strong, button) {
    margin-block-start: 16px;
  }
  .advice {
    margin-block-start: 8px;
  }
`;
