import { html, nothing, type CSSResultGroup, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Lifetime } from '../../controllers/lifetime.js';
import { PasskeyList, type ListedPasskey, type PasskeyCreated, type PasskeyListHost } from '../../controllers/passkey-list.js';
import type { LatchError } from '../../core/errors.js';
import { LatchPasskeyCreatedEvent, LatchPasskeyRemovedEvent, LatchPasskeyRenamedEvent } from '../../events.js';
import { Confirmation } from '../confirmation.js';
import { confirmationStyles } from '../confirmation.styles.js';
import { datesFor } from '../dates.js';
import { label } from '../label.js';
import { LatchElement } from '../latch-element.js';
import { passkeyList } from '../messages/en.js';
import { passkeyPictogram } from '../pictograms.js';
import { nameOf, renderItem } from './passkey-item.js';
import { passkeyListStyles } from './passkey-list.styles.js';

/**
 * The passkeys of the person who is signed in: what each is called, who keeps it, when it was created and last used, whether it is synced; to be renamed, removed and added to.
 * Where the backend wants to know again who they are, it asks in place, by passkey or by password. Passkey providers are told of what has changed.
 *
 * @element latch-passkey-list
 * @slot - The label of the button that adds a passkey. Defaults to "Add a passkey".
 * @fires {LatchPasskeyCreatedEvent} latch-passkey-created - The backend has stored a new passkey.
 * @fires {LatchPasskeyRenamedEvent} latch-passkey-renamed - A passkey has another nickname, or none.
 * @fires {LatchPasskeyRemovedEvent} latch-passkey-removed - A passkey is no way into the account any more.
 * @csspart list - The list.
 * @csspart passkey - One passkey in it.
 * @csspart name - What the passkey is called.
 * @csspart details - Its provider, its dates and whether it is synced.
 * @csspart empty - What is said when there is no passkey.
 * @csspart advice - The advice to add a second passkey.
 * @csspart button - The native button that adds a passkey.
 * @csspart retry - The native button that fetches the list again, where that has failed.
 * @csspart status - The line that says what is going on.
 * @csspart dialog - The dialog that asks before a passkey is removed, and for the password.
 * @cssprop [--latch-accent=#1f4fd8] - The one accent colour; hover and focus derive from it.
 * @cssprop [--latch-on-accent=#fff] - Text on the accent.
 * @cssprop [--latch-radius=8px] - The corners.
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
export class LatchPasskeyList extends LatchElement implements PasskeyListHost {
  static override styles: CSSResultGroup = [LatchElement.styles, confirmationStyles, passkeyListStyles];
  static override properties: PropertyDeclarations = { renamed: { state: true } };

  /** The passkey whose name is a form at present. */
  protected renamed: string | undefined;

  #change: 'onlyHere' | 'renamed' | 'removed' | undefined;
  #hadProblem = false;
  readonly #list = new PasskeyList(this);
  readonly #lifetime = new Lifetime(this, (signal) => this.#list.watch(signal));
  readonly #confirmation = new Confirmation(this);

  /** Fetches the list again. Resolves when it is there, or the status line says why not. */
  async refresh(): Promise<void> {
    this.outcome = undefined;
    await this.#list.refresh(this.#lifetime.signal);
  }

  /** Creates a passkey, as a click on the button does; joins what is under way. Resolves when it is over. WebKit wants a user gesture. */
  async addPasskey(): Promise<void> {
    this.outcome = undefined;
    await this.#list.add(this.#lifetime.signal);
  }

  /** Called by the controller. @internal */
  passkeyCreated(result: PasskeyCreated): void {
    this.#succeeded(result.backedUp ? undefined : 'onlyHere');
    this.tell(new LatchPasskeyCreatedEvent(result));
  }

  /** Called by the controller. @internal */
  passkeyRenamed({ id, nickname }: ListedPasskey): void {
    this.#succeeded('renamed');
    this.#endRename(id);
    this.tell(new LatchPasskeyRenamedEvent({ credentialId: id, nickname }));
  }

  /** Called by the controller. @internal */
  passkeyRemoved({ id }: ListedPasskey): void {
    this.#succeeded('removed');
    this.tell(new LatchPasskeyRemovedEvent({ credentialId: id }));
  }

  /** Called by the controller. @internal */
  passkeyGone(): void {
    this.outcome = 'gone';
    this.renamed = undefined;
  }

  /** Called by the controller. @internal */
  lastWayInKept(): void {
    this.outcome = 'last_way_in';
  }

  /** Called by the controller. @internal */
  passkeyListFailed(error: LatchError | TypeError): void {
    if (this.failed(error) && error === this.#list.problem && this.#list.passkeys) this.outcome = 'stale';
  }

  /** Called by the controller. @internal */
  async askPassword(attempt: (password: string) => Promise<LatchError | undefined>): Promise<boolean> {
    const { passwordQuestion } = await import('../password-question.js');
    return this.#confirmation.ask(passwordQuestion(attempt));
  }

  protected override get texts(): Record<string, string> {
    return this.#change ? { ...passkeyList, done: passkeyList[this.#change] } : passkeyList;
  }

  protected override get phase(): string | undefined {
    return this.#list.phase;
  }

  protected override act(): void {
    if (!this.phase) void this.addPasskey();
  }

  protected override willUpdate(): void {
    if (this.#hadProblem && !this.#list.problem) this.outcome = undefined;
    this.#hadProblem = !!this.#list.problem;
    if (this.#list.passkeys) return;
    this.renamed = undefined;
    this.#confirmation.dismiss();
  }

  /** Finds another place for the focus when the passkey that it is on goes: the one that takes its place, else the button below. */
  protected override update(changed: PropertyValues): void {
    const item = (this.renderRoot as ShadowRoot).activeElement?.closest('li');
    const index = item ? [...item.parentElement!.children].indexOf(item) : -1;
    super.update(changed);
    if (item && !item.isConnected) (this.renderRoot.querySelectorAll<HTMLElement>('.remove')[index] ?? this.renderRoot.querySelector<HTMLElement>('[part=button], [part=retry]'))?.focus();
  }

  protected override render(): TemplateResult {
    const { passkeys, problem } = this.#list;
    return html`
      ${passkeys && this.#renderPasskeys(passkeys)}
      ${passkeys && html`<button part="button" class="quiet" type="button" aria-disabled=${!!this.phase} @click=${this.act}>${passkeyPictogram()}${label(this, passkeyList.button)}</button>`}
      ${this.renderStatus()}
      ${problem ? html`<button part="retry" class="quiet" type="button" aria-disabled=${!!this.phase} @click=${this.refresh}>${passkeyList.retry}</button>` : nothing}
      ${this.#confirmation.render()}
    `;
  }

  #renderPasskeys(passkeys: readonly ListedPasskey[]): TemplateResult {
    if (passkeys.length === 0) return html`<div part="empty" class="empty"><strong>${passkeyList.empty}</strong><p>${passkeyList.emptyAbout}</p></div>`;
    const date = datesFor(this);
    const isBusy = !!this.phase;
    const items = repeat(passkeys, ({ id }) => id, (passkey) => renderItem({
      passkey, date, isBusy,
      isRenamed: passkey.id === this.renamed,
      beginRename: () => this.#beginRename(passkey.id),
      endRename: () => this.#endRename(passkey.id),
      rename: (nickname) => void this.#rename(passkey, nickname),
      remove: () => void this.#remove(passkey),
    }));
    const isAtRisk = passkeys.length === 1 && !passkeys[0]!.backedUp;
    return html`<ul part="list" role="list" aria-label=${passkeyList.list}>${items}</ul>${isAtRisk ? html`<p part="advice" class="advice">${passkeyList.advice}</p>` : nothing}`;
  }

  async #rename(passkey: ListedPasskey, nickname: string): Promise<void> {
    if (this.phase) return;
    this.outcome = undefined;
    if (nickname.trim() === (passkey.nickname ?? '')) this.#endRename(passkey.id);
    else await this.#list.rename(passkey, nickname, this.#lifetime.signal);
  }

  async #remove(passkey: ListedPasskey): Promise<void> {
    if (this.phase) return;
    this.outcome = undefined;
    const { removeTitle, removeText, remove, cancel } = passkeyList;
    // Isolated, so that a name from right to left leaves the words around it where they are.
    const title = removeTitle.replace('{name}', () => `\u2068${nameOf(passkey)}\u2069`);
    if (await this.#confirmation.ask({ title, text: removeText, confirm: remove, cancel })) await this.#list.remove(passkey, this.#lifetime.signal);
  }

  #succeeded(change: 'onlyHere' | 'renamed' | 'removed' | undefined): void {
    this.outcome = 'done';
    this.#change = change;
  }

  #beginRename(id: string): void {
    if (this.phase) return;
    this.outcome = undefined;
    this.renamed = id;
    void this.#focus(() => this.renderRoot.querySelector<HTMLInputElement>('#nickname'));
  }

  #endRename(id: string): void {
    const { activeElement } = this.renderRoot as ShadowRoot;
    this.renamed = undefined;
    if (activeElement?.closest('form')) void this.#focus(() => this.renderRoot.querySelector<HTMLElement>(`[aria-describedby="details-${id}"]`));
  }

  /** Puts the focus on what `find` finds once the element shows what it has to show. */
  async #focus(find: () => HTMLElement | null): Promise<void> {
    await this.updateComplete;
    const element = find();
    element?.focus();
    if (element instanceof HTMLInputElement) element.select();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-passkey-list': LatchPasskeyList;
  }
}
