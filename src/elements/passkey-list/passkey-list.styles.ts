import { css } from 'lit';

/** The looks of `latch-passkey-list` beyond what all elements share. */
export const passkeyListStyles = css`
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 16px;
    padding-block: 16px;
    border-block-end: 1px solid color-mix(in oklab, currentcolor 16%, transparent);
  }
  .about {
    flex: 1 1 240px;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  [part=name],
  .empty strong {
    font-weight: 600;
  }
  .details p {
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
  .actions button.quiet {
    border-color: color-mix(in oklab, var(--_accent) 40%, transparent);
    padding-inline: 12px;
  }
  li form {
    flex: 1;
  }
  li form :is(label, input) {
    display: block;
  }
  li form label {
    font-weight: 600;
  }
  li form input {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 44px;
    margin-block: 4px 8px;
    padding: 8px 12px;
    border: 1px solid;
    border-radius: var(--_radius);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  :is(li, dialog) input:focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 0;
  }
  .empty {
    padding: 24px 16px;
    border: 1px dashed color-mix(in oklab, currentcolor 40%, transparent);
    border-radius: var(--_radius);
    text-align: center;
    text-wrap: balance;
  }
  p {
    margin: 0;
  }
  :is(.empty, ul, .advice) + :is(.advice, [part=button]) {
    margin-block-start: 16px;
  }
  [part=retry] {
    margin-block-start: 8px;
  }
`;
