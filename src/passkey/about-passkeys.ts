import type { TemplateResult } from 'lit';
import { css, html } from '../base/element/html.js';
import { aboutPasskeys } from '../messages/en.js';
import { textsFor } from '../messages/localize.js';

/** How the questions look in the element that shows them. */
export const aboutPasskeysStyles = css`
  .questions {
    font-size: var(--latch-font-size-small, 0.875em);
    line-height: 1.43;
    text-align: start;
    & summary {
      inline-size: fit-content;
      padding-block: 4px;
      color: var(--_text);
      font-weight: var(--latch-label-weight, 600);
      cursor: pointer;
    }
    & summary:focus-visible {
      outline: var(--latch-focus-ring, 3px solid var(--latch-accent, #4a7bf0));
      outline-offset: 2px;
    }
    & p {
      margin: 0 0 8px;
      color: var(--latch-text-muted, color-mix(in oklab, currentcolor 68%, transparent));
    }
  }
`;

/** The two questions that those who do not know passkeys have, each with an answer to open. */
export function renderAboutPasskeys(host: Element): TemplateResult {
  const { what, whatText, where, whereText } = textsFor(host, aboutPasskeys);
  const answer = (question: string, text: string) =>
    html`<details><summary>${question}</summary><p>${text}</p></details>`;
  return html`<div class="questions">${answer(what, whatText)}${answer(where, whereText)}</div>`;
}
