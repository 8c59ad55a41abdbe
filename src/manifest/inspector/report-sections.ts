import type { TemplateResult } from 'lit';
import { html, nothing } from '../../base/element/html.js';
import { foldChanges } from '../predict-update.js';
import type { EngineForecast, FindingWith, Inspection, PlaceVerdict } from './inspection.js';
import { manifestReport } from './report-messages.js';
import { shorten, shortenAround } from './shorten.js';

/** Marks what a reason decides. */
const weights = {
  'blocks-install': 'error',
  'blocks-promotion': 'warning',
  unchecked: 'warning',
  notes: 'note',
} as const;

/** For each engine whether the app can be installed, what it would be, and why. */
export function renderEngines({ views }: Inspection): TemplateResult {
  return html`<section>
    <h2 id="engines">${manifestReport.engines}</h2>
    <div class="engines">${views.filter(({ engine }) => engine !== 'spec').map(renderEngine)}</div>
  </section>`;
}

function renderEngine(view: PlaceVerdict): TemplateResult {
  const { engine, processed, installability } = view;
  const [verdict, weight] = judge(view);
  const browsers = engine === 'spec' ? nothing : manifestReport[`${engine}Browsers`];
  const reasons = installability.reasons.toSorted(
    (one, other) => Number(one.effect === 'notes') - Number(other.effect === 'notes'),
  );
  return html`<article class="engine">
    <h3>${manifestReport[engine]}</h3>
    <p class="quiet">${browsers}</p>
    <p class="verdict ${weight}">${verdict}</p>
    <dl>
      <div>
        <dt>${manifestReport.appId}</dt>
        <dd><code>${shorten(processed.appId)}</code></dd>
      </div>
      <div>
        <dt>${manifestReport.opensAs}</dt>
        <dd><code>${installability.effectiveDisplay}</code></dd>
      </div>
    </dl>
    <ul>
      ${reasons.map(({ message, fix, effect }) => html`<li class=${weights[effect]} dir="auto">${message}${fix ? html` <code>${fix}</code>` : nothing}</li>`)}
    </ul>
  </article>`;
}

function judge({ engine, installability: { installable, promotable } }: PlaceVerdict): [string, string] {
  const { byHand, notChecked, notInstallable, offered, notOffered } = manifestReport;
  if (engine !== 'chromium') return [byHand, 'fine'];
  if (installable === null) return [notChecked, 'warning'];
  if (!installable) return [notInstallable, 'error'];
  return promotable ? [offered, 'fine'] : [notOffered, 'warning'];
}

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
