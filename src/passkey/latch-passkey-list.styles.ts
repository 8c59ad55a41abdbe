import { css } from '../base/element/html.js';

/**
 * The styles of `latch-passkey-list` besides those of all lists. The button that adds a passkey has a spinner only while
 * one is added, not while a row changes.
 */
export const passkeyListStyles = css`
  :host(:not(:state(asking), :state(verifying))) [part=button] > svg {
    margin: 0;
    border: 0;
    inline-size: var(--latch-icon-size, 1.25em);
    block-size: auto;
    animation: none;
    stroke: currentcolor;
  }
  ul ~ .questions {
    margin-block-start: 12px;
  }
  .advice {
    margin-block-start: 8px;
  }
`;
