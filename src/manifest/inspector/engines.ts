import type { TemplateResult } from 'lit';
import { html, nothing } from '../../base/element/html.js';
import type { PlaceVerdict, Inspection } from './inspection.js';
import { manifestReport } from './report-messages.js';
import { shorten } from './shorten.js';

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
