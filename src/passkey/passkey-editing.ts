import { adoptStyles } from '../base/element/adopted-styles.js';
import type { LitElement, TemplateResult } from 'lit';
import { LatchError } from '../base/client/errors.js';
import { Action, type Attempt } from '../base/element/action.js';
import { type BackendHost, clientOf } from '../base/element/backend.js';
import { css, html } from '../base/element/html.js';
import type { MenuOpener } from '../base/element/menu-button.js';
import { mayHave } from '../base/element/offers.js';
import { LatchPasskeyCreatedEvent, LatchPasskeyRemovedEvent, LatchPasskeyRenamedEvent } from '../events.js';
import { passkeyEditing, passkeyList } from '../messages/en.js';
import { loadTexts, textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import type { ListChanges } from '../session/personal-list-element.js';
import type { PersonalList } from '../session/personal-list.js';
import { ListDialogs } from '../step-up/list-dialogs.js';
import { PasskeyCreation } from './create.js';
import { type ListedPasskey, nameOf } from './listed-passkeys.js';
import { removePasskey, renamePasskey } from './manage.js';

/** The name of the sentence about the change. */
export type PasskeyChangeMade = 'added' | 'addedHere' | 'notOffered' | 'renamed' | 'removed';

/** Why a passkey was not changed: it had been removed elsewhere, or it is the only way to sign in. */
export type PasskeyChangeRefusal = 'gone' | 'last_way_in';

/** The list that is edited. */
export interface PasskeyEditingOptions {
  list: PersonalList<ListedPasskey>;
  /** Aborts when the element is removed. */
  signal(): AbortSignal;
  /** A change was made: the sentence to show, and an event for the page. */
  changed(change: PasskeyChangeMade, event: Event): void;
  /** A change failed. */
  failed(error: LatchError | TypeError, refusal?: PasskeyChangeRefusal): void;
}

/** A change, and the passkey that it is about. It resolves with what shows that it was made. */
interface Change {
  id?: string;
  make(attempt: Attempt): Promise<() => void>;
}

/** The styles of the form for the name of a passkey. */
const passkeyEditingStyles = css`
  li form {
    flex: 1;
  }
  li input {
    margin-block: 4px 8px;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
`;

/** What the list of passkeys asks of {@link PasskeyEditing}. */
export interface PasskeyChanges extends ListChanges {
  add(): Promise<void>;
  openMenu(opener: MenuOpener, passkey: ListedPasskey, begin: (change: () => unknown) => unknown): void;
  renderForm(passkey: ListedPasskey, placeholder: string): TemplateResult | undefined;
}

/**
 * What `latch-passkey-list` needs to change passkeys: the menu, the form for a name, the dialogs and the changes
 * themselves, one at a time. It is loaded once the list is shown. @internal
 */
export class PasskeyEditing extends ListDialogs implements PasskeyChanges {
  readonly #options: PasskeyEditingOptions;
  readonly #change: Action<() => void, Change>;
  readonly #passkeys = new PasskeyCreation();
  #renamed: string | undefined;

  constructor(host: LitElement & BackendHost, options: PasskeyEditingOptions) {
    super(host);
    this.#options = options;
    this.#change = new Action({
      signal: () => options.signal(),
      update: () => host.requestUpdate(),
      run: (attempt, { make }) => make(attempt),
      done: (show) => options.signal().aborted || show(),
      failed: (error, change) => this.#explain(error, change?.id),
    });
    adoptStyles(host.renderRoot as ShadowRoot, passkeyEditingStyles);
  }

  /** The sentences besides those of the list. */
  get texts(): Texts {
    return textsFor(this.host, passkeyEditing);
  }

  /** The current step. */
  get phase(): string | undefined {
    return this.#change.phase;
  }

  /** Opens the menu of a passkey. `begin` runs the chosen change unless another one is pending. */
  openMenu(opener: MenuOpener, passkey: ListedPasskey, begin: (change: () => unknown) => unknown): void {
    const { rename, remove } = textsFor(this.host, passkeyList);
    const renaming = { text: rename, act: () => begin(() => this.rename(passkey)) };
    const act = () => begin(() => this.remove(passkey));
    this.menu.show(opener, [
      ...(mayHave(this.host, 'renamePasskey') ? [renaming] : []),
      ...(mayHave(this.host, 'removePasskey') ? [{ text: remove, isDangerous: true, act }] : []),
    ]);
  }

  /** Shows the form for the name of a passkey. */
  async rename({ id }: ListedPasskey): Promise<void> {
    this.#renamed = id;
    this.host.requestUpdate();
    await this.host.updateComplete;
    this.host.renderRoot.querySelector<HTMLInputElement>('#nickname')?.select();
  }

  /** Removes a passkey after the user confirms. */
  async remove(passkey: ListedPasskey): Promise<void> {
    this.#endRename();
    const { removeTitle, removeText, remove, cancel } = await loadTexts(this.host, passkeyEditing);
    // Isolated, so that a right-to-left name does not move the words around it.
    const title = removeTitle.replace(
      '{name}',
      () => `\u2068${nameOf(passkey, textsFor(this.host, passkeyList))}\u2069`,
    );
    if (await this.confirmation.ask({ title, text: removeText, confirm: remove, cancel, isDangerous: true }))
      await this.#remove(passkey.id);
  }

  /** Creates a passkey, or joins a pending change. WebKit wants a user gesture. */
  async add(): Promise<void> {
    const { list, changed } = this.#options;
    await this.#change.start({
      make: async (attempt) => {
        const client = clientOf(this.host);
        const result = await this.withStepUp(
          (after) => this.#passkeys.create({ client, after, ...attempt }),
          attempt,
          'asking',
        );
        await list.refresh(attempt.signal);
        const hasOther = (list.items?.length ?? 1) > 1;
        const change =
          result.discoverable === false ? 'notOffered' : result.backedUp || hasOther ? 'added' : 'addedHere';
        return () => changed(change, new LatchPasskeyCreatedEvent(result));
      },
    });
  }

  /** Closes the form too. */
  override dismiss(): void {
    this.#renamed = undefined;
    super.dismiss();
  }

  /** The form if this passkey is being renamed. */
  renderForm({ id, nickname, provider }: ListedPasskey, placeholder: string): TemplateResult | undefined {
    if (id !== this.#renamed) return undefined;
    const { texts } = this;
    const submit = async (event: SubmitEvent) => {
      event.preventDefault();
      if (this.phase) return;
      const typed = new FormData(event.target as HTMLFormElement).get('nickname') as string;
      if (typed.trim() === (nickname ?? '')) this.#endRename();
      else await this.#rename(id, typed);
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

  /** Sets the nickname of the passkey `id`; white space alone removes it. */
  async #rename(id: string, typed: string): Promise<void> {
    const { list, changed } = this.#options;
    await this.#change.start({
      id,
      make: async (attempt) => {
        const client = clientOf(this.host);
        const { signal } = attempt;
        const { nickname } = await this.withStepUp(
          () => renamePasskey({ client, id, nickname: typed, signal }),
          attempt,
          'renaming',
        );
        return () => {
          const rename = (passkey: ListedPasskey) => (passkey.id === id ? { ...passkey, nickname } : passkey);
          list.change((passkeys) => passkeys.map(rename), signal);
          this.#endRename();
          changed('renamed', new LatchPasskeyRenamedEvent({ credentialId: id, nickname }));
        };
      },
    });
  }

  async #remove(id: string): Promise<void> {
    const { list, changed } = this.#options;
    await this.#change.start({
      id,
      make: async (attempt) => {
        const client = clientOf(this.host);
        const { signal } = attempt;
        await this.withStepUp(() => removePasskey({ client, id, signal }), attempt, 'removing');
        return () => {
          list.change((passkeys) => passkeys.filter((passkey) => passkey.id !== id), signal);
          changed('removed', new LatchPasskeyRemovedEvent({ credentialId: id }));
        };
      },
    });
  }

  async #explain(error: LatchError | TypeError, id: string | undefined): Promise<void> {
    const { list, failed } = this.#options;
    const signal = this.#options.signal();
    const { code, reason } = error as LatchError;
    if (code === 'unauthenticated') return list.fail(error);
    if (!id) return failed(error);
    if (reason === 'last_way_in') return failed(error, 'last_way_in');
    // The backend lacks the passkey or the whole chapter; some backends do not distinguish them, but the
    // list does.
    if (code === 'not_found' || code === 'unsupported') await list.refresh(signal);
    if (signal.aborted || list.problem) return;
    const isThere = list.items?.some((passkey) => passkey.id === id);
    // A framework's usual answer for an unknown path is the one for an unknown passkey.
    const isUnknownPath = isThere && code === 'not_found';
    failed(
      isUnknownPath ? new LatchError('unsupported', error.message, { cause: error, status: 404 }) : error,
      isThere ? undefined : 'gone',
    );
  }

  #endRename(): void {
    this.#renamed = undefined;
    this.host.requestUpdate();
  }
}
