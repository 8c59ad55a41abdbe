import { css } from '../css.js';

/** The looks of `latch-passkey-list` beyond what lists share. */
export const passkeyListStyles = css`
  p {
    margin: 0;
  }
  [part=name] {
    font-weight: 600;
  }
  [part=details] p {
    display: flex;
    flex-wrap: wrap;
    column-gap: 16px;
    font-size: var(--_small);
  }
  .actions {
    display: flex;
    gap: 8px;
  }
  .actions .quiet {
    border-color: var(--_border-strong);
  }
  [part=empty] {
    padding: 24px 16px;
    border: 1px dashed var(--_border-strong);
    border-radius: var(--_radius);
    text-align: center;
  }
  [part=advice],
  [part=button] {
    margin-block-start: 16px;
  }
`;
