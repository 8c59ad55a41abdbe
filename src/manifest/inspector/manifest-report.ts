import { adoptStyles } from '../../base/element/adopted-styles.js';
import type { LitElement, TemplateResult } from 'lit';
import { html, nothing } from '../../base/element/html.js';
import type { Inspection, Platform } from './inspection.js';
import { manifestReport } from './report-messages.js';
import { renderEngines, renderFindings, renderUpdate } from './report-sections.js';
import { manifestReportStyles } from './manifest-report.styles.js';
import { renderMembers } from './members.js';
import { renderPictures } from './pictures.js';
import { picturesStyles } from './pictures.styles.js';

/** More line numbers than that are of no use. */
const mostLines = 2000;

/**
 * Shows the findings in a manifest. Text from the manifest is never treated as markup. It is loaded on demand, together
 * with its styles.
 */
export class ManifestReport {
  readonly #host: LitElement;
  readonly #edit: (choices: { platform?: Platform; installedText?: string }) => void;
  readonly #goTo: (line: number) => void;
  readonly #broken = new Set<string>();

  constructor(
    host: LitElement,
    edit: (choices: { platform?: Platform; installedText?: string }) => void,
    goTo: (line: number) => void,
  ) {
    this.#host = host;
    this.#edit = edit;
    this.#goTo = goTo;
    adoptStyles(host.renderRoot as ShadowRoot, manifestReportStyles, picturesStyles);
  }

  /** Whether the app can be installed, in words, and the gravest of all that is said about it. */
  judge({ lines, views }: Inspection): { words: string; weight: 'error' | 'warning' | 'fine' } {
    const canInstall = views.every(
      ({ engine, installability }) => engine !== 'chromium' || installability.installable !== false,
    );
    const levels = lines.flatMap(({ findings }) => findings.map(({ level }) => level));
    return {
      words: manifestReport[canInstall ? 'canInstall' : 'cannotInstall'],
      weight: !canInstall || levels.includes('error') ? 'error' : levels.includes('warning') ? 'warning' : 'fine',
    };
  }

  /** The numbers of the lines, with marks at those that something is said about. */
  renderGutter({ text, lines }: Inspection): readonly TemplateResult[] | typeof nothing {
    const count = text.split(/\r\n?|\n/).length;
    if (count > mostLines) return nothing;
    const marks = new Map(
      lines.map(({ line, findings }) => [
        line,
        findings.find(({ level }) => level === 'error')?.level ??
          findings.find(({ level }) => level === 'warning')?.level,
      ]),
    );
    return Array.from(
      { length: count },
      (_, index) => html`<span class=${marks.get(index + 1) ?? ''}>${index + 1}</span>`,
    );
  }

  render(inspection: Inspection, installedText: string): TemplateResult {
    return html`<div class="report">
      ${this.#renderPlatforms(inspection.platform)} ${renderEngines(inspection)} ${renderFindings(inspection, this.#goTo)} ${renderMembers(inspection)}
      ${renderPictures(inspection, this.#broken, (src) => {
        this.#broken.add(src);
        this.#host.requestUpdate();
      })}
      ${renderUpdate(inspection, installedText, (text) => this.#edit({ installedText: text }))}
    </div>`;
  }

  #renderPlatforms(chosen: Platform): TemplateResult {
    const platforms: Platform[] = ['desktop', 'mobile', 'chromeos'];
    return html`<fieldset>
      <legend>${manifestReport.platform}</legend>
      ${platforms.map((platform) => html`<label part="label"><input part="field" type="radio" name="platform" .checked=${platform === chosen} @change=${() => this.#edit({ platform })} />${manifestReport[platform]}</label>`)}
    </fieldset>`;
  }
}
