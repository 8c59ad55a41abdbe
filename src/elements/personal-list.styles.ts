import { css } from './css.js';

/** What the lists of a person's passkeys and devices have in common to look at. */
export const personalListStyles = css`
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
    border-block-end: 1px solid var(--_border);
  }
  .about {
    flex: 1 1 240px;
    overflow-wrap: anywhere;
  }
  li button,
  [part=retry] {
    inline-size: auto;
  }
  [part=retry] {
    margin-block-start: 8px;
  }
`;
