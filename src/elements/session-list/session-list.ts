import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { Lifetime } from '../../controllers/lifetime.js';
import { SessionList, type ListedSession, type SessionListHost } from '../../controllers/session-list.js';
import type { LatchError } from '../../core/errors.js';
import { LatchSessionRevokedEvent } from '../../events.js';
import { Confirmation } from '../confirmation.js';
import { confirmationStyles } from '../confirmation.styles.js';
import { datesFor } from '../dates.js';
import { label } from '../label.js';
import { LatchElement } from '../latch-element.js';
import { sessionList, sessionMethods } from '../messages/en.js';
import { passwordQuestion } from '../password-question.js';
import { signOutPictogram } from '../pictograms.js';
import { sessionListStyles } from './session-list.styles.js';

/**
 * The devices on which the person is signed in: what each is, how and when they signed in there, when it was last seen; to be signed out one by one, or all but this one. Where the backend wants to know
 * again who they are, it asks in place, by passkey or by password.
 *
 * @element latch-session-list
 * @slot - The label of the button that signs all other devices out. Defaults to "Sign out all other devices".
 * @fires {LatchSessionRevokedEvent} latch-session-revoked - A device is signed out, by the `detail.id` of its session; one event for each.
 * @csspart list - The list.
 * @csspart session - One device in it.
 * @csspart device - What the device is.
 * @csspart here - What marks this device.
 * @csspart details - How and when the person signed in there, and when it was last seen.
 * @csspart only - What is said when there is no other device.
 * @csspart button - The native button that signs all other devices out.
 * @csspart retry - The native button that fetches the list again, where that has failed.
 * @csspart status - The line that says what is going on.
 * @csspart dialog - The dialog that asks before a device is signed out, and for the password.
 * @cssprop [--latch-accent=#1f4fd8] - The one accent colour; hover and focus derive from it.
 * @cssprop [--latch-on-accent=#fff] - Text on the accent.
 * @cssprop [--latch-radius=8px] - The corners.
 * @cssstate pending - Something goes on.
 * @cssstate loading - The list is being fetched.
 * @cssstate ending - Devices are being signed out.
 * @cssstate confirming - The person is asked who they are.
 * @cssstate done - The last change was made.
 * @cssstate failed - The last change came to nothing, or the list cannot be had.
 */
export class LatchSessionList extends LatchElement implements SessionListHost {
  static override styles: CSSResultGroup = [LatchElement.styles, confirmationStyles, sessionListStyles];

  #focused: Element | null | undefined;
  #hadProblem = false;
  #hasEndedMany = false;
  readonly #list = new SessionList(this);
  readonly #lifetime = new Lifetime(this, (signal) => this.#list.watch(signal));
  readonly #confirmation = new Confirmation(this);

  /** Fetches the list again. Resolves when it is there, or the status line says why not. */
  async refresh(): Promise<void> {
    this.outcome = undefined;
    await this.#list.refresh(this.#lifetime.signal);
  }

