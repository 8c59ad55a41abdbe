import { nothing, type CSSResultGroup, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { flag } from '../base/element/attributes.js';
import { html } from '../base/element/html.js';
import { loadModule } from '../base/element/load-module.js';
import { listSessions, sentenceOf, type ListedSession } from './session-list.js';
import { emptyStyles } from './list-problem.js';
import { PersonalList } from './personal-list.js';
import { PersonalListElement, renderItem } from './personal-list-element.js';
import { datesFor, type Dates } from '../base/element/dates.js';
import { label } from '../base/element/label.js';
import { LatchElement } from '../base/element/latch-element.js';
import { sessionList, sessionMethods } from '../messages/en.js';
import { textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { personalListStyles } from './personal-list.styles.js';
import { computerPictogram, phonePictogram, signOutPictogram } from '../base/element/pictograms.js';
import type { SessionChange, SessionChanges } from './session-ending.js';
import { sessionListStyles } from './latch-session-list.styles.js';

/**
 * The devices on which the user is signed in: what each is, how and when they signed in there, and when it was last seen.
 * A menu signs one out, and a button all but this one. With `approve`, another button signs in a device that shows a
 * code. If the backend requires a step-up, the list requests it in place, by passkey or password.
 *
 * @element latch-session-list
 * @slot - The label of the button that signs all other devices out. Defaults to "Sign out all other devices".
 * @slot sign-in - A link or an element to sign in with. Shown only while the user is signed out.
 * @fires {LatchSessionRevokedEvent} latch-session-revoked - A device is signed out, by the `detail.id` of its session;
 *   one event for each.
 * @fires {LatchListFailedEvent} latch-list-failed - The list could not be fetched, or a device was not signed out;
 *   `detail.code` is the reason. Not for a dismissed dialog.
 * @csspart item - One device.
 * @csspart item-title - What the device is.
 * @csspart item-detail - The line below: how the user signed in there, and when it was last seen. Also the text when
 *   there is no other device.
 * @csspart item-actions - The button "⋯" that opens the menu of a device.
 * @csspart badge - The mark of this device.
 * @csspart action - The button that fetches the list again after a failure.
 * @csspart action-danger - The button in the menu that signs the device out.
 * @csspart button - The native buttons that sign all other devices out, and another device in.
 * @csspart icon - The drawing in a button or beside a device.
 * @csspart form - The form in a dialog.
 * @csspart label - The label of a field.
 * @csspart field - The input for the password or the code.
 * @csspart status - The status line.
 * @csspart dialog - The dialog that confirms before a device is signed out, or requests the code or the password.
 * @csspart dialog-title - Its title.
 * @csspart dialog-text - Its text.
 * @csspart dialog-confirm - The button that confirms.
 * @csspart dialog-cancel - The button that cancels.
 * @cssstate pending - A request or a dialog is pending.
 * @cssstate loading - The list is being fetched.
 * @cssstate ending - Devices are being signed out.
 * @cssstate approving - Another device is being signed in.
 * @cssstate confirming - A step-up is requested.
 * @cssstate done - The last change was made.
 * @cssstate failed - The last change failed, or the list could not be fetched.
 */
export class LatchSessionList extends PersonalListElement<ListedSession, SessionChanges> {
  static override styles: CSSResultGroup = [LatchElement.styles, personalListStyles, emptyStyles, sessionListStyles];

  static override properties: PropertyDeclarations = {
    approve: { type: Boolean, converter: flag },
  };

  /** Whether a button asks for the code of another device, and signs the user in there. */
  approve = false;

  protected readonly section = sessionList;
  protected made: SessionChange = 'endedOne';
  protected readonly list: PersonalList<ListedSession> = new PersonalList<ListedSession>(this, {
    fetch: (client, signal) => listSessions({ client, signal }),
    failed: (error) => this.failed(error),
  });

  /**
   * Asks the user, and signs out all devices except this one, as a click on the button does. Resolves when it has ended.
   */
  async signOutOthers(): Promise<void> {
    await this.change((ending) => ending.endOthers());
  }

  /**
   * Asks for the code that another device shows, and signs the user in there, as a click on the button does. Resolves
   * when it has ended.
   */
  async approveDevice(): Promise<void> {
    await this.change((ending) => ending.approve());
  }

  /**
   * Moves the focus to the list when the focused button is removed with its device and no other button replaces it.
   */
  protected override update(changed: PropertyValues): void {
    const { activeElement } = this.renderRoot as ShadowRoot;
    super.update(changed);
    if (activeElement?.isConnected === false) this.renderRoot.querySelector('ul')?.focus();
  }

  protected override render(): TemplateResult {
    const { items } = this.list;
    return html`${items && this.#renderSessions(items)} ${this.renderProblem()}${this.changes?.renderDialog()}`;
  }

  #renderSessions(sessions: readonly ListedSession[]): TemplateResult {
    const texts = textsFor(this, sessionList);
    const { list, only, button, approve } = texts;
    const dates = datesFor(this, sessionList, 'short');
    const others = !this.offers.has('endDevice')
      ? nothing
      : html`<button part="button" class="quiet" type="button" aria-disabled=${!!this.phase} @click=${this.signOutOthers}>${signOutPictogram()}${label(this, button)}</button>`;
    return html`<ul role="list" tabindex="-1" aria-label=${list}>${sessions.map((session) => this.#renderSession(session, texts, dates))}</ul>${sessions.every(({ current }) => current) ? html`<p part="item-detail">${only}</p>` : others}${this.approve && this.offers.has('approveDevice') ? html`<button part="button" class="quiet" type="button" aria-disabled=${!!this.phase} @click=${this.approveDevice}>${phonePictogram()}${approve}</button>` : nothing}`;
  }

  #renderSession(session: ListedSession, texts: typeof sessionList.english, dates: Dates): TemplateResult {
    const { id, current, authMethod, provider, createdAt, lastSeenAt } = session;
    const methods: Texts = textsFor(this, sessionMethods);
    const method = provider?.name ?? methods[sentenceOf(authMethod)];
    const name = session.device || texts.unknown;
    return html`<li part="item">${renderItem({
      id,
      icon: /iOS|Android/.test(name) ? phonePictogram() : computerPictogram(),
      name,
      badge: current && texts.here,
      details: [
        session.installedApp && texts.installedApp,
        typeof method === 'string' && method,
        dates.fill(texts.seen, lastSeenAt),
      ],
      dates: `${texts.signedIn} ${dates.write(createdAt)} · ${texts.lastSeen} ${dates.write(lastSeenAt)}`,
      actions: !current && this.offers.has('endDevice') && texts.actions,
      isBusy: !!this.phase,
      openMenu: (opener) => this.withChanges((ending) => ending.openMenu(opener, id, name, this.change)),
    })}</li>`;
  }

  /** Loads the menu and what signs devices out. */
  protected async load(): Promise<SessionChanges> {
    if (this.changes) return this.changes;
    const { SessionEnding } = await loadModule(() => import('./session-ending.js'));
    return (this.changes ??= new SessionEnding(this, {
      list: this.list,
      signal: () => this.lifetime.signal,
      changed: (change, events) => {
        this.outcome = 'done';
        this.made = change;
        for (const event of events) this.dispatch(event);
      },
      failed: (error, outcome) => this.failed(error, outcome),
    }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-session-list': LatchSessionList;
  }
}
