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
    font-size: 0.875em;
  }
  .actions {
    display: flex;
    gap: 8px;
  }
  .actions .quiet {
    border-color: color-mix(in oklab, var(--_accent) 40%, transparent);
  }
  [part=empty] {
    padding: 24px 16px;
    border: 1px dashed color-mix(in oklab, currentcolor 40%, transparent);
    border-radius: var(--_radius);
    text-align: center;
  }
  [part=advice],
  [part=button] {
    margin-block-start: 16px;
  }
`;
