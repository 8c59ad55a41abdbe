import { css } from 'lit';

/** The looks of the form in which a passkey is renamed. */
export const passkeyEditingStyles = css`
  li form {
    flex: 1;
  }
  li :is(label, input) {
    display: block;
  }
  li label {
    font-weight: 600;
  }
  li input {
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
`;
