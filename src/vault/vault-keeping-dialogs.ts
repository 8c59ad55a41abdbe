import type { LitElement, TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import type { LockWarning, VaultLock, Vault } from './lock-controller.js';
import { VaultKeeping, type VaultKeepingHost } from './keeping-controller.js';
import type { Unsent } from '../sign-out/local-data.js';
import type { LatchError } from '../base/client/errors.js';
import { Confirmation, type Question } from '../base/element/confirmation.js';
import { confirmationStyles } from '../base/element/confirmation.styles.js';
import { Menu } from '../base/element/menu.js';
import type { MenuOpener } from '../base/element/menu-button.js';
import { inNumber, languageFor, loadTexts, textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { errors, vaultErrors, vaultKeeping } from '../messages/en.js';
import { lockWarningStyles } from './lock-warning.styles.js';
import { recoveryCodeStyles } from './recovery-code.styles.js';

/** The name of the sentence about the change. */
export type VaultChange = 'unlockedNow' | 'lockedNow' | 'added' | 'coded' | 'wiped' | 'noOther';

/** The element of the dialogs. */
export interface VaultKeepingDialogsHost extends LitElement {
  addPasskey(): Promise<void>;
  createRecoveryCode(): Promise<void>;
  /** The vault has changed: the sentence to show. */
  vaultChanged(change: VaultChange): void;
}

/**
 * The dialogs of `latch-vault-unlock` for another passkey, the recovery code and deletions; its menu, its error messages,
 * and the warning before it locks automatically. It is loaded for the first of them, and when the vault is unlocked.
 * @internal
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

  /** The sentences about changes. */
  get texts(): Texts {
    return this.#texts;
  }

  /** The sentences about errors. */
  get errors(): Texts {
    return textsFor(this.#host, vaultErrors);
  }

  /** Resolves when the sentences of the dialogs are loaded. */
  async loadTexts(): Promise<void> {
    await Promise.all([loadTexts(this.#host, vaultKeeping), loadTexts(this.#host, vaultErrors)]);
  }

  /** Opens the menu of the unlocked vault. */
  openMenu(opener: MenuOpener): void {
    const host = this.#host;
    const { addPasskey, makeCode } = this.#texts;
    const choices = [
      { text: addPasskey, act: () => host.addPasskey() },
      { text: makeCode, act: () => host.createRecoveryCode() },
    ];
    this.#menu.show(opener, choices);
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

  /** Closes the menu and the dialog. */
  dismiss(): void {
    this.#menu.close();
    this.#confirmation.dismiss();
  }

  /** Warns that the vault is going to lock, until that no longer holds. */
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
   * The open menu and dialog, if any, and the warning. The warning is inside an open dialog, because nothing outside of it
   * can be reached.
   */
  render(): TemplateResult {
    const warning = this.#renderWarning();
    const dialog = this.#confirmation.render(warning);
    return html`${this.#menu.render()}${dialog === nothing ? warning : dialog}`;
  }

  /** Asks whether to create a passkey. */
  offerPasskey(): Promise<boolean> {
    const texts = this.#texts;
    return this.#ask(texts.offerTitle, texts.offerText);
  }

  /** Explains that the new passkey is requested once more. */
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
      // If the browser refuses, the user can still select the code.
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

  confirmWipe({ unsent, uncounted }: Unsent): Promise<boolean> {
    const texts = this.#texts;
    const lost = [
      ...(unsent > 0 ? [inNumber(this.#host, vaultKeeping, texts.unsent, 'count', unsent)] : []),
      ...(uncounted ? [texts.uncounted] : []),
    ];
    return this.#ask(texts.wipeTitle, [texts.wipeText, ...lost].join(' '), {
      confirm: texts.wipe,
      isDangerous: true,
    });
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
    // One dialog may follow another. Screen readers must see it as a new one.
    await this.#host.updateComplete;
    return isConfirmed;
  }
}
