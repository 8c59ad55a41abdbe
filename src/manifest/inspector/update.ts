import type { TemplateResult } from 'lit';
import { html, nothing } from '../../base/element/html.js';
import type { Inspection, MemberChange, UpdateForecast } from './inspection.js';
import { manifestReport } from './report-messages.js';
import { shorten } from './shorten.js';

/** The input for the manifest that users have installed, and the changes that reach them. */
export function renderUpdate(
  { update }: Inspection,
  installedText: string,
  edit: (text: string) => void,
): TemplateResult {
  return html`<section>
    <h2 id="update">${manifestReport.update}</h2>
    <label part="label" for="installed">${manifestReport.installed}</label>
    <p id="installed-about" class="quiet">${manifestReport.installedAbout}</p>
    <div class="editor">
      <textarea
        part="field"
        id="installed"
        aria-describedby="installed-about"
        wrap="off"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        rows=${Math.min(16, Math.max(4, installedText.split(/\r\n?|\n/).length))}
        .value=${installedText}
        @input=${(event: InputEvent) => edit((event.target as HTMLTextAreaElement).value)}
      ></textarea>
    </div>
    ${
      update
        ? html`<div class="forecast" role="status">
          <p class=${update.identity.sameApp ? '' : 'error'}>${shorten(update.identity.message)} ${update.identity.fix ? html`<code>${shorten(update.identity.fix)}</code>` : nothing}</p>
          ${update.chromium.obstacle ? html`<p class="error">${shorten(update.chromium.obstacle)}</p>` : nothing}
          <p class="quiet">${update.chromium.when} ${manifestReport.elsewhere}</p>
          ${(['silent', 'asks', 'never'] as const).map((outcome) => renderOutcome(outcome, update.chromium))}
        </div>`
        : nothing
    }
  </section>`;
}

function renderOutcome(outcome: 'silent' | 'asks' | 'never', forecast: UpdateForecast): TemplateResult {
  const changes: readonly MemberChange[] = forecast[outcome];
  return html`<h3>${manifestReport[outcome]}</h3>
    ${
      changes.length === 0
        ? html`<p class="quiet">${manifestReport.nothing}</p>`
        : html`<ul>
          ${changes.map(({ member, message }) => html`<li><code>${member}</code> ${shorten(message)}</li>`)}
        </ul>`
    }`;
}
