import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { Lifetime } from '../../controllers/lifetime.js';
import { loadModule } from '../../controllers/load-module.js';
import { PasskeyList, type ListedPasskey } from '../../controllers/passkey-list.js';
import type { LatchError } from '../../core/errors.js';
import { LatchListFailedEvent } from '../../events.js';
import { datesFor } from '../dates.js';
import { label } from '../label.js';
import { LatchElement } from '../latch-element.js';
import { passkeyList } from '../messages/account.js';
import { textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { personalListStyles } from '../personal-list.styles.js';
import { passkeyPictogram } from '../pictograms.js';
import type { PasskeyChangeMade, PasskeyEditing, PasskeyEditingHost } from './passkey-editing.js';
import { renderItem } from './passkey-item.js';
import { passkeyListStyles } from './passkey-list.styles.js';

/**
 * The passkeys of the person who is signed in: what each is called, who keeps it, when it was created and last used,
 * whether it is synced; to be renamed, removed and added to.
 * Where the backend wants to know again who they are, it asks in place, by passkey or by password. Passkey providers
 * are told of what has changed. A passkey that another element of the page creates appears in the list.
 *
 * @element latch-passkey-list
 * @slot - The label of the button that adds a passkey. Defaults to "Add a passkey".
 * @fires {LatchPasskeyCreatedEvent} latch-passkey-created - The backend has stored a new passkey.
 * @fires {LatchPasskeyRenamedEvent} latch-passkey-renamed - A passkey has another nickname, or none.
 * @fires {LatchPasskeyRemovedEvent} latch-passkey-removed - A passkey is no way into the account any more.
 * @fires {LatchListFailedEvent} latch-list-failed - The list could not be fetched, or a change was not made;
 *   `detail.code` says why. Not for a dismissed dialog.
 * @csspart list - The list.
 * @csspart passkey - One passkey in it.
 * @csspart name - What the passkey is called.
 * @csspart details - Its provider, its dates and whether it is synced.
 * @csspart empty - What is said when there is no passkey.
 * @csspart advice - The advice to add a second passkey.
 * @csspart button - The native button that adds a passkey.
 * @csspart retry - The native button that fetches the list again, where that has failed.
 * @csspart status - The line that says what is going on.
 * @csspart dialog-title - Its title.
 * @csspart dialog-text - Its text.
 * @csspart dialog-confirm - The button that says yes.
 * @csspart dialog-cancel - The button that says no.
 * @csspart dialog - The dialog that asks before a passkey is removed, and for the password.
 * @cssstate pending - Something goes on.
 * @cssstate loading - The list is being fetched.
 * @cssstate renaming - A name is being saved.
 * @cssstate removing - A passkey is being removed.
 * @cssstate confirming - The person is asked who they are.
 * @cssstate asking - The dialog for a new passkey is open or on its way.
 * @cssstate verifying - The backend decides on a new passkey.
 * @cssstate done - The last change was made.
 * @cssstate failed - The last change came to nothing, or the list cannot be had.
 */
export class LatchPasskeyList extends LatchElement implements PasskeyEditingHost {
  static override styles: CSSResultGroup = [LatchElement.styles, personalListStyles, passkeyListStyles];

  protected readonly section = passkeyList;
  #done: PasskeyChangeMade = 'renamed';
  #hadProblem = false;
  #editing: PasskeyEditing | undefined;
  readonly #list = new PasskeyList(this);
  readonly #lifetime = new Lifetime(this, (signal) => {
    this.#list.watch(signal);
    const follow = (event: Event) => {
      if (event.composedPath()[0] !== this) void this.#list.refresh(signal);
    };
    addEventListener('latch-passkey-created', follow, { signal });
  });

  /** Fetches the list again. Resolves when it is there, or the status line says why not. */
  async refresh(): Promise<void> {
    this.outcome = undefined;
    await this.#list.refresh(this.#lifetime.signal);
  }

  /**
   * Creates a passkey, as a click on the button does, or joins the change that is under way. Resolves when it is over.
   * WebKit wants a user gesture.
   */
  async addPasskey(): Promise<void> {
    await this.#edit((editing, signal) => editing.add(signal));
  }

  /** Called by the controller. @internal */
  listFailed(error: LatchError | TypeError, refusal?: string): void {
    const isStale = error === this.#list.problem && this.#list.items;
    this.fail(error, LatchListFailedEvent, refusal ?? (isStale && 'stale'));
  }

  /** Called by the editing. @internal */
  passkeysChanged(change: PasskeyChangeMade, event: Event): void {
    this.outcome = 'done';
    this.#done = change;
    this.tell(event);
  }

  protected override get texts(): Texts {
    const editing = this.#editing?.texts;
    return { ...editing, ...super.texts, done: editing?.[this.#done] ?? '' };
  }

  protected override get phase(): string | undefined {
    return this.#editing?.phase ?? (this.#list.isLoading ? 'loading' : undefined);
  }

  protected override act(): void {
    if (!this.phase) void this.addPasskey();
  }

  protected override willUpdate(): void {
    if (this.#hadProblem && !this.#list.problem) this.outcome = undefined;
    this.#hadProblem = !!this.#list.problem;
    if (!this.#list.items) this.#editing?.dismiss();
  }

  /**
   * Finds another place for the focus when what has it goes: in the passkey or the form that takes its place, else on
   * the button below.
   */
  protected override update(changed: PropertyValues): void {
    const root = this.renderRoot as ShadowRoot;
    const index = [...root.querySelectorAll('li')].findIndex((item) => item.matches(':focus-within'));
    super.update(changed);
    if (index < 0 || root.activeElement) return;
    (
      root.querySelectorAll('li')[index]?.querySelector<HTMLElement>('input, button') ??
      root.querySelector<HTMLElement>('[part=button], [part=retry]')
    )?.focus();
  }

  protected override render(): TemplateResult {
    const { items, problem } = this.#list;
    return html`
      ${items && this.#renderPasskeys(items)} ${this.renderStatus()}
      ${problem && problem.code !== 'unauthenticated' ? html`<button part="retry" class="quiet" type="button" aria-disabled=${!!this.phase} @click=${this.refresh}>${this.texts['retry']}</button>` : nothing}
      ${this.#editing?.renderDialog()}
    `;
  }

  #renderPasskeys(passkeys: readonly ListedPasskey[]): TemplateResult {
    const texts = textsFor(this, passkeyList);
    const { list, empty, emptyAbout, advice, unknownProvider, button } = texts;
    const date = datesFor(this);
    const isBusy = !!this.phase;
    const items = passkeys.map((passkey) =>
      renderItem({
        passkey,
        texts,
        date,
        isBusy,
        form: this.#editing?.renderForm(passkey, unknownProvider, this.#lifetime.signal),
        rename: () => this.phase || this.#edit((editing) => editing.rename(passkey)),
        remove: () => this.phase || this.#edit((editing, signal) => editing.remove(passkey, signal)),
      }),
    );
    const isAtRisk = passkeys.length === 1 && !passkeys[0]!.backedUp;
    return html`
      ${items.length > 0 ? html`<ul part="list" role="list" aria-label=${list}>${items}</ul>` : html`<div part="empty"><strong>${empty}</strong> <p>${emptyAbout}</p></div>`}
      ${isAtRisk ? html`<p part="advice">${advice}</p>` : nothing}
      <button part="button" class="quiet" type="button" aria-disabled=${isBusy} @click=${this.act}>${passkeyPictogram()}${label(this, button)}</button>
    `;
  }

  /** Begins a change, or joins the one that is under way. What it takes is loaded for the first one. */
  async #edit(begin: (editing: PasskeyEditing, signal: AbortSignal) => Promise<void>): Promise<void> {
    this.outcome = undefined;
    try {
      if (!this.#editing) {
        const { PasskeyEditing } = await loadModule(() => import('./passkey-editing.js'));
        this.#editing ??= new PasskeyEditing(this, this.#list);
      }
      await begin(this.#editing, this.#lifetime.signal);
    } catch (error) {
      this.listFailed(error as LatchError);
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-passkey-list': LatchPasskeyList;
  }
}