  /** Asks the person, and signs all devices out but this one, as a click on the button does. Resolves when it is over. */
  async signOutOthers(): Promise<void> {
    const { othersTitle, othersText, confirm, cancel } = sessionList;
    if (await this.#ask(othersTitle, othersText, confirm, cancel)) await this.#list.endOthers(this.#lifetime.signal);
  }

  /** Called by the controller. @internal */
  sessionsEnded(ids: readonly string[]): void {
    this.outcome = 'done';
    this.#hasEndedMany = ids.length > 1;
    for (const id of ids) this.tell(new LatchSessionRevokedEvent({ id }));
  }

  /** Called by the controller. @internal */
  listFailed(error: LatchError | TypeError): void {
    if (this.failed(error) && error === this.#list.problem && this.#list.sessions) this.outcome = 'stale';
  }

  /** Called by the controller. @internal */
  askPassword(attempt: (password: string) => Promise<LatchError | undefined>): Promise<boolean> {
    return this.#confirmation.ask(passwordQuestion(attempt));
  }

  protected override get texts(): typeof sessionList {
    return this.#hasEndedMany ? { ...sessionList, done: sessionList.doneMany } : sessionList;
  }

  protected override get phase(): string | undefined {
    return this.#list.phase;
  }

  protected override act(): void {
    if (!this.phase) void this.signOutOthers();
  }

  protected override willUpdate(): void {
    if (this.#hadProblem && !this.#list.problem) this.outcome = undefined;
    this.#hadProblem = !!this.#list.problem;
    if (!this.#list.sessions) this.#confirmation.dismiss();
    this.#focused = (this.renderRoot as ShadowRoot).activeElement;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // The button that had the focus has gone with its device, and no other one has taken its place.
    if (this.#focused?.isConnected === false) this.renderRoot.querySelector('ul')?.focus();
  }

  protected override render(): TemplateResult {
    const { sessions, problem } = this.#list;
    const isBusy = !!this.phase;
    return html`
      ${sessions && html`<ul part="list" role="list" tabindex="-1" aria-label=${sessionList.list}>${this.#renderSessions(sessions, isBusy)}</ul>${this.#renderOthers(sessions, isBusy)}`}
      ${this.renderStatus()}
      ${problem && problem.code !== 'unauthenticated' ? html`<button part="retry" class="quiet" type="button" aria-disabled=${isBusy} @click=${this.refresh}>${sessionList.retry}</button>` : nothing}
      ${this.#confirmation.render()}
    `;
  }

  #renderSessions(sessions: readonly ListedSession[], isBusy: boolean): TemplateResult[] {
    const date = datesFor(this);
    const moment = datesFor(this, 'short');
    return sessions.map((session) => {
      const { id, current, authMethod, createdAt, lastSeenAt } = session;
      const method = Object.hasOwn(sessionMethods, authMethod) ? html`<span>${sessionMethods[authMethod]}</span>` : nothing;
      return html`<li part="session">
        <div class="about">
          <bdi part="device">${deviceOf(session)}</bdi>${current ? html`<span part="here">${sessionList.here}</span>` : nothing}
          <div part="details" id=${`details-${id}`}><span>${sessionList.signedIn} ${date(createdAt)}</span> ${method} <span>${sessionList.lastSeen} ${moment(lastSeenAt)}</span></div>
        </div>
        ${current ? nothing : html`<button class="quiet" type="button" aria-label=${name(sessionList.endNamed, session)} aria-describedby=${`details-${id}`} aria-disabled=${isBusy} @click=${() => this.#end(session)}>${sessionList.end}</button>`}
      </li>`;
    });
  }

  #renderOthers(sessions: readonly ListedSession[], isBusy: boolean): TemplateResult {
    if (sessions.every(({ current }) => current)) return html`<p part="only">${sessionList.only}</p>`;
    return html`<button part="button" class="quiet" type="button" aria-disabled=${isBusy} @click=${this.act}>${signOutPictogram()}${label(this, sessionList.button)}</button>`;
  }

  async #end(session: ListedSession): Promise<void> {
    const { endTitle, endText, confirm, cancel } = sessionList;
    if (!this.phase && (await this.#ask(name(endTitle, session), endText, confirm, cancel))) await this.#list.end(session, this.#lifetime.signal);
  }

  #ask(title: string, text: string, confirm: string, cancel: string): Promise<boolean> {
    this.outcome = undefined;
    return this.#confirmation.ask({ title, text, confirm, cancel });
  }
}

/** What the device of a session is called. */
function deviceOf({ device }: ListedSession): string {
  return device || sessionList.unknown;
}

/** Puts the device into a sentence, isolated, so that one written from right to left leaves the words around it where they are. */
function name(text: string, session: ListedSession): string {
  return text.replace('{device}', () => `\u2068${deviceOf(session)}\u2069`);
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-session-list': LatchSessionList;
  }
}
