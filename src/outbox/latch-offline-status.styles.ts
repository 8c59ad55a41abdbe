import { css } from '../base/element/html.js';

/** The bar that fills, and the list of what needs a decision. */
export const offlineStatusStyles = css`
  [part=status]:not(:empty) {
    inline-size: fit-content;
    border-radius: 20px;
  }
  label {
    display: block;
    margin-block-start: var(--_space);
    font-size: var(--latch-font-size-small, 0.875em);
  }
  progress {
    display: block;
    inline-size: 100%;
    accent-color: var(--_accent);
  }
  ul {
    display: grid;
    gap: 16px;
    margin: 16px 0 0;
    padding: 0;
    list-style: none;
  }
  li {
    padding: 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  strong {
    overflow-wrap: break-word;
  }
  li p {
    margin: 4px 0 12px;
  }
  li div {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  button {
    flex: 1 1 8em;
    inline-size: auto;
  }
  button[part=action-danger] {
    color: var(--_danger-text);
  }
  slot[name=sign-in]:not([hidden]) {
    display: block;
    margin-block-start: 8px;
  }
`;
