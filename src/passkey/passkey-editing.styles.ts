import { css } from '../base/element/html.js';

/** The styles of the form for the name of a passkey. */
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
