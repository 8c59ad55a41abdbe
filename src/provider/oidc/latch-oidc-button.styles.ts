import { css } from '../../base/element/html.js';

/** How the button and its hand-off look, beyond what all elements have. */
export const oidcButtonStyles = css`
  :host([chosen]) {
    order: -1;
  }
  a {
    display: block;
    box-sizing: border-box;
    min-block-size: var(--_size);
    padding: var(--_pad) 16px;
    align-content: center;
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--latch-on-accent, light-dark(#fff, #0a1433));
    font-weight: 600;
    text-align: center;
    text-decoration: none;
  }
  a:focus-visible {
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
    outline-offset: 2px;
  }
  [part=box] {
    margin: 8px 0 16px;
    font-size: 1.75em;
    font-weight: 600;
    text-align: center;
  }
  .spoken {
    position: absolute;
    clip-path: inset(50%);
  }
  [part=action] {
    margin-block-start: 8px;
  }
`;
