import { adoptStyles } from '../base/element/adopted-styles.js';
import type { LitElement, TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import type { LockWarning } from './lock-triggers.js';
import type { Vault } from './vault.js';
import type { VaultLock } from './vault-lock.js';
import { wipeVaults } from './index.js';
import { askUntil, findUser, unlessDeclined } from './with-passkey.js';
import { countUnsent, type Unsent } from '../sign-out/local-data.js';
import { LatchError } from '../base/client/errors.js';
import { listPasskeys } from '../passkey/list.js';
import { Confirmation, type Question } from '../base/element/confirmation.js';
import { confirmationStyles } from '../base/element/confirmation.styles.js';
import { Menu } from '../base/element/menu.js';
import type { MenuOpener } from '../base/element/menu-button.js';
import { errorTexts, inNumber, languageFor, loadTexts, textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { vaultErrors, vaultSettings } from '../messages/en.js';
import { lockWarningStyles, recoveryCodeStyles } from './vault-settings-dialogs.styles.js';

/** The name of the sentence that the status line shows about a change. */
export type VaultOutcome = 'unlockedNow' | 'lockedNow' | 'added' | 'coded' | 'wiped' | 'noOther';

/**
 * What is less frequent in `latch-vault-unlock`: other passkeys, the recovery code and deletions, with their dialogs; its
 * menu, its error messages, and the warning before it locks automatically. It is loaded for the first of them, and when
 * the vault is unlocked. No operation rejects: the lock reports failures. @internal
 */
export class VaultSettingsDialogs {
  readonly #host: LitElement;
  readonly #lock: VaultLock;
  /** Called when the vault has changed, with the name of the sentence to show. */
  readonly #changed: (change: VaultOutcome) => void;
  readonly #confirmation: Confirmation;
  readonly #menu: Menu;
  #warning: LockWarning | undefined;

  constructor(host: LitElement, lock: VaultLock, changed: (change: VaultOutcome) => void) {
    this.#host = host;
    this.#lock = lock;
    this.#changed = changed;
    this.#confirmation = new Confirmation(host);
    this.#menu = new Menu(host);
    adoptStyles(host.renderRoot as ShadowRoot, confirmationStyles, lockWarningStyles, recoveryCodeStyles);
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
    await Promise.all([loadTexts(this.#host, vaultSettings), loadTexts(this.#host, vaultErrors)]);
  }

  /** Opens the menu of the unlocked vault, with what the element does at each choice. */
  openMenu(opener: MenuOpener, acts: { addPasskey: () => unknown; makeCode: () => unknown }): void {
    const { addPasskey, makeCode } = this.#texts;
    this.#menu.show(opener, [
      { text: addPasskey, act: acts.addPasskey },
      { text: makeCode, act: acts.makeCode },
    ]);
  }

  /** Lets another passkey of the account open the vault. The recovery code will do where it was unlocked by that. */
  addPasskey(vault: Vault): Promise<unknown> {
    return this.#lock.run(async (client, signal) => {
      const known = new Set((await vault.keys()).map(({ credentialId }) => credentialId));
      const { credentials } = await listPasskeys({ client, signal });
      const others = credentials.filter(({ id, prf }) => !known.has(id) && prf !== false);
      if (others.length === 0) return this.#changed('noOther');
      const ask = askUntil(AbortSignal.any([signal, vault.locked]));
      if (this.#lock.isByCode) {
        const attempt = (code: string) =>
          vault.addPasskey(others, ask, { code }).then(
            () => undefined,
            (error: LatchError) => error,
          );
        await unlessDeclined(this.#askCode('add', attempt));
      } else {
        const { addTitle, addText, newTitle, newText } = this.#texts;
        await unlessDeclined(this.#ask(addTitle, addText));
        let isSecond = false;
        await vault.addPasskey(others, async (request) => {
          if (isSecond) await unlessDeclined(this.#ask(newTitle, newText));
          isSecond = true;
          return ask(request);
        });
      }
      this.#changed('added');
      await this.#lock.count(true);
    });
  }

  /** Makes a recovery code, in place of an earlier one. One that the user has not kept opens nothing. */
  makeCode(vault: Vault): Promise<unknown> {
    return this.#lock.run(async (_client, signal) => {
      const { codeTitle, codeText } = this.#texts;
      await unlessDeclined(this.#ask(codeTitle, codeText));
      const code = await vault.createRecoveryCode(askUntil(AbortSignal.any([signal, vault.locked])));
      const isKept = await this.#showCode(code);
      if (isKept) this.#changed('coded');
      // If it is locked by now, the code stays valid although the user never saw it.
      else if (!vault.locked.aborted)
        for (const { kind, credentialId } of await vault.keys())
          if (kind === 'code') await vault.removeKey(credentialId);
      await this.#lock.count();
      if (!isKept) await unlessDeclined(Promise.resolve(false));
    });
  }

  /** Unlocks the vault by the recovery code. */
  enterCode(): Promise<unknown> {
    return this.#lock.run(async (_client, signal) => {
      await this.#askCode('unlock', (code) => this.#lock.unlockByCode(code, signal));
    });
  }

  /** Deletes what the user has sealed on this device, once they have heard what that loses. */
  startAnew(): Promise<unknown> {
    return this.#lock.run(async (client) => {
      const { userId, status } = await findUser(client);
      // The backend sends no user id: its page is assumed to have one user only.
      if (userId === undefined && status !== 'signed-in')
        throw new LatchError(
          status === 'unknown' ? 'network' : 'unauthenticated',
          'The owner of the vault is unknown.',
        );
      await unlessDeclined(this.#confirmWipe(await countUnsent(client, userId)));
      await wipeVaults(userId);
      await this.#lock.look();
      this.#changed('wiped');
    });
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

  /** Shows the recovery code, this once. Resolves with whether the user has kept it. */
  #showCode(code: string): Promise<boolean> {
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

  /**
   * Asks for the recovery code, to unlock or to add a passkey, and hands what is typed to `attempt`, until that resolves
   * with undefined or the user gives up.
   */
  #askCode(purpose: 'unlock' | 'add', attempt: (code: string) => Promise<LatchError | undefined>): Promise<boolean> {
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
        const general = errorTexts(host, error.retryAfter);
        const sentence = isMistake
          ? texts.wrongCode
          : (textsFor<Texts>(host, vaultErrors)[error.code] ?? general[error.code] ?? general['rejected']);
        return { sentence: sentence as string, isMistake };
      },
    });
  }

  /** Resolves with whether everything that is sealed may be deleted, with the writes that the server has not got. */
  #confirmWipe({ unsent, uncounted }: Unsent): Promise<boolean> {
    const texts = this.#texts;
    const lost = [
      ...(unsent > 0 ? [inNumber(this.#host, vaultSettings, texts.unsent, 'count', unsent)] : []),
      ...(uncounted ? [texts.uncounted] : []),
    ];
    return this.#ask(texts.wipeTitle, [texts.wipeText, ...lost].join(' '), {
      confirm: texts.wipe,
      isDangerous: true,
    });
  }

  /** The button does nothing: any click keeps the vault unlocked. */
  #renderWarning(): TemplateResult {
    const { warning, stay } = this.#texts;
    const language = languageFor(this.#host, vaultSettings) ?? 'en';
    const say = ({ left }: LockWarning) =>
      warning.replace('{when}', new Intl.RelativeTimeFormat(language).format(Math.round(left / 1000), 'second'));
    return html`<div class="warning">
      <p role="alert" dir="auto">${this.#warning && say(this.#warning)}</p>
      ${this.#warning && html`<button part="action" class="quiet stay" type="button">${stay}</button>`}
    </div>`;
  }

  get #texts() {
    return textsFor(this.#host, vaultSettings);
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
