import { nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { html, words } from './html.js';

/** Why an attempt has failed, and the user has to try again. */
export interface Problem {
  sentence: string;
  /** Whether what was entered is wrong. */
  isMistake: boolean;
}

/** What a dialog asks, in the sentences of its element. */
export interface Question {
  title: string;
  text: string;
  /** The label of the button that says yes. */
  confirm: string;
  /** The label of the button that says no. */
  cancel: string;
  /** Whether the confirmed action permanently deletes something. */
  isDangerous?: boolean;
  /** An input with its label, to fill in before the user can continue. */
  input?: TemplateResult;
  /**
   * Does with the form's data what was confirmed while the dialog stays open. Resolves with the problem if the user
   * has to try again, or with the question that follows in the same dialog; else with undefined. Must not reject.
   */
  attempt?(data: FormData): Promise<Problem | Question | undefined>;
}

/**
 * Asks the user in a modal dialog before something happens that cannot be undone. The element puts `render()` into
 * its template and `confirmationStyles` into its styles. The dialog is the browser's own: Escape says no, and the focus
 * goes back to where it was. Without an input the focus is on the button that says no. A mistake marks the input as
 * invalid until the user corrects it. @internal
 */
export class Confirmation implements ReactiveController {
  readonly #host: LitElement;
  #question: Question | undefined;
  #answer = (_isConfirmed: boolean): void => {};
  #problem: Problem | undefined;
  #isBusy = false;
  /** The dialog that was opened for the question: another one if everything was rendered anew. */
  #shown: HTMLDialogElement | null | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  /**
   * Resolves with whether the user confirmed it. Being dismissed, a removed element and a question that is open
   * already are a no.
   */
  ask(question: Question): Promise<boolean> {
    if (this.#question || !this.#host.isConnected) return Promise.resolve(false);
    this.#question = question;
    this.#problem = undefined;
    this.#isBusy = false;
    this.#shown = undefined;
    this.#host.requestUpdate();
    return new Promise((resolve) => (this.#answer = resolve));
  }

  /** Closes the dialog, as dismissing it does. */
  dismiss(): void {
    this.#close(false);
  }

  hostUpdated(): void {
    if (!this.#question) return;
    this.#mark();
    if (this.#shown === this.#dialog) return;
    this.#shown = this.#dialog;
    this.#shown!.showModal();
  }

  hostDisconnected(): void {
    this.#close(false);
  }

  /**
   * The dialog while there is a question.
   *
   * @param extra What else is to be seen while the dialog is open: nothing outside of it can be reached.
   */
  render(extra?: TemplateResult): TemplateResult | typeof nothing {
    if (!this.#question) return nothing;
    const { title, text, confirm, cancel, input, isDangerous } = this.#question;
    return html`<dialog part="dialog" role=${input ? 'dialog' : 'alertdialog'} aria-labelledby="question" aria-describedby="about" @cancel=${this.#cancel} @close=${this.#closed}>
      <form part="form" @submit=${this.#submit} @input=${this.#correct}>
        <h2 part="dialog-title" id="question" dir="auto">${title}</h2>
        <p part="dialog-text" id="about" dir="auto">${text}</p>
        ${input} ${input && html`<p role="alert" id="problem">${words(this.#problem?.sentence, this.#problem)}</p>`}
        <div class="answers">
          <button part="dialog-cancel" class="quiet" type="button" ?autofocus=${!input} @click=${() => this.dismiss()}>${cancel}</button>
          <button part="dialog-confirm" class=${isDangerous ? 'danger' : ''} value="yes" aria-disabled=${this.#isBusy}>${confirm}</button>
        </div>
      </form>
      ${extra}
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog');
  }

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const attempt = this.#question?.attempt;
    if (!attempt) this.#close(true);
    else if (!this.#isBusy) void this.#try(attempt, event.target as HTMLFormElement);
  };

  readonly #correct = (): void => {
    this.#problem = undefined;
    this.#host.requestUpdate();
  };

  readonly #cancel = (event: Event): void => {
    event.preventDefault();
    this.#close(false);
  };

  /** Other ways to close the dialog. The event fires late: by then the next question may be open in it. */
  readonly #closed = (): void => {
    if (!this.#dialog?.open) this.#close(false);
  };

  /** Ties the sentence about a mistake to the input. */
  #mark(): void {
    const input = this.#dialog?.querySelector('input');
    if (!input) return;
    if (this.#problem?.isMistake) {
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-describedby', 'problem');
    } else for (const attribute of ['aria-invalid', 'aria-describedby']) input.removeAttribute(attribute);
  }

  async #try(attempt: NonNullable<Question['attempt']>, form: HTMLFormElement): Promise<void> {
    const question = this.#question;
    this.#isBusy = true;
    this.#problem = undefined;
    this.#host.requestUpdate();
    const outcome = await attempt(new FormData(form));
    if (question !== this.#question) return;
    this.#isBusy = false;
    const follows = outcome && 'title' in outcome;
    if (!outcome) return this.#close(true);
    // Before the problem is announced: a change of the focus would cut it short.
    if (!follows && outcome.isMistake) this.#dialog?.querySelector('input')?.focus();
    if (follows) this.#question = outcome;
    else this.#problem = outcome;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (follows) this.#dialog?.querySelector('input')?.focus();
  }

  #close(isConfirmed: boolean): void {
    if (!this.#question) return;
    this.#dialog?.close();
    this.#question = undefined;
    this.#answer(isConfirmed);
    this.#host.requestUpdate();
  }
}
