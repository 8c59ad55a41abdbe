import { nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { html } from '../base/element/html.js';
import { loadModule } from '../base/element/load-module.js';
import { nameOf, fetchListedPasskeys, type ListedPasskey } from './listed-passkeys.js';
import { datesFor, type Dates } from '../base/element/dates.js';
import { label } from '../base/element/label.js';
import { LatchElement } from '../base/element/latch-element.js';
import { passkeyList } from '../messages/en.js';
import { textsFor } from '../messages/localize.js';
import { emptyStyles } from '../session/list-problem.js';
import { PersonalList } from '../session/personal-list.js';
import { PersonalListElement, renderItem } from '../session/personal-list-element.js';
import { personalListStyles } from '../session/personal-list.styles.js';
import { computerPictogram, passkeyPictogram } from '../base/element/pictograms.js';
import type { PasskeyChangeMade, PasskeyChanges } from './passkey-editing.js';
import { aboutPasskeysStyles, renderAboutPasskeys } from './about-passkeys.js';
import { passkeyListStyles } from './latch-passkey-list.styles.js';

/**
 * The passkeys of the signed-in user: name, provider, when it was created and last used, and whether it is on this
 * device alone. A menu renames and removes them, and a button adds one. If the backend requires a step-up, the list
 * requests it in place, by passkey or password. It notifies passkey providers of changes. Passkeys that other elements of
 * the page create appear in the list.
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
export class LatchPasskeyList extends PersonalListElement<ListedPasskey, PasskeyChanges> {
  static override styles: CSSResultGroup = [
    LatchElement.styles,
    personalListStyles,
    emptyStyles,
    aboutPasskeysStyles,
    passkeyListStyles,
  ];

  protected readonly section = passkeyList;
  protected made: PasskeyChangeMade = 'renamed';
  protected readonly list: PersonalList<ListedPasskey> = new PersonalList<ListedPasskey>(this, {
    fetch: fetchListedPasskeys,
    failed: (error) => this.failed(error),
  });

  /**
   * Creates a passkey, as a click on the button does, or joins a pending change. Resolves when it has ended. WebKit needs
   * a user gesture.
   */
  async addPasskey(): Promise<void> {
    this.outcome = undefined;
    await this.withChanges((editing) => editing.add());
  }

  protected override begin(signal: AbortSignal): void {
    super.begin(signal);
    const follow = (event: Event) => {
      if (event.composedPath()[0] !== this) void this.list.refresh(signal);
    };
    addEventListener('latch-passkey-created', follow, { signal });
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
    const { items } = this.list;
    const hasSome = !!items?.length;
    return html`<div class="heading"><slot name="heading"></slot>${hasSome ? this.#renderAdd('quiet') : nothing}</div>
      ${hasSome ? this.#renderPasskeys(items) : items && this.#renderEmpty()} ${this.renderProblem()}${this.changes?.renderDialog()}`;
  }

  #renderAdd(appearance: string): TemplateResult | typeof nothing {
    if (!this.offers.has('addPasskey')) return nothing;
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
    return html`<ul role="list" aria-label=${texts.list}>${repeat(
      passkeys,
      ({ id }) => id,
      (passkey) => this.#renderPasskey(passkey, texts, dates),
    )}</ul>
      ${isAtRisk ? html`<p class="advice" part="item-detail">${texts.advice}</p>` : nothing}${renderAboutPasskeys(this)}`;
  }

  #renderPasskey(passkey: ListedPasskey, texts: typeof passkeyList.english, dates: Dates): TemplateResult {
    const { id, provider, backedUp, createdAt, lastUsedAt } = passkey;
    const name = nameOf(passkey, texts);
    const form = this.changes?.renderForm(passkey, texts.unnamed);
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
        actions: (this.offers.has('renamePasskey') || this.offers.has('removePasskey')) && texts.actions,
        isBusy: !!this.phase,
        openMenu: (opener) => this.withChanges((editing) => editing.openMenu(opener, passkey, this.change)),
      })
    }</li>`;
  }

  /** Loads the menu and the changes. */
  protected async load(): Promise<PasskeyChanges> {
    if (this.changes) return this.changes;
    const { PasskeyEditing } = await loadModule(() => import('./passkey-editing.js'));
    return (this.changes ??= new PasskeyEditing(this, {
      list: this.list,
      signal: () => this.lifetime.signal,
      changed: (change, event) => {
        this.outcome = 'done';
        this.made = change;
        this.dispatch(event);
      },
      failed: (error, refusal) => this.failed(error, refusal),
    }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-passkey-list': LatchPasskeyList;
  }
}
