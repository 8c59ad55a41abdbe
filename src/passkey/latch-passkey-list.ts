import { nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { loadModule } from '../base/element/load-module.js';
import { Offers } from '../base/element/offers.js';
import { nameOf, fetchListedPasskeys, type ListedPasskey } from './listed-passkeys.js';
import type { LatchError } from '../base/client/errors.js';
import { LatchListFailedEvent } from '../events.js';
import { datesFor, type Dates } from '../base/element/dates.js';
import { label } from '../base/element/label.js';
import { FadingStatus } from '../base/element/fading-status.js';
import { LatchElement } from '../base/element/latch-element.js';
import { passkeyList } from '../messages/en.js';
import { textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { emptyStyles, renderListProblem, signInLinkStyles } from '../session/list-problem.js';
import { stylePage } from '../base/element/page-styles.js';
import { PersonalList, renderItem } from '../session/personal-list.js';
import { personalListStyles } from '../session/personal-list.styles.js';
import { computerPictogram, passkeyPictogram } from '../base/element/pictograms.js';
import type { PasskeyChangeMade, PasskeyEditing } from './passkey-editing.js';
import { aboutPasskeysStyles, renderAboutPasskeys } from './about-passkeys.js';
import { passkeyListStyles } from './latch-passkey-list.styles.js';

/**
 * The passkeys of the signed-in user: name, provider, when it was created and last used, and whether it is on this
 * device alone. A menu
 * renames and removes them, and a button adds one. If the backend requires a step-up, the list requests it in place, by
 * passkey or password. It notifies passkey providers of changes. Passkeys that other elements of the page create appear
 * in the list.
 *
 * @element latch-passkey-list
 * @slot - The label of the button that adds a passkey. Defaults to "Add a passkey".
 * @slot heading - A heading beside that button.
 * @slot sign-in - A link or an element to sign in with. Shown only while the user is signed out.
 * @fires {LatchPasskeyCreatedEvent} latch-passkey-created - The backend has stored a new passkey.
 * @fires {LatchPasskeyRenamedEvent} latch-passkey-renamed - A passkey has a new nickname, or none.
 * @fires {LatchPasskeyRemovedEvent} latch-passkey-removed - A passkey was removed from the account.
 * @fires {LatchListFailedEvent} latch-list-failed - The list could not be fetched, or a change failed;
 *   `detail.code` is the reason. Not for a dismissed dialog.
 * @csspart item - One passkey.
 * @csspart item-title - The name of the passkey; also the heading of the empty list.
 * @csspart item-detail - The line below: provider, whether it is on this device alone, when it was created and last used. Also advice, and the
 *   text of the empty list.
 * @csspart item-actions - The button "⋯" that opens the menu of a passkey.
 * @csspart action - A button beside the main one: in the menu, in the form for a name, and to fetch the list again.
 * @csspart action-danger - The button in the menu that removes the passkey.
 * @csspart button - The native button that adds a passkey, and the one that saves a name.
 * @csspart icon - The drawing in a button or beside a passkey.
 * @csspart form - The form for a name, and the one in a dialog.
 * @csspart label - The label of a field.
 * @csspart field - The input for a name or the password.
 * @csspart status - The status line.
 * @csspart dialog - The dialog that confirms a removal or requests the password.
 * @csspart dialog-title - Its title.
 * @csspart dialog-text - Its text.
 * @csspart dialog-confirm - The button that confirms.
 * @csspart dialog-cancel - The button that cancels.
 * @cssstate pending - A request or a dialog is pending.
 * @cssstate loading - The list is being fetched.
 * @cssstate renaming - A name is being saved.
 * @cssstate removing - A passkey is being removed.
 * @cssstate confirming - A step-up is requested.
 * @cssstate asking - The dialog for a new passkey is open or opening.
 * @cssstate verifying - The backend decides on a new passkey.
 * @cssstate done - The last change was made.
 * @cssstate failed - The last change failed, or the list could not be fetched.
 */
export class LatchPasskeyList extends LatchElement {
  static override styles: CSSResultGroup = [
    LatchElement.styles,
    personalListStyles,
    emptyStyles,
    aboutPasskeysStyles,
    passkeyListStyles,
  ];

  protected readonly section = passkeyList;
  #done: PasskeyChangeMade = 'renamed';
  #hadProblem = false;
  #editing: PasskeyEditing | undefined;
  readonly #list = new PersonalList<ListedPasskey>(this, {
    fetch: fetchListedPasskeys,
    failed: (error) => this.#failed(error),
  });
  readonly #offers = new Offers(this);

  constructor() {
    super();
    new FadingStatus(this, {
      isPast: () => !this.phase && this.outcome === 'done',
      clear: () => (this.outcome = undefined),
    });
  }

  /** Fetches the list again. Resolves when it is shown, or the status line shows the reason why not. */
  async refresh(): Promise<void> {
    this.outcome = undefined;
    await this.#list.refresh(this.lifetime.signal);
  }

  /**
   * Creates a passkey, as a click on the button does, or joins a pending change. Resolves when it has ended. WebKit needs
   * a user gesture.
   */
  async addPasskey(): Promise<void> {
    this.outcome = undefined;
    await this.#edit((editing) => editing.add());
  }

  protected override begin(signal: AbortSignal): void {
    stylePage(this, signInLinkStyles);
    this.#list.watch(signal);
    const follow = (event: Event) => {
      if (event.composedPath()[0] !== this) void this.#list.refresh(signal);
    };
    addEventListener('latch-passkey-created', follow, { signal });
  }

  protected override get texts(): Texts {
    const editing = this.#editing?.texts;
    const texts = super.texts;
    return { ...editing, ...texts, signedOut: texts['unauthenticated']!, done: editing?.[this.#done] ?? '' };
  }

  protected override get phase(): string | undefined {
    return this.#editing?.phase ?? (this.#list.isLoading ? 'loading' : undefined);
  }

  protected override willUpdate(): void {
    if (this.#hadProblem && !this.#list.problem) this.outcome = undefined;
    this.#hadProblem = !!this.#list.problem;
    if (!this.#list.items) this.#editing?.dismiss();
    // If it cannot be loaded, opening the menu reports that.
    else if (!this.#editing) this.#load().catch(() => {});
  }

  /**
   * Moves the focus when the focused control is removed: to the passkey or the form in its place, else to the button that
   * adds one.
   */
  protected override update(changed: PropertyValues): void {
    const root = this.renderRoot as ShadowRoot;
    const index = [...root.querySelectorAll('li')].findIndex((item) => item.matches(':focus-within'));
    const hadFocus = !!root.activeElement;
    super.update(changed);
    if (!hadFocus || root.activeElement) return;
    (
      root.querySelectorAll('li')[index]?.querySelector<HTMLElement>('input, button') ??
      root.querySelector<HTMLElement>('[part=button], [part=action]')
    )?.focus();
  }

  protected override render(): TemplateResult {
    const { items, problem } = this.#list;
    const hasSome = !!items?.length;
    const status = renderListProblem({
      status: this.renderStatus(),
      problem,
      isBusy: !!this.phase,
      retry: this.texts['retry'],
      refresh: this.refresh,
    });
    return html`<div class="heading"><slot name="heading"></slot>${hasSome ? this.#renderAdd('quiet') : nothing}</div>
      ${hasSome ? this.#renderPasskeys(items) : items && this.#renderEmpty()} ${status}${this.#editing?.renderDialog()}`;
  }

  #renderAdd(appearance: string): TemplateResult | typeof nothing {
    if (!this.#offers.has('addPasskey')) return nothing;
    return html`<button part="button" class=${appearance} type="button" aria-disabled=${!!this.phase} @click=${() => this.phase ?? void this.addPasskey()}>${passkeyPictogram()}${label(this, this.texts['button'])}</button>`;
  }

  #renderEmpty(): TemplateResult {
    const { empty, emptyAbout } = this.texts;
    return html`<div class="empty"><span class="tile">${passkeyPictogram()}</span><strong part="item-title">${empty}</strong><p part="item-detail">${emptyAbout}</p>${this.#renderAdd('')}${renderAboutPasskeys(this)}</div>`;
  }

  #renderPasskeys(passkeys: readonly ListedPasskey[]): TemplateResult {
    const texts = textsFor(this, passkeyList);
    const dates = datesFor(this, passkeyList);
    const isAtRisk = passkeys.length === 1 && !passkeys[0]!.backedUp;
    return html`<ul role="list" aria-label=${texts.list}>${passkeys.map((passkey) => this.#renderPasskey(passkey, texts, dates))}</ul>
      ${isAtRisk ? html`<p class="advice" part="item-detail">${texts.advice}</p>` : nothing}${renderAboutPasskeys(this)}`;
  }

  #renderPasskey(passkey: ListedPasskey, texts: typeof passkeyList.english, dates: Dates): TemplateResult {
    const { id, provider, backedUp, createdAt, lastUsedAt } = passkey;
    const name = nameOf(passkey, texts);
    const form = this.#editing?.renderForm(passkey, texts.unnamed);
    return html`<li part="item">${
      form ??
      renderItem({
        id,
        icon: backedUp ? passkeyPictogram() : computerPictogram(),
        name,
        details: [
          provider !== undefined && name !== provider && html`<bdi>${provider}</bdi>`,
          !backedUp && texts.notSynced,
          // Behind an adapter, 0 is a time that the backend does not tell.
          createdAt > 0 && `${texts.created} ${dates.write(createdAt)}`,
          lastUsedAt === null ? texts.neverUsed : lastUsedAt > 0 && dates.fill(texts.used, lastUsedAt),
        ],
        dates: [
          createdAt && `${texts.created} ${dates.write(createdAt)}`,
          lastUsedAt && `${texts.lastUsed} ${dates.write(lastUsedAt)}`,
        ]
          .filter(Boolean)
          .join(' · '),
        actions: (this.#offers.has('renamePasskey') || this.#offers.has('removePasskey')) && texts.actions,
        isBusy: !!this.phase,
        openMenu: (opener) => this.#edit((editing) => editing.openMenu(opener, passkey, this.#change)),
      })
    }</li>`;
  }

  /** Begins a change from the menu, unless another one is pending. */
  readonly #change = (begin: (editing: PasskeyEditing) => unknown): unknown => {
    if (this.phase) return;
    this.outcome = undefined;
    return this.#edit(begin);
  };

  async #edit(begin: (editing: PasskeyEditing) => unknown): Promise<void> {
    try {
      await begin(await this.#load());
    } catch (error) {
      this.#failed(error as LatchError);
    }
  }

  /** Loads the menu and the changes. */
  async #load(): Promise<PasskeyEditing> {
    if (this.#editing) return this.#editing;
    const { PasskeyEditing } = await loadModule(() => import('./passkey-editing.js'));
    return (this.#editing ??= new PasskeyEditing(this, {
      list: this.#list,
      signal: () => this.lifetime.signal,
      changed: (change, event) => {
        this.outcome = 'done';
        this.#done = change;
        this.tell(event);
      },
      failed: (error, refusal) => this.#failed(error, refusal),
    }));
  }

  /** The list could not be fetched, or a change failed. */
  #failed(error: LatchError | TypeError, refusal?: string): void {
    this.fail(error, LatchListFailedEvent, refusal ?? this.#list.outcomeOf(error));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-passkey-list': LatchPasskeyList;
  }
}
