import { css } from '../css.js';

/** The looks of `latch-session-list` beyond what lists share. */
export const sessionListStyles = css`
  [part=device] {
    font-weight: 600;
  }
  [part=here] {
    margin-inline-start: 8px;
    padding: 2px 8px;
    border: 1px solid;
    border-radius: var(--_radius);
    font-size: 0.75em;
    font-weight: 600;
    white-space: nowrap;
  }
  [part=details] {
    display: flex;
    flex-wrap: wrap;
    column-gap: 16px;
    font-size: var(--_small);
  }
  ul + * {
    margin-block: 16px 0;
  }
`;
