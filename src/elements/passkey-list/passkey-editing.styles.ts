import { css } from '../css.js';

/** The looks of the form in which a passkey is renamed. */
export const passkeyEditingStyles = css`
  li form {
    flex: 1;
  }
  li input {
    margin-block: 4px 8px;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
`;
