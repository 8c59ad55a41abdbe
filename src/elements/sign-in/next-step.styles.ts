import { css } from '../css.js';

/** How the next steps look beyond what the card has. */
export const nextStepStyles = css`
  svg.qr {
    inline-size: min(100%, 240px);
    margin-inline: auto;
    background: #fff;
    fill: #000;
    stroke: none;
  }
  .key,
  code {
    overflow-wrap: anywhere;
  }
  .codes {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(9em, 1fr));
    gap: 4px 16px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .pair {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 12px;
  }
  a.button {
    display: grid;
    place-content: center;
    min-block-size: var(--_size);
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
    color: inherit;
    font-weight: var(--latch-label-weight, 600);
    text-decoration: none;
  }
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
