import { adoptStyles } from '../base/element/adopted-styles.js';
import type { LitElement, ReactiveController, TemplateResult } from 'lit';
import type { LatchError } from '../base/client/errors.js';
import { confirmationStyles } from '../base/element/confirmation.styles.js';
import { html, nothing } from '../base/element/html.js';
import { installGuide, installSteps } from '../messages/en.js';
import { textsFor } from '../messages/localize.js';
import { installGuideStyles } from './install-guide.styles.js';
import type { InstallInstructions, InstallStep } from './instructions.js';

/** Outlines within 20 by 20. */
const drawings = {
  share: 'M7 8H5v9h10V8h-2M10 12V2M7 5l3-3 3 3',
  add: 'M4 4h12v12H4ZM10 7v6M7 10h6',
  dots: 'M10 4v.01M10 10v.01M10 16v.01',
  window: 'M2 4h16v12H2ZM2 8h16',
  open: 'M9 4H3v13h13v-6M12 3h5v5M17 3l-8 8',
  phone: 'M6 2h8v16H6ZM9 15.5h2',
  dock: 'M2 3h16v14H2ZM5 14h3M12 14h3M10 5v5M8 8l2 2 2-2',
  bar: 'M2 3h16v14H2ZM2 14h16M5 15.5h2M10 6v4M8 8h4',
  done: 'M3 10.5l4.5 4.5L17 5',
  update: 'M16 7a7 7 0 1 0 1 3M17 3v4h-4',
  download: 'M10 3v9M6.5 9l3.5 3.5L13.5 9M4 16h12',
  on: 'M6 5h8a5 5 0 0 1 0 10H6A5 5 0 0 1 6 5ZM14 8a2 2 0 1 0 .01 0Z',
} as const;

const drawingOf: Record<InstallStep, keyof typeof drawings> = {
  'app-menu': 'dots',
  'open-in-browser': 'open',
  'install-there': 'download',
  'open-in-safari': 'open',
  'update-safari': 'update',
  share: 'share',
  'add-to-home-screen': 'add',
  'open-as-web-app': 'on',
  'file-menu': 'window',
  'add-to-dock': 'dock',
  'confirm-add': 'done',
  menu: 'dots',
  'firefox-install': 'phone',
  'taskbar-icon': 'bar',
  'confirm-save': 'done',
  'samsung-add': 'add',
  'home-screen': 'phone',
  'android-install': 'phone',
  'edge-apps': 'window',
  'edge-install': 'download',
  'chrome-install': 'download',
  'confirm-install': 'done',
  'any-install': 'download',
  'other-browser': 'open',
};

/** A drawing of what to look for in a step. */
function stepPictogram(step: InstallStep): TemplateResult {
  const name = drawingOf[step];
  return html`<!----><svg part="icon" class=${name} viewBox="0 0 20 20" aria-hidden="true"><path d=${drawings[name]} /></svg>`;
}

/**
 * Shows in a modal dialog, step by step, how this browser installs an app, and why it does not offer that
 * automatically, if the page is the reason. The element uses `render()` in its template. It is loaded on demand,
 * together with its styles.
 */
export class InstallGuide implements ReactiveController {
  readonly #host: LitElement;
  #instructions: InstallInstructions | undefined;
  #problems: readonly string[] = [];
  #over = (): void => {};

  constructor(host: LitElement) {
    this.#host = host;
    adoptStyles(host.renderRoot as ShadowRoot, confirmationStyles, installGuideStyles);
    host.addController(this);
  }

  /**
   * Opens the dialog. Resolves when it is closed.
   *
   * @param explain Resolves with the reasons why the browser does not offer the installation automatically. Called only
   *   if the browser could.
   */
  async show(instructions: InstallInstructions, explain: () => Promise<readonly string[]>): Promise<void> {
    this.#instructions = instructions;
    this.#problems = [];
    this.#host.requestUpdate();
    if (instructions.expectsPrompt) void this.#find(instructions, explain);
    await new Promise<void>((resolve) => (this.#over = resolve));
  }

  hostUpdated(): void {
    const dialog = this.#dialog;
    if (this.#instructions && dialog && !dialog.open) dialog.showModal();
  }

  hostDisconnected(): void {
    this.#end();
  }

  /** The dialog while it is open. */
  render(): TemplateResult | typeof nothing {
    if (!this.#instructions) return nothing;
    const { steps } = this.#instructions;
    const { title, about, otherBrowser, problems, close } = textsFor(this.#host, installGuide);
    const texts = textsFor(this.#host, installSteps);
    return html`<dialog part="dialog" closedby="any" aria-labelledby="title" aria-describedby="about" @close=${this.#end}>
      <h2 part="dialog-title" id="title">${title}</h2>
      <p part="dialog-text" id="about">${steps.length > 1 ? about : otherBrowser}</p>
      <ol role="list">
        ${steps.map((step) => html`<li class="step"><span>${texts[step]}</span>${stepPictogram(step)}</li>`)}
      </ol>
      <div role="status">
        ${
          this.#problems.length > 0
            ? html`<div class="problems">
              <p>${problems}</p>
              <ul>
                ${this.#problems.map((problem) => html`<li dir="auto">${problem}</li>`)}
              </ul>
            </div>`
            : nothing
        }
      </div>
      <div class="answers"><button part="dialog-cancel" class="quiet" type="button" autofocus @click=${() => this.#dialog?.close()}>${close}</button></div>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog');
  }

  async #find(instructions: InstallInstructions, explain: () => Promise<readonly string[]>): Promise<void> {
    const texts = textsFor(this.#host, installGuide);
    let problems: readonly string[];
    try {
      problems = await explain();
    } catch (error) {
      problems = [(error as LatchError).code === 'bad_response' ? texts.bad_response : texts.network];
    }
    if (this.#instructions !== instructions) return;
    this.#problems = problems;
    this.#host.requestUpdate();
  }

  readonly #end = (): void => {
    this.#instructions = undefined;
    this.#over();
    this.#host.requestUpdate();
  };
}
