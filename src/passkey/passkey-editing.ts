import type { LitElement, TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import type { BackendHost } from '../base/element/backend.js';
import { mayHave } from '../base/element/offers.js';
import {
  PasskeyChanges,
  type PasskeyChangeRefusal,
  type PasskeyChangesHost,
  type PasskeyCreated,
} from './changes-controller.js';
import type { ListedPasskey, PasskeyList } from './list-controller.js';
import type { LatchError } from '../base/client/errors.js';
import { LatchPasskeyCreatedEvent, LatchPasskeyRemovedEvent, LatchPasskeyRenamedEvent } from '../events.js';
import { ListDialogs } from '../step-up/list-dialogs.js';
import type { MenuOpener } from '../base/element/menu-button.js';
import { passkeyEditing, passkeyList } from '../messages/en.js';
import { loadTexts, textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { passkeyEditingStyles } from './passkey-editing.styles.js';
import { nameOf } from './name-of.js';

/** The name of the sentence about the change. */
export type PasskeyChangeMade = 'added' | 'addedHere' | 'notOffered' | 'renamed' | 'removed';

/** The list that is edited. */
export interface PasskeyEditingHost extends LitElement, BackendHost {
  /** A change was made: the sentence to show, and an event for the page. */
  passkeysChanged(change: PasskeyChangeMade, event: Event): void;
  /** A change failed. */
  listFailed(error: LatchError | TypeError, refusal?: PasskeyChangeRefusal): void;
}

/**
 * What `latch-passkey-list` needs to change passkeys: the menu, the form for a name, the dialogs and the changes
 * themselves. It is loaded once the list is shown. @internal
 */
export class PasskeyEditing extends ListDialogs<PasskeyEditingHost> implements PasskeyChangesHost {
  readonly #changes: PasskeyChanges;
  #renamed: string | undefined;

  constructor(host: PasskeyEditingHost, list: PasskeyList) {
    super(host);
    this.#changes = new PasskeyChanges(this, list);
    (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(passkeyEditingStyles.styleSheet!);
  }

  /** The sentences besides those of the list. */
  get texts(): Texts {
    return textsFor(this.host, passkeyEditing);
  }

  /** The current step. */
  get phase(): string | undefined {
    return this.#changes.phase;
  }

  /** Opens the menu of a passkey. `begin` runs the chosen change unless another one is pending. */
  openMenu(
    opener: MenuOpener,
    passkey: ListedPasskey,
    begin: (change: (editing: PasskeyEditing, signal: AbortSignal) => unknown) => unknown,
  ): void {
    const { rename, remove } = textsFor(this.host, passkeyList);
    const renaming = { text: rename, act: () => begin(() => this.rename(passkey)) };
    const act = () => begin((_editing, signal) => this.remove(passkey, signal));
    this.menu.show(opener, [
      ...(mayHave(this.host, 'renamePasskey') ? [renaming] : []),
      ...(mayHave(this.host, 'removePasskey') ? [{ text: remove, isDangerous: true, act }] : []),
    ]);
  }

  /** Shows the form for the name of a passkey. */
  async rename({ id }: ListedPasskey): Promise<void> {
    this.#renamed = id;
    this.requestUpdate();
    await this.host.updateComplete;
    this.host.renderRoot.querySelector<HTMLInputElement>('#nickname')?.select();
  }

  /** Removes a passkey after the user confirms. */
  async remove(passkey: ListedPasskey, signal: AbortSignal): Promise<void> {
    this.#endRename();
    const { removeTitle, removeText, remove, cancel } = await loadTexts(this.host, passkeyEditing);
    // Isolated, so that a right-to-left name does not move the words around it.
    const title = removeTitle.replace(
      '{name}',
      () => `\u2068${nameOf(passkey, textsFor(this.host, passkeyList))}\u2069`,
    );
    if (await this.confirmation.ask({ title, text: removeText, confirm: remove, cancel, isDangerous: true }))
      await this.#changes.remove(passkey.id, signal);
  }

  /** Creates a passkey. */
  add(signal: AbortSignal): Promise<void> {
    return this.#changes.add(signal);
  }

  /** Closes the form too. */
  override dismiss(): void {
    this.#renamed = undefined;
    super.dismiss();
  }

  /** The form if this passkey is being renamed. */
  renderForm(
    { id, nickname, provider }: ListedPasskey,
    placeholder: string,
    signal: AbortSignal,
  ): TemplateResult | undefined {
    if (id !== this.#renamed) return undefined;
    const { texts } = this;
    const submit = async (event: SubmitEvent) => {
      event.preventDefault();
      if (this.phase) return;
      const typed = new FormData(event.target as HTMLFormElement).get('nickname') as string;
      if (typed.trim() === (nickname ?? '')) this.#endRename();
      else await this.#changes.rename(id, typed, signal);
    };
    const leave = ({ key, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !isComposing) this.#endRename();
    };
    return html`<form part="form" @submit=${submit} @keydown=${leave}>
      <label part="label" for="nickname">${texts['nickname']}</label>
      <input part="field" id="nickname" name="nickname" .value=${nickname ?? ''} placeholder=${provider ?? placeholder} maxlength="100" autocomplete="off" />
      <div class="choices">
        <button part="button" aria-disabled=${!!this.phase}>${texts['save']}</button>
        <button part="action" class="quiet" type="button" aria-disabled=${!!this.phase} @click=${() => this.#endRename()}>${texts['cancel']}</button>
      </div>
    </form>`;
  }

  passkeyCreated(result: PasskeyCreated): void {
    const change = result.discoverable === false ? 'notOffered' : result.backedUp ? 'added' : 'addedHere';
    this.host.passkeysChanged(change, new LatchPasskeyCreatedEvent(result));
  }

  passkeyRenamed(credentialId: string, nickname: string | null): void {
    this.#endRename();
    this.host.passkeysChanged('renamed', new LatchPasskeyRenamedEvent({ credentialId, nickname }));
  }

  passkeyRemoved(credentialId: string): void {
    this.host.passkeysChanged('removed', new LatchPasskeyRemovedEvent({ credentialId }));
  }

  passkeyChangeFailed(error: LatchError | TypeError, refusal?: PasskeyChangeRefusal): void {
    this.host.listFailed(error, refusal);
  }

  #endRename(): void {
    this.#renamed = undefined;
    this.requestUpdate();
  }
}
