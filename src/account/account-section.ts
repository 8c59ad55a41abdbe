import type { LitElement, TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import type { AccountAnswer } from './account.js';
import { Action } from '../base/element/action.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';
import type { Client } from '../base/client/client.js';
import type { LatchError } from '../base/client/errors.js';
import type { Question } from '../base/element/confirmation.js';
import { FadingStatus } from '../base/element/fading-status.js';
import { Menu, type MenuItem } from '../base/element/menu.js';
import { renderMenuButton, type MenuOpener } from '../base/element/menu-button.js';
import { ElementDialogs } from '../step-up/element-dialogs.js';
import { errorTexts, textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { accountSettings } from '../messages/en.js';
import type { LatchListFailedEvent } from '../events.js';

/** What `latch-account` opens: the menus of its rows, its own questions, and the step-up. @internal */
export class AccountDialogs extends ElementDialogs {
  readonly menu: Menu = new Menu(this.host);

  override renderDialog(): unknown {
    return [this.menu.render(), super.renderDialog()];
  }

  /** Closes what is open. */
  dismiss(): void {
    this.menu.close();
    this.confirmation.dismiss();
  }

  /** Resolves with whether the user confirmed it. */
  confirm(question: Question): Promise<boolean> {
    return this.confirmation.ask(question);
  }
}

/** What the sections of `latch-account` share. */
export interface AccountPage {
  /** The account; undefined where the backend does not describe it. */
  account(): AccountAnswer | undefined;
  /** Aborts when the element is removed. */
  signal(): AbortSignal;
  /** The dialogs of all sections. */
  dialogs(): AccountDialogs;
  /** Fetches the account again. */
  refresh(): Promise<void>;
  /** Dispatches an event, unless the element was removed meanwhile. */
  dispatch(event: Event): void;
}

/** What a change asks of the backend. */
type Work = (client: Client, signal: AbortSignal) => Promise<unknown>;

/** How an input differs from one for text. */
interface FieldAttributes {
  value?: string;
  type?: string;
  autocomplete: string;
  inputmode?: 'numeric';
  maxlength: number;
  /** The outcomes that are about it. */
  mistakes: readonly string[];
}

/** What a button opens, what assistive technology calls it, and whether it removes something. */
interface ButtonOptions {
  opens?: string;
  name?: string;
  isDangerous?: boolean;
}

/**
 * A section of `latch-account`: what it shows, and how a change in it went, in a status line of its own. Each one is
 * loaded by itself. @internal
 */
export abstract class AccountSection {
  /** Whether the backend lacks what the section needs. */
  isMissing = false;
  /** The name of the section in the attribute `sections`. */
  protected abstract readonly section: string;
  protected readonly host: LitElement & BackendHost;
  protected readonly page: AccountPage;
  /** Which form is open. */
  protected form: string | undefined;
  /** The sentence to show: how the last attempt ended, or an error code. */
  #outcome = '';
  #isDone = false;
  #retryAfter: number | undefined;
  /** Whether the focus moves first: it would cut the sentence short. */
  #isWithheld = false;

  /** A change, and the sentence to show once it is made. */
  readonly #change: Action<string, { work: Work; done: string }>;

  constructor(host: LitElement & BackendHost, page: AccountPage) {
    this.host = host;
    this.page = page;
    this.#change = new Action({
      signal: () => page.signal(),
      update: () => this.requestUpdate(),
      run: async (attempt, { work, done }) => {
        const client = clientOf(host);
        await page.dialogs().withStepUp(() => work(client, attempt.signal), attempt, 'saving');
        return done;
      },
      done: (sentence) => this.succeed(sentence),
      failed: (error) => this.fail(error),
    });
    new FadingStatus(host, {
      isPast: () => this.#isDone && this.#outcome !== '',
      clear: () => {
        this.#outcome = '';
        this.requestUpdate();
      },
    });
  }

  /** The current phase: `saving`, or `confirming` while a step-up is requested. */
  get phase(): string | undefined {
    return this.#change.phase;
  }

  /** Whether what it shows is being fetched for the first time. */
  get isLoading(): boolean {
    return false;
  }

  /** What the section shows, with its heading. */
  abstract render(heading: TemplateResult): TemplateResult;

  /** Called once it is loaded. */
  begin(): void {}

  requestUpdate(): void {
    this.host.requestUpdate();
  }

  protected get texts(): typeof accountSettings.english {
    return textsFor(this.host, accountSettings);
  }

  /**
   * Does `work`, after a step-up if the backend requires one, and then shows the sentence `done`. Resolves with whether it
   * succeeded.
   */
  protected async attempt(work: Work, done: string): Promise<boolean> {
    if (this.phase) return false;
    this.#outcome = '';
    return (await this.#change.start({ work, done })) !== undefined;
  }

  /** Shows the sentence `done`. */
  protected succeed(done: string): void {
    this.#outcome = done;
    this.#isDone = true;
    this.requestUpdate();
  }

  /** Shows the sentence `outcome`, and puts the cursor in the input that it is about. */
  protected refuse(outcome: string): void {
    this.#outcome = outcome;
    this.#isDone = false;
    this.#isWithheld = true;
    this.requestUpdate();
    void this.focusOn('input[aria-invalid]').then(() => {
      this.#isWithheld = false;
      this.requestUpdate();
    });
  }

  /** Shows how an attempt failed. */
  protected fail(error: LatchError | TypeError): void {
    const { code, status, reason, retryAfter } = error as Partial<LatchError>;
    if (code === 'aborted' || code === 'superseded') return;
    if (!code) reportError(error);
    this.#retryAfter = retryAfter;
    const isKnown = (status === 409 || status === 400) && reason !== undefined && Object.hasOwn(this.texts, reason);
    this.refuse((isKnown ? reason : code) ?? 'misconfigured');
    if (code === 'unauthenticated') void this.page.refresh();
  }

  /** Whether a form is open. It stays, with what was typed, also when the backend turns out to lack what it needs. */
  get isOpen(): boolean {
    return this.form !== undefined;
  }

  /** Opens the form `name`, with the cursor in it. */
  protected open(name: string): void {
    this.form = name;
    this.#outcome = '';
    this.requestUpdate();
    void this.focusOn('form input:not([hidden])', true);
  }

  /** Closes the form, and puts the focus back to what opened it. */
  protected readonly close = (): void => {
    const name = this.form;
    if (name === undefined) return;
    this.form = undefined;
    // A mistake in a closed form no longer matters.
    if (!this.#isDone) this.#outcome = '';
    this.requestUpdate();
    void this.focusOn(`[data-opens=${name}]`);
  };

  /** Puts the focus in this section. */
  protected async focusOn(selector: string, selects = false): Promise<void> {
    await this.host.updateComplete;
    const section = this.host.renderRoot.querySelector(`[data-section=${this.section}]`);
    const found = section?.querySelector<HTMLElement>(selector);
    found?.focus();
    if (selects && found instanceof HTMLInputElement) found.select();
  }

  /** Asks in a dialog before something is removed. */
  protected confirm(title: string, text: string, confirm: string): Promise<boolean> {
    return this.page.dialogs().confirm({ title, text, confirm, cancel: this.texts.cancel, isDangerous: true });
  }

  /** A form in place of a row. */
  protected renderForm(
    fields: TemplateResult,
    save: (data: FormData) => unknown,
    label: string = this.texts.save,
  ): TemplateResult {
    const { texts, phase } = this;
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      if (!this.phase) save(new FormData(event.target as HTMLFormElement));
    };
    const leave = ({ key, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !isComposing && !this.phase) this.close();
    };
    const correct = () => {
      if (!this.phase) this.#outcome = '';
      this.requestUpdate();
    };
    return html`<form part="form" novalidate @submit=${submit} @keydown=${leave} @input=${correct}>
      ${fields}${this.#renderLine(`${this.section}-mistake`)}
      <div class="choices">
        <button part="button" aria-disabled=${!!phase}>${label}</button>
        <button part="action" class="quiet" type="button" aria-disabled=${!!phase} @click=${() => !this.phase && this.close()}>${texts.cancel}</button>
      </div>
    </form>`;
  }

  /** An input with its label. It is marked while the outcome is a mistake in it. */
  protected renderField(name: string, label: string, attributes: FieldAttributes): TemplateResult {
    const { value = '', type = 'text', autocomplete, inputmode = nothing, maxlength, mistakes } = attributes;
    const isWrong = !this.#isDone && mistakes.includes(this.#outcome);
    const id = `${this.section}-${name}`;
    return html`<label part="label" for=${id}>${label}</label>
      <input part="field" id=${id} name=${name} type=${type} .value=${value} autocomplete=${autocomplete} inputmode=${inputmode} maxlength=${maxlength} autocapitalize="none" spellcheck="false" dir=${type === 'text' ? 'auto' : 'ltr'} aria-invalid=${isWrong ? 'true' : nothing} aria-describedby=${isWrong && !this.#isWithheld ? `${this.section}-mistake` : nothing} />`;
  }

  /** What there is, and the buttons that change it. */
  protected renderRow(value: unknown, detail: unknown, actions: unknown): TemplateResult {
    return html`<div class="row"><div class="about">${value ? html`<div>${value}</div>` : nothing}${detail ? html`<p part="item-detail">${detail}</p>` : nothing}</div><div class="actions">${actions}</div></div>`;
  }

  /** A button beside what it changes. */
  protected renderButton(label: string, act: () => unknown, options: ButtonOptions = {}): TemplateResult {
    const { opens = nothing, name = nothing, isDangerous = false } = options;
    return html`<button part=${isDangerous ? 'action-danger' : 'action'} class=${isDangerous ? 'quiet remove' : 'quiet'} type="button" data-opens=${opens} aria-label=${name} aria-disabled=${!!this.phase} @click=${() => !this.phase && act()}>${label}</button>`;
  }

  /** The button beside what `choices` change; what is opened from there gives the focus back to it. */
  protected renderMenu(name: string, choices: readonly MenuItem[], opens?: string): TemplateResult {
    const open = (opener: MenuOpener) => !this.phase && this.page.dialogs().menu.show(opener, choices);
    return renderMenuButton(
      // Isolated, so that an address does not move the words around it.
      this.texts.actions.replace('{name}', () => `\u2068${name}\u2069`),
      !!this.phase,
      open,
      nothing,
      opens,
    );
  }

  /** The status line of the section. While a form is open, that has one of its own. */
  protected renderStatus(): TemplateResult {
    return this.#renderLine(nothing, this.form !== undefined);
  }

  #renderLine(id: string | typeof nothing, isEmpty = false): TemplateResult {
    const about = this.phase ?? this.#outcome;
    const general = errorTexts(this.host, this.#retryAfter);
    const sentence = (this.texts as Texts)[about] ?? general[about] ?? general['rejected'];
    const kind = this.phase || !about || about === 'cancelled' ? '' : this.#isDone ? 'done' : 'failed';
    return html`<div part="status" class=${kind} role="status" id=${id} dir="auto">${isEmpty || !about || (this.#isWithheld && !this.phase) ? nothing : sentence}</div>`;
  }
}

/** The parts of the lists, which a page can style through the element around them. @internal */
export const listParts =
  'item, item-title, item-detail, item-actions, badge, button, action, action-danger, icon, form, label, field, status, dialog, dialog-title, dialog-text, dialog-confirm, dialog-cancel';

/** A section that consists of a list with a tag of its own. @internal */
export abstract class ListSection extends AccountSection {
  /** Hides the section where the backend lacks the list. */
  protected readonly listFailed = ({ detail }: LatchListFailedEvent): void => {
    this.isMissing = detail.code === 'unsupported';
    this.requestUpdate();
  };
}
