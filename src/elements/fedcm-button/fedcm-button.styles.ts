import { css } from 'lit';

/** Names of providers are long: the pictogram keeps its size beside them, and the other way its distance from what is said above it. */
export const fedCmButtonStyles = css`
  svg {
    flex: none;
  }
  [part=status] + slot {
    display: block;
    margin-block-start: 8px;
  }
`;
