import { css } from 'lit';

/** The looks of `latch-session-list` beyond what all elements share. */
export const sessionListStyles = css`
  ul {
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
    font-size: 0.875em;
  }
  li button,
  [part=retry] {
    inline-size: auto;
  }
  [part=only] {
    margin: 0;
  }
  ul + :is([part=only], [part=button]) {
    margin-block-start: 16px;
  }
  [part=retry] {
    margin-block-start: 8px;
  }
`;
