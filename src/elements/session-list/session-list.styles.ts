import { css } from '../css.js';

/** The looks of `latch-session-list` beyond what lists share. */
export const sessionListStyles = css`
  ul + * {
    margin-block: 16px 0 !important;
  }
`;
