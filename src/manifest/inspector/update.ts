import type { TemplateResult } from 'lit';
import { html, nothing } from '../../base/element/html.js';
import { foldChanges } from '../predict-update.js';
import type { EngineForecast, Inspection } from './inspection.js';
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
          ${update.forecasts.map(renderForecast)}
        </div>`
        : nothing
    }
  </section>`;
}

function renderForecast(forecast: EngineForecast): TemplateResult {
  const { engine, obstacle, when } = forecast;
  const outcomes = (['silent', 'asks', 'never'] as const).filter((outcome) => forecast[outcome].length > 0);
  return html`<h3>${manifestReport[engine]}</h3>
    ${obstacle ? html`<p class="error">${shorten(obstacle)}</p>` : nothing}
    <p class="quiet">${when}</p>
    ${outcomes.length === 0 ? html`<p>${manifestReport.nothing}</p>` : outcomes.map((outcome) => renderOutcome(outcome, forecast))}`;
}

function renderOutcome(outcome: 'silent' | 'asks' | 'never', forecast: EngineForecast): TemplateResult {
  return html`<h4>${manifestReport[outcome]}</h4>
    <ul>
      ${foldChanges(forecast[outcome]).map(
        ([message, members]) => html`<li>
          ${members.map((member) => html`<code>${member}</code> `)}${shorten(message)}
        </li>`,
      )}
    </ul>`;
}
