import { css } from '../base/element/html.js';

/** The styles of the recovery code. */
export const recoveryCodeStyles = css`
  [part=box] {
    display: block;
    margin-block: 16px 8px;
    padding: 16px;
    border: 1px dashed var(--_border-strong);
    border-radius: var(--_radius);
    font-family: ui-monospace, monospace;
    font-size: 1.125em;
    overflow-wrap: anywhere;
    text-align: center;
    user-select: all;
  }
`;

/** The styles of the warning before a vault locks automatically. It stays visible while its element is. */
export const lockWarningStyles = css`
  .warning p {
    flex: 1 1 auto;
    min-block-size: auto;
    margin: 0;
  }
  .warning:has(button) {
    position: sticky;
    inset-block-end: 8px;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-block-start: 8px;
    padding: var(--_pad) 12px;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
    background: var(--latch-surface, Canvas);
    color: var(--latch-text, CanvasText);
  }
  .stay {
    inline-size: auto;
  }
`;
