import { nothing, type CSSResultGroup, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { html } from '../../base/element/html.js';
import { loadModule } from '../../base/element/load-module.js';
import type { Inspection } from './inspection.js';
import { ManifestInspector } from './inspector.js';
import type { LatchError } from '../../base/client/errors.js';
import { LatchManifestInspectedEvent, LatchManifestInspectFailedEvent } from '../../events.js';
import { LatchElement } from '../../base/element/latch-element.js';
import { manifestInspector } from './inspector-messages.js';
import type { Texts } from '../../messages/section.js';
import { manifestInspectorStyles } from './latch-manifest-inspector.styles.js';
import type { ManifestReport } from './manifest-report.js';

/**
 * A web app manifest as Chromium, WebKit, Gecko and the specification process it: the value of every member, the app
 * id, whether it can be installed, findings by line, its pictures, and what an update changes for users who have
 * installed it. For developers; Safari has no such tool. The code that checks manifests is loaded with the first one.
 *
 * @element latch-manifest-inspector
 * @fires {LatchManifestInspectedEvent} latch-manifest-inspected - A manifest was inspected, again after every change of
 *   its text; `detail` counts what was found.
 * @fires {LatchManifestInspectFailedEvent} latch-manifest-inspect-failed - The manifest could not be fetched;
 *   `detail.code` is the reason.
 * @csspart status - The status line.
 * @csspart form - The form for the manifest's address.
 * @csspart label - The label of a field.
 * @csspart field - The input for the manifest's address, its text, and the choices of the report.
 * @csspart button - The native button that fetches it.
 * @csspart action - A button that leads to a line.
 * @csspart icon - A drawing in the report.
 * @cssprop [--latch-warning=#7a4f00] - Warnings.
 * @cssstate pending - Something is being fetched.
 * @cssstate loading - The same.
 * @cssstate done - There is a report.
 * @cssstate failed - Nothing could be read at the last address.
 */
export class LatchManifestInspector extends LatchElement {
  static override styles: CSSResultGroup = [LatchElement.styles, manifestInspectorStyles];
  static override properties: PropertyDeclarations = { src: {}, installed: {} };

  /**
   * The URL of a manifest to inspect. A manifest on another site can be read only if that site allows it by CORS.
   * Without a URL, users paste a manifest or enter its URL.
   */
  src = '';

  /** The URL of the manifest that users have installed, as it was before a change. */
  installed = '';

  protected readonly section = manifestInspector;
  #counts = { errors: 0, warnings: 0 };
  #report: ManifestReport | undefined;
  readonly #inspector = new ManifestInspector(this, {
    inspected: (inspection) => this.#inspected(inspection),
    failed: (error) => this.#failed(error),
  });
  #wasHere = false;
  /** The text of the manifest, which can be written too. */
  get text(): string {
    return this.#inspector.choices.text;
  }

  set text(text: string) {
    this.outcome = undefined;
    void this.#inspector.edit({ text });
  }

  protected override begin(signal: AbortSignal): void {
    // The first update opens the URLs in the attributes; an element that was removed and has nothing to show starts
    // over.
    if (this.#wasHere && !this.text) this.#open();
    this.#wasHere = true;
    addEventListener('online', () => this.outcome === 'offline' && this.#openEntered(), { signal });
  }

  protected override get texts(): Texts {
    const { errors, warnings } = this.#counts;
    const { english } = manifestInspector;
    const counted = english.done.replace('{errors}', `${errors}`).replace('{warnings}', `${warnings}`);
    return { ...english, done: `${counted} ${this.#verdict?.words ?? ''}` };
  }

  protected override get phase(): string | undefined {
    return this.#inspector.phase;
  }

  get #verdict(): ReturnType<ManifestReport['judge']> | undefined {
    const { inspection } = this.#inspector;
    return inspection && this.#report?.judge(inspection);
  }

  /** Opens the address that is in the input, else the manifest of the page itself. */
  #openEntered(): void {
    const input = this.renderRoot.querySelector('input')!;
    const address = input.value.trim() || this.#inspector.ofThisPage;
    this.outcome = undefined;
    if (address) void this.#inspector.open(address, this.lifetime.signal);
    else input.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('src')) this.#open();
    if (changed.has('installed') && this.installed)
      void this.#inspector.open(this.installed, this.lifetime.signal, 'installedText');
  }

  protected override render(): TemplateResult {
    const { address, load, text, placeholder } = manifestInspector.english;
    const { inspection, choices, ofThisPage } = this.#inspector;
    const rows = choices.text.split(/\r\n?|\n/).length;
    return html`
      <form part="form" class="address" @submit=${this.#submit}>
        <label part="label" for="address">${address}</label>
        <input part="field" id="address" dir="ltr" inputmode="url" autocomplete="off" spellcheck="false" placeholder=${ofThisPage ?? '/manifest.webmanifest'} .value=${this.src} />
        <button part="button" class="quiet" aria-disabled=${!!this.phase}>${load}</button>
      </form>
      <div class=${this.#verdict?.weight}>${this.renderStatus()}</div>
      <label part="label" for="text">${text}</label>
      <div class="editor">
        <div class="gutter" aria-hidden="true">${inspection && this.#report?.renderGutter(inspection)}</div>
        <textarea part="field" id="text" wrap="off" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${placeholder} rows=${Math.max(8, rows)} .value=${choices.text} @input=${this.#input}></textarea>
      </div>
      ${inspection ? this.#report?.render(inspection, choices.installedText) : nothing}
    `;
  }

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    this.#openEntered();
  };

  readonly #input = (event: InputEvent): void => {
    this.text = (event.target as HTMLTextAreaElement).value;
  };

  #inspected({ lines }: Inspection): void {
    const levels = lines.flatMap(({ findings }) => findings.map(({ level }) => level));
    this.#counts = {
      errors: levels.filter((level) => level === 'error').length,
      warnings: levels.filter((level) => level === 'warning').length,
    };
    this.outcome = 'done';
    void this.#showReport(this.#counts);
  }

  #failed(error: LatchError): void {
    this.fail(error, LatchManifestInspectFailedEvent, error.code === 'network' && !navigator.onLine && 'offline');
  }

  async #showReport(counts: LatchManifestInspectedEvent['detail']): Promise<void> {
    try {
      const { ManifestReport } = await loadModule(() => import('./manifest-report.js'));
      this.#report ??= new ManifestReport(
        this,
        (choices) => void this.#inspector.edit(choices),
        (line) => this.#goTo(line),
      );
    } catch (error) {
      return this.#failed(error as LatchError);
    }
    this.requestUpdate();
    this.dispatch(new LatchManifestInspectedEvent(counts));
  }

  #open(): void {
    if (this.src) void this.#inspector.open(this.src, this.lifetime.signal);
  }

  /** Shows a line of the text, and selects it. */
  #goTo(line: number): void {
    const area = this.renderRoot.querySelector('textarea')!;
    const lines = area.value.split('\n');
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    const height = parseFloat(getComputedStyle(area).lineHeight);
    area.parentElement!.scrollTop = (line - 4) * height;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-manifest-inspector': LatchManifestInspector;
  }
}
