import type { LitElement, ReactiveController, TemplateResult } from 'lit';
import { html, adoptStyles, nothing } from '../base/element/html.js';
import type { InstallInstructions } from './instructions.js';
import type { LatchError } from '../base/client/errors.js';
import { confirmationStyles } from '../base/element/confirmation.styles.js';
import { installGuide, installSteps } from '../messages/en.js';
import { textsFor } from '../messages/localize.js';
import { installGuideStyles } from './install-guide.styles.js';
import { stepPictogram } from './pictograms.js';

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
    adoptStyles(host.renderRoot as ShadowRoot, [
      ...(host.constructor as typeof LitElement).elementStyles,
      confirmationStyles,
      installGuideStyles,
    ]);
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
