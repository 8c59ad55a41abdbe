import { css } from './html.js';

/** The looks of a {@link Menu}. */
export const menuStyles = css`
  [popover] {
    position: fixed;
    inset: auto;
    box-sizing: border-box;
    inline-size: max-content;
    min-inline-size: 160px;
    max-inline-size: min(320px, 100vw - 16px);
    max-block-size: calc(100dvh - 16px);
    margin: 0;
    padding: 4px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--latch-surface, Canvas);
    color: var(--latch-text, CanvasText);
    box-shadow: 0 4px 16px rgb(0 0 0 / 16%);
    overflow: auto;
  }
  [popover] button {
    --_fill: transparent;
    --_line: transparent;
    --_hover: var(--latch-hover);
    --_pressed: var(--latch-pressed);
    place-content: center start;
    inline-size: 100%;
    border-radius: calc(var(--_radius) - 4px);
    color: inherit;
    font-weight: inherit;
    text-align: start;
    overflow-wrap: break-word;
  }
  [popover] [part=action-danger] {
    color: var(--_danger-text);
  }
  [popover] button:focus-visible {
    outline-offset: -2px;
  }
`;
