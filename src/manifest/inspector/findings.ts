import type { TemplateResult } from 'lit';
import { html, nothing } from '../../base/element/html.js';
import type { FindingWith, Inspection } from './inspection.js';
import { manifestReport } from './report-messages.js';
import { shorten, shortenAround } from './shorten.js';

/** What was found, each below the line that it is about. `goTo` shows that line in the text. */
export function renderFindings({ lines, views }: Inspection, goTo: (line: number) => void): TemplateResult {
  return html`<section>
    <h2 id="findings">${manifestReport.findings}</h2>
    ${lines.length === 0 ? html`<p>${manifestReport.noFindings}</p>` : nothing}
    <ol class="lines" role="list">
      ${lines.map(
        ({ line, source, findings }) => html`<li>
          ${line === 0 ? nothing : renderLine(line, shortenAround(source, findings[0]!.column).trim(), goTo)}
          <ul role="list">
            ${findings.map((finding) => renderFinding(finding, views.length))}
          </ul>
        </li>`,
      )}
    </ol>
  </section>`;
}

function renderLine(line: number, source: string, goTo: (line: number) => void): TemplateResult {
  return html`<div class="line">
    <button part="action" class="quiet" type="button" @click=${() => goTo(line)}>${manifestReport.line.replace('{line}', `${line}`)}</button>
    <pre>${source}</pre>
  </div>`;
}

function renderFinding({ level, path, message, engines, fix, spec }: FindingWith<string>, all: number): TemplateResult {
  const only =
    engines.length < all
      ? manifestReport.only.replace('{engines}', engines.map((engine) => manifestReport[engine]).join(', '))
      : '';
  return html`<li class="finding ${level}">
    <p><strong>${manifestReport[level]}</strong> <span dir="auto">${shorten(message)}</span></p>
    <p class="quiet">
      ${path ? html`<code>${path}</code>` : nothing} ${only ? html`<span>${only}</span>` : nothing} ${fix ? html`<span>${manifestReport.fix}: <code>${fix}</code></span>` : nothing}
      <a href=${spec} target="_blank" rel="noreferrer">${manifestReport.rule}</a>
    </p>
  </li>`;
}
