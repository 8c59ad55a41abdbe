import { css } from '../base/element/html.js';

/** The styles of `latch-session-list` besides those of all lists. The arrow of the button points to the end of a line. */
export const sessionListStyles = css`
  ul + * {
    margin-block: 16px 0 !important;
  }
  ul + * + button {
    margin-block-start: 12px;
  }
  svg:dir(rtl) {
    scale: -1 1;
  }
`;
