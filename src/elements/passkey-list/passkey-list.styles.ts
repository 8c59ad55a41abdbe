import { css } from 'lit';

/** The looks of `latch-passkey-list` beyond what all elements share. */
export const passkeyListStyles = css`
  ul,
  p {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    padding-block: 16px;
    border-block-end: 1px solid color-mix(in oklab, currentcolor 16%, transparent);
  }
  .about {
    flex: 1 1 240px;
    overflow-wrap: anywhere;
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
  .actions button,
  [part=retry] {
    inline-size: auto;
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
  [part=retry] {
    margin-block-start: 8px;
  }
`;
