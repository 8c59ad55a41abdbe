import { css } from '../../base/element/html.js';

/** The styles of `latch-manifest-inspector` before there is a report. Its texts are English on every page. */
export const manifestInspectorStyles = css`
  :host {
    --_line: var(--_border);
    --_tint: color-mix(in oklab, currentcolor 5%, transparent);
    --_error: var(--latch-danger, light-dark(#b3261e, #ffb4ab));
    --_warning: var(--latch-warning, light-dark(#7a4f00, #f2c14e));
    --_code: 0.8125em/calc(20 / 13) ui-monospace, 'Cascadia Code', 'DejaVu Sans Mono', monospace;
    container-type: inline-size;
    direction: ltr;
  }
  label {
    display: block;
    margin-block-end: 4px;
    font-weight: var(--latch-label-weight, 600);
  }
  .address {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .address label {
    flex: 1 0 100%;
    margin: 0;
  }
  input {
    box-sizing: border-box;
    flex: 1 1 200px;
    min-inline-size: 0;
    min-block-size: var(--_size);
    padding: var(--_pad) 12px;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
    background: transparent;
    color: inherit;
    font: inherit;
  }
  button {
    inline-size: auto;
    padding-inline: 24px;
  }
  label[for='text'] {
    margin-block-start: 12px;
  }
  .editor {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-content: start;
    max-block-size: 480px;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
    overflow: hidden auto;
  }
  .editor:focus-within,
  input:focus-visible {
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
    outline-offset: 0;
  }
  .gutter {
    min-inline-size: 24px;
    padding: 12px 8px;
    background: var(--_tint);
    font: var(--_code);
    text-align: right;
    white-space: pre;
  }
  .gutter span {
    display: block;
    border-radius: 4px;
    padding-inline: 4px;
  }
  .gutter .error {
    background: var(--_error);
    color: Canvas;
  }
  .gutter .warning {
    background: var(--_warning);
    color: Canvas;
  }
  textarea {
    grid-column: 2;
    box-sizing: border-box;
    min-inline-size: 0;
    margin: 0;
    padding: 12px 8px;
    border: 0;
    outline: 0;
    background: transparent;
    color: inherit;
    font: var(--_code);
    tab-size: 2;
    white-space: pre;
    overflow: auto hidden;
    resize: none;
  }
`;
