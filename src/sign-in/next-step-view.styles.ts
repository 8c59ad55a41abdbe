import { css } from '../base/element/html.js';

/** How the next steps look beyond what the card has. */
export const nextStepStyles = css`
  a {
    color: var(--_text);
  }
  a:focus-visible {
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
    outline-offset: 2px;
  }
  form[data-latch-card] .check {
    display: flex;
    gap: 8px;
    align-items: center;
  }
  form[data-latch-card] .check input {
    inline-size: 24px;
    min-block-size: 24px;
    block-size: 24px;
  }
`;
