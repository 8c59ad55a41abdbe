import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { LockWarning, VaultLock, Vault } from '../../controllers/vault.js';
import { VaultKeeping, type VaultKeepingHost } from '../../controllers/vault-keeping.js';
import type { LatchError } from '../../core/errors.js';
import { Confirmation, type Question } from '../confirmation.js';
import { confirmationStyles } from '../confirmation.styles.js';
import { Menu } from '../menu.js';
import { inNumber, languageFor, loadTexts, textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { errors } from '../messages/sign-in.js';
import { vaultErrors } from '../messages/vault-errors.js';
import { vaultKeeping } from '../messages/vault-keeping.js';
import { lockWarningStyles } from './lock-warning.styles.js';
import { recoveryCodeStyles } from './recovery-code.styles.js';

/** What has changed: the name of the sentence that says so. */
export type VaultChange = 'unlockedNow' | 'lockedNow' | 'added' | 'coded' | 'wiped' | 'noOther';

/** The element whose dialogs they are, as they need to know it. */
export interface VaultKeepingDialogsHost extends LitElement {
  addPasskey(): Promise<void>;
  createRecoveryCode(): Promise<void>;
  /** Something about the vault has changed: what to say of it. */
  vaultChanged(change: VaultChange): void;
}

/**
 * What `latch-vault-unlock` asks in dialogs: about another passkey, the recovery code, and before something is deleted;
 * its menu; what it says of errors, and the warning before it locks by itself. It is loaded for the first of them, and
 * when the vault is unlocked. @internal
 */
export class VaultKeepingDialogs implements VaultKeepingHost {
  readonly #host: VaultKeepingDialogsHost;
  readonly #keeping: VaultKeeping;
  readonly #confirmation: Confirmation;
  readonly #menu: Menu;
  #warning: LockWarning | undefined;

  constructor(host: VaultKeepingDialogsHost, lock: VaultLock) {
    this.#host = host;
    this.#keeping = new VaultKeeping(this, lock);
    this.#confirmation = new Confirmation(host);
    this.#menu = new Menu(host);
    (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(
      confirmationStyles.styleSheet!,
      lockWarningStyles.styleSheet!,
      recoveryCodeStyles.styleSheet!,
    );
  }

  /** What is to be said of changes. */
  get texts(): Texts {
    return this.#texts;
  }

  /** What is to be said of errors. */
  get errors(): Texts {
    return textsFor(this.#host, vaultErrors);
  }

  /** Resolves when the sentences of the dialogs are there. */
  async loadTexts(): Promise<void> {
    await Promise.all([loadTexts(this.#host, vaultKeeping), loadTexts(this.#host, vaultErrors)]);
  }

  /** Opens the menu of the unlocked vault. */
  openMenu(button: HTMLElement): void {
    const host = this.#host;
    const { addPasskey, makeCode } = this.#texts;
    const choices = [
      { text: addPasskey, act: () => host.addPasskey() },
      { text: makeCode, act: () => host.createRecoveryCode() },
    ];
    this.#menu.show(button, choices);
  }

  addPasskey(vault: Vault, signal: AbortSignal): Promise<void> {
    return this.#keeping.addPasskey(vault, signal);
  }

  makeCode(vault: Vault, signal: AbortSignal): Promise<void> {
    return this.#keeping.makeCode(vault, signal);
  }

  enterCode(signal: AbortSignal): Promise<void> {
    return this.#keeping.enterCode(signal);
  }

  startAnew(signal: AbortSignal): Promise<void> {
    return this.#keeping.startAnew(signal);
  }

  /** Takes the menu and the dialog back. */
  dismiss(): void {
    this.#menu.close();
    this.#confirmation.dismiss();
  }

  /** Warns until it no longer holds that the vault is going to be locked. */
  warn(warning: LockWarning): void {
    this.#warning = warning;
    this.#host.requestUpdate();
    warning.over.addEventListener('abort', () => {
      this.#warning = undefined;
      const root = this.#host.renderRoot as ShadowRoot;
      if (root.activeElement?.matches('.stay'))
        (root.querySelector('dialog') ?? root).querySelector<HTMLElement>('button:not(.stay)')!.focus();
      this.#host.requestUpdate();
    });
  }

  /**
   * The menu and the dialog that are open, if any, and the warning: in the dialog, because what is beside it cannot be
   * reached.
   */
  render(): TemplateResult {
    const warning = this.#renderWarning();
    const dialog = this.#confirmation.render(warning);
    return html`${this.#menu.render()}${dialog === nothing ? warning : dialog}`;
  }

  /** Asks whether a passkey is to be created. */
  offerPasskey(): Promise<boolean> {
    const texts = this.#texts;
    return this.#ask(texts.offerTitle, texts.offerText);
  }

  /** Says that the passkey that was just created is asked for once more. */
  explainSecondRequest(): Promise<boolean> {
    const texts = this.#texts;
    return this.#ask(texts.secondTitle, texts.secondText);
  }

  explainAdding(): Promise<boolean> {
    const texts = this.#texts;
    return this.#ask(texts.addTitle, texts.addText);
  }

  explainNewPasskey(): Promise<boolean> {
    const texts = this.#texts;
    return this.#ask(texts.newTitle, texts.newText);
  }

  explainCode(): Promise<boolean> {
    const texts = this.#texts;
    return this.#ask(texts.codeTitle, texts.codeText);
  }

  showCode(code: string): Promise<boolean> {
    const texts = this.#texts;
    const copy = async ({ currentTarget }: Event) => {
      const button = currentTarget as HTMLButtonElement;
      // Where the browser does not let it, the code can still be selected.
      await navigator.clipboard?.writeText(code).then(
        () => (button.textContent = texts.copied),
        () => {},
      );
    };
    const input = html`<output part="box" dir="ltr">${code}</output><button part="action" class="quiet" type="button" .textContent=${texts.copy} @click=${copy}></button>`;
    return this.#ask(texts.shownTitle, texts.shownText, { confirm: texts.kept, cancel: texts.discard, input });
  }

  askCode(purpose: 'unlock' | 'add', attempt: (code: string) => Promise<LatchError | undefined>): Promise<boolean> {
    const texts = this.#texts;
    const host = this.#host;
    const [title, text, confirm] =
      purpose === 'unlock'
        ? [texts.enterTitle, texts.enterText, texts.unlock]
        : [texts.addTitle, texts.addByCodeText, texts.goOn];
    const input = html`<label part="label" for="code">${texts.enterLabel}</label>
      <input part="field" id="code" name="code" required autofocus dir="ltr" autocomplete="off" autocapitalize="characters" spellcheck="false" />`;
    return this.#ask(title, text, {
      confirm,
      input,
      async attempt(data) {
        const error = await attempt(data.get('code') as string);
        if (!error) return undefined;
        const isMistake = error.code === 'vault_wrong_key';
        const general: Texts = textsFor(host, errors);
        const sentence = isMistake
          ? texts.wrongCode
          : (textsFor<Texts>(host, vaultErrors)[error.code] ?? general[error.code] ?? general['rejected']);
        return { sentence: sentence as string, isMistake };
      },
    });
  }

  confirmWipe(unsent: number): Promise<boolean> {
    const texts = this.#texts;
    const lost = unsent > 0 ? inNumber(this.#host, vaultKeeping, texts.unsent, 'count', unsent) : '';
    return this.#ask(texts.wipeTitle, `${texts.wipeText} ${lost}`.trim(), { confirm: texts.wipe, isDangerous: true });
  }

  noOtherPasskey(): void {
    this.#host.vaultChanged('noOther');
  }

  vaultChanged(change: 'added' | 'coded' | 'wiped'): void {
    this.#host.vaultChanged(change);
  }

  /** The button does nothing: any click keeps the vault unlocked. */
  #renderWarning(): TemplateResult {
    const { warning, stay } = this.#texts;
    const language = languageFor(this.#host, vaultKeeping) ?? 'en';
    const say = ({ left }: LockWarning) =>
      warning.replace('{when}', new Intl.RelativeTimeFormat(language).format(Math.round(left / 1000), 'second'));
    return html`<div class="warning">
      <p role="alert" dir="auto">${this.#warning && say(this.#warning)}</p>
      ${this.#warning && html`<button part="action" class="quiet stay" type="button">${stay}</button>`}
    </div>`;
  }

  get #texts() {
    return textsFor(this.#host, vaultKeeping);
  }

  async #ask(title: string, text: string, more: Partial<Question> = {}): Promise<boolean> {
    const texts = this.#texts;
    const isConfirmed = await this.#confirmation.ask({
      title,
      text,
      confirm: texts.goOn,
      cancel: texts.cancel,
      ...more,
    });
    // One dialog may follow another, which is a new one to whoever listens.
    await this.#host.updateComplete;
    return isConfirmed;
  }
}
