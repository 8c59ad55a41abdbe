import { nothing, type CSSResultGroup, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { loadModule } from '../base/element/load-module.js';
import type { Vault } from './vault.js';
import { VaultLock } from './vault-lock.js';
import type { LatchError } from '../base/client/errors.js';
import { LatchLockedEvent, LatchUnlockedEvent, LatchUnlockFailedEvent, LatchVaultLostEvent } from '../events.js';
import { FadingStatus } from '../base/element/fading-status.js';
import { LatchElement } from '../base/element/latch-element.js';
import { renderMenuButton, type MenuOpener } from '../base/element/menu-button.js';
import { vault } from '../messages/en.js';
import type { Texts } from '../messages/section.js';
import { passkeyPictogram } from '../base/element/pictograms.js';
import type { VaultOutcome, VaultSettingsDialogs } from './vault-settings-dialogs.js';
import { vaultUnlockStyles } from './latch-vault-unlock.styles.js';

/**
 * A local lock. Its content is shown, and exposed to assistive technology, only while the vault of this device is
 * unlocked. Unlocking takes a passkey and no connection. Without a vault, the signed-in user can create one. It locks
 * automatically when the page was not touched for a while, when the page is hidden or left, when the user signs out, and
 * when another tab locks it. Before an idle lock it warns and offers to stay unlocked. Unlocking does not sign the user
 * in and proves nothing to a server.
 *
 * @element latch-vault-unlock
 * @slot - What is shown only while the vault is unlocked. Remove secrets from it on `latch-locked`: it stays in the
 *   document.
 * @slot label - The label of the button that unlocks. Defaults to "Unlock".
 * @fires {LatchUnlockedEvent} latch-unlocked - The vault is unlocked and in `vault`.
 * @fires {LatchLockedEvent} latch-locked - The vault is locked; `detail.reason` is `asked` (the button or `lock()`), `other-tab`, `idle`, `clock`, `hidden`, `left`, `frozen`, `sign-out`, `user-changed`, `key-changed`,
 *   `lost`, `damaged` or `removed`.
 * @fires {LatchUnlockFailedEvent} latch-unlock-failed - The vault was not unlocked, created or changed; `detail.code`
 *   is the reason. Not for a dismissed dialog.
 * @fires {LatchVaultLostEvent} latch-vault-lost - The browser has deleted the vault. Fill the next one again.
 * @csspart item-detail - The state of the locked vault; below the content the advice to add another passkey, or to
 *   replace the lost one.
 * @csspart item-actions - The button "⋯" beside it that opens the menu while the vault is unlocked: add a passkey,
 *   create a recovery code.
 * @csspart button - The native button that unlocks, creates or locks.
 * @csspart action - A button beside it: in the menu, for the recovery code, to start over, to copy a code.
 * @csspart icon - The drawing in a button.
 * @csspart form - The form in a dialog.
 * @csspart label - The label of a field.
 * @csspart field - The input for the recovery code.
 * @csspart box - The recovery code.
 * @csspart status - The status line.
 * @csspart dialog-title - Its title.
 * @csspart dialog-text - Its text.
 * @csspart dialog-confirm - The button that confirms.
 * @csspart dialog-cancel - The button that cancels.
 * @csspart dialog - The dialog for the recovery code, another passkey or a deletion.
 * @cssstate pending - A dialog is open or opening.
 * @cssstate asking - The same.
 * @cssstate done - The last action succeeded.
 * @cssstate failed - The last action failed.
 */
export class LatchVaultUnlock extends LatchElement {
  static override styles: CSSResultGroup = [LatchElement.styles, vaultUnlockStyles];
  static override properties: PropertyDeclarations = {
    autoLock: { type: Number, attribute: 'auto-lock' },
    unlocked: { type: Boolean, reflect: true },
  };

  /** The number of minutes without a touch in any tab of the app after which it locks. */
  autoLock = 5;

  /** Whether the vault is unlocked. Set by the element; what the page writes is overwritten. */
  unlocked = false;

  protected readonly section = vault;
  #done: VaultOutcome = 'lockedNow';
  #settings: VaultSettingsDialogs | undefined;
  readonly #lock = new VaultLock(this, {
    signal: () => this.lifetime.signal,
    autoLock: () => this.autoLock,
    unlocked: () => {
      this.#show('unlockedNow');
      this.dispatch(new LatchUnlockedEvent());
      // The menu, the advice and the warning need it, and there may be no connection by then. If it cannot be loaded, a
      // click on the menu reports that.
      this.#loadSettings().catch(() => {});
    },
    warned: (warning) => this.#settings?.warn(warning),
    locked: (reason) => {
      this.#settings?.dismiss();
      this.#show('lockedNow');
      this.dispatch(new LatchLockedEvent({ reason }));
    },
    lost: () => {
      this.outcome = undefined;
      this.dispatch(new LatchVaultLostEvent());
    },
    failed: (error) => this.#failed(error),
    offerPasskey: async () => (await this.#loadSettings()).offerPasskey(),
    explainSecondRequest: async () => (await this.#loadSettings()).explainSecondRequest(),
  });

  constructor() {
    super();
    new FadingStatus(this, {
      isPast: () => !this.phase && this.outcome === 'done',
      clear: () => (this.outcome = undefined),
    });
  }

  /** The vault while it is unlocked: the same object as {@link unlockVault} of `latchkey/vault` gives. */
  get vault(): Vault | undefined {
    return this.#lock.vault;
  }

  /**
   * Unlocks the vault, or creates one, as a click on the button does; joins a pending call. Resolves when it has
   * ended and its event was dispatched. WebKit needs a user gesture.
   */
  async unlock(): Promise<void> {
    if (!this.phase) this.outcome = undefined;
    await this.#lock.unlock();
  }

  /** Locks the vault, in all tabs. */
  lock(): void {
    this.#lock.lock();
  }

  /**
   * Lets another passkey of the user unlock the vault. Resolves when it has ended. Does nothing while the vault is locked.
   */
  async addPasskey(): Promise<void> {
    await this.#change((dialogs) => this.vault && dialogs.addPasskey(this.vault));
  }

  /**
   * Makes a recovery code and shows it, this once. Resolves when it is over. Does nothing while the vault is locked.
   */
  async createRecoveryCode(): Promise<void> {
    await this.#change((dialogs) => this.vault && dialogs.makeCode(this.vault));
  }

  protected override begin(signal: AbortSignal): void {
    this.#lock.watch(signal);
  }

  protected override get texts(): Texts {
    const texts: Texts = { ...this.#settings?.errors, ...this.#settings?.texts, ...super.texts };
    return { ...texts, done: texts[this.#done]! };
  }

  protected override get phase(): string | undefined {
    return this.#lock.phase;
  }

  /** While it is unlocked, it says so. */
  protected override get sentence(): unknown {
    return super.sentence ?? (this.unlocked ? this.texts['unlockedNow'] : undefined);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.unlocked = this.#lock.state === 'unlocked';
  }

  /** Takes the focus along from the button to the content, and back when the content goes. */
  protected override update(changed: PropertyValues): void {
    const isFocused = changed.has('unlocked') && this.matches(':focus-within');
    super.update(changed);
    if (isFocused) this.#takeFocus();
  }

  /** The status line is one element throughout, so that screen readers hear of every change. */
  protected override render(): TemplateResult {
    const { unlocked } = this;
    return html`${unlocked ? nothing : this.#renderLocked()}
      <div class=${unlocked ? 'bar' : ''}>${this.renderStatus()}${unlocked ? this.#renderLocking() : nothing}</div>
      ${unlocked ? this.#renderContent() : nothing}${this.#settings?.render()}`;
  }

  #renderLocked(): TemplateResult {
    const { state, hasRecoveryCode } = this.#lock;
    const label =
      state === 'locked'
        ? html`<slot name="label">${this.texts['unlock']}</slot>`
        : this.texts[state === 'damaged' ? 'anew' : 'create'];
    const isStuck = state === 'locked' && this.outcome && this.outcome !== 'done';
    return html`<p part="item-detail">${this.texts[state]}</p><div class="actions">
      <button part="button" type="button" aria-disabled=${!!this.phase} @click=${() => (state === 'damaged' ? this.#startAnew() : this.unlock())}>${passkeyPictogram()}${label}</button>
      ${state === 'locked' && hasRecoveryCode ? this.#renderOther('code', () => this.#enterCode()) : nothing}
      ${isStuck ? this.#renderOther('anew', () => this.#startAnew()) : nothing}
    </div>`;
  }

  #renderLocking(): TemplateResult {
    const { lock, more } = this.texts;
    return html`<button part="button" class="quiet" type="button" @click=${this.lock}>${lock}</button>${renderMenuButton(more, !!this.phase, (opener) => this.#openMenu(opener))}`;
  }

  #renderContent(): TemplateResult {
    const { isByCode, ways } = this.#lock;
    const advice = this.texts[isByCode ? 'byCode' : ways === 1 ? 'last' : ''];
    return html`<div class="content" tabindex="-1"><slot></slot></div>${advice ? html`<p part="item-detail">${advice}</p>` : nothing}`;
  }

  #renderOther(name: string, act: () => unknown): TemplateResult {
    return html`<button part="action" class="quiet" type="button" aria-disabled=${!!this.phase} @click=${act}>${this.texts[name]}</button>`;
  }

  #takeFocus(): void {
    this.renderRoot.querySelector<HTMLElement>(this.unlocked ? '.content' : '[part=button]')!.focus();
  }

  #show(change: VaultOutcome): void {
    this.outcome = 'done';
    this.#done = change;
  }

  async #failed(error: LatchError | TypeError): Promise<void> {
    // Without its words, which may be what could not be loaded, there are those of all elements.
    await this.#loadSettings().catch(() => {});
    this.fail(error, LatchUnlockFailedEvent);
  }

  #openMenu(opener: MenuOpener): Promise<void> {
    const acts = { addPasskey: () => this.addPasskey(), makeCode: () => this.createRecoveryCode() };
    return this.#change((dialogs) => dialogs.openMenu(opener, acts));
  }

  async #enterCode(): Promise<void> {
    await this.#change((dialogs) => dialogs.enterCode());
    // The dialog gives the focus back to a button that is gone.
    if (this.unlocked) this.#takeFocus();
  }

  #startAnew(): Promise<void> {
    return this.#change((dialogs) => dialogs.startAnew());
  }

  /** Begins an action with dialogs unless another one is pending. Its code is loaded the first time. */
  async #change(begin: (dialogs: VaultSettingsDialogs) => unknown): Promise<void> {
    if (this.phase) return;
    if (this.unlocked) this.#show('unlockedNow');
    else this.outcome = undefined;
    try {
      await begin(await this.#loadSettings());
    } catch (error) {
      await this.#failed(error as LatchError);
    }
  }

  async #loadSettings(): Promise<VaultSettingsDialogs> {
    const { VaultSettingsDialogs } = await loadModule(() => import('./vault-settings-dialogs.js'));
    const dialogs = (this.#settings ??= new VaultSettingsDialogs(this, this.#lock, (change) => this.#show(change)));
    await dialogs.loadTexts();
    this.requestUpdate();
    return dialogs;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-vault-unlock': LatchVaultUnlock;
  }
}
