import { css } from '../../base/element/html.js';

/** How the report of `latch-manifest-inspector` looks. */
export const manifestReportStyles = css`
  :host(:state(done)) :is(.error, .warning) > [part=status] {
    color: var(--_warning);
    &::before {
      clip-path: path(evenodd, 'M0 0V20H20V0M9 9V15H11V9M9 5V7H11V5');
      rotate: 180deg;
    }
  }
  :host(:state(done)) .error > [part=status] {
    color: var(--_error);
  }
  .report {
    margin-block-start: 24px;
  }
  section {
    margin-block-start: 48px;
  }
  :is(h2, h3, h4, p, ul, ol, dl, dd, figure, pre) {
    margin: 0;
  }
  h2 {
    margin-block-end: 16px;
    font-size: 1.25em;
    line-height: 1.2;
  }
  :is(h3, h4) {
    font-size: 1em;
  }
  [role=list] {
    padding: 0;
    list-style: none;
  }
  code,
  pre {
    font: var(--_code);
    overflow-wrap: anywhere;
  }
  .quiet:not(button),
  figcaption,
  dt {
    font-size: var(--latch-font-size-small, 0.875em);
  }
  .error:is(p, li) {
    color: var(--_error);
  }
  .warning:is(p, li) {
    color: var(--_warning);
  }
  fieldset {
    display: flex;
    flex-wrap: wrap;
    gap: 0 24px;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0;
    font-weight: 600;
  }
  fieldset label {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: var(--_size);
    margin: 0;
    font-weight: 400;
  }
  fieldset input {
    flex: none;
    inline-size: 20px;
    min-block-size: 20px;
    margin: 0;
    accent-color: var(--_accent);
  }
  .engines {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 256px), 1fr));
    gap: 16px;
  }
  .engine {
    min-inline-size: 0;
    padding: 16px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .verdict {
    margin-block: 12px;
    padding-inline-start: 12px;
    border-inline-start: 4px solid;
    font-weight: 600;
  }
  .verdict.fine {
    border-color: var(--_accent);
  }
  dd {
    margin-block-end: 8px;
  }
  .engine ul {
    padding-inline-start: 16px;
    font-size: var(--latch-font-size-small, 0.875em);
  }
  .engine li + li {
    margin-block-start: 4px;
  }
  .lines > li {
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    overflow: hidden;
  }
  .lines > li + li {
    margin-block-start: 16px;
  }
  .line {
    display: flex;
    align-items: center;
    background: var(--_tint);
  }
  .line button {
    flex: none;
    padding: 4px 16px;
    border: 0;
    border-radius: 0;
    font-size: var(--latch-font-size-small, 0.875em);
  }
  .line button:focus-visible,
  .scroll:focus-visible,
  a:focus-visible {
    outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
    outline-offset: -3px;
  }
  .line pre {
    flex: 1;
    min-inline-size: 0;
    padding-inline-end: 16px;
    direction: ltr;
    text-overflow: ellipsis;
    overflow: hidden;
    unicode-bidi: isolate;
  }
  .finding {
    margin-inline: 16px;
    padding-block: 12px 4px;
  }
  .finding.error,
  .finding.warning {
    color: inherit;
  }
  .finding + .finding {
    border-block-start: 1px solid var(--_line);
  }
  .finding p + p {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 16px;
  }
  .finding strong {
    margin-inline-end: 8px;
    padding-inline: 8px;
    border: 1px solid;
    border-radius: 99px;
    font-size: 0.8125em;
  }
  .finding.error strong {
    color: var(--_error);
  }
  .finding.warning strong {
    color: var(--_warning);
  }
  a {
    display: inline-block;
    padding-block: 8px;
    color: var(--_accent);
    text-underline-offset: 3px;
  }
  .scroll {
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    overflow-x: auto;
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
  }
  :is(th, td) {
    min-inline-size: 144px;
    padding: var(--_pad) 12px;
    border-block-end: 1px solid var(--_line);
    text-align: start;
    vertical-align: top;
  }
  td code {
    white-space: pre-wrap;
    unicode-bidi: isolate;
  }
  tbody tr:last-child > * {
    border-block-end: 0;
  }
  thead th {
    background: var(--_tint);
  }
  .differs {
    background: color-mix(in oklab, var(--_warning) 10%, transparent);
  }
  .tag {
    display: block;
    inline-size: fit-content;
    color: var(--_warning);
    font-size: 0.8125em;
    font-weight: 600;
  }
  .swatch {
    display: inline-block;
    inline-size: 16px;
    margin-inline-end: 4px;
    border: 1px solid var(--_line);
    border-radius: 4px;
    stroke: none;
    vertical-align: text-bottom;
  }
  .forecast {
    margin-block-start: 16px;
  }
  .forecast :is(h3, h4, p + p) {
    margin-block-start: 12px;
  }
  .forecast ul {
    padding-inline-start: 20px;
  }
`;
