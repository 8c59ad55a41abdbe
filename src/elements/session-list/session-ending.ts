import type { LitElement } from 'lit';
import type { BackendHost } from '../../controllers/backend.js';
import { SessionEndings, type SessionEndingsHost } from '../../controllers/session-endings.js';
import type { SessionList } from '../../controllers/session-list.js';
import type { LatchError } from '../../core/errors.js';
import { LatchSessionRevokedEvent } from '../../events.js';
import { ListDialogs } from '../list-dialogs.js';
import { sessionEnding } from '../messages/account-changes.js';
import { loadTexts, textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';

/** The list whose sessions are ended, as that needs to know it. */
export interface SessionEndingHost extends LitElement, BackendHost {
  /** Devices have been signed out: what to say, and events for the page. */
  sessionsChanged(change: 'endedOne' | 'endedMany', events: readonly Event[]): void;
  /** Nothing, or not everything, came of it. */
  listFailed(error: LatchError | TypeError): void;
}

/**
 * What `latch-session-list` needs once somebody wants to sign a device out: the questions and the doing. It is loaded
 * only then.
 */
export class SessionEnding extends ListDialogs<SessionEndingHost> implements SessionEndingsHost {
  readonly #endings: SessionEndings;

  constructor(host: SessionEndingHost, list: SessionList) {
    super(host);
    this.#endings = new SessionEndings(this, list);
  }

  /** What is to be said besides what the list says. */
  get texts(): Texts {
    return textsFor(this.host, sessionEnding);
  }

  /** What goes on. */
  get phase(): string | undefined {
    return this.#endings.phase;
  }

  /** Signs the device `name` out, once the person has said yes. */
  async end(id: string, name: string, signal: AbortSignal): Promise<void> {
    // Isolated, so that a name from right to left leaves the words around it where they are.
    const { endTitle, endText } = await loadTexts(this.host, sessionEnding);
    const title = endTitle.replace('{device}', () => `\u2068${name}\u2069`);
    if (await this.#ask(title, endText)) await this.#endings.end(id, signal);
  }

  /** Signs all other devices out, once the person has said yes. */
  async endOthers(signal: AbortSignal): Promise<void> {
    const { othersTitle, othersText } = await loadTexts(this.host, sessionEnding);
    if (await this.#ask(othersTitle, othersText)) await this.#endings.endOthers(signal);
  }

  sessionsEnded(ids: readonly string[]): void {
    this.host.sessionsChanged(
      ids.length > 1 ? 'endedMany' : 'endedOne',
      ids.map((id) => new LatchSessionRevokedEvent({ id })),
    );
  }

  sessionEndingFailed(error: LatchError | TypeError): void {
    this.host.listFailed(error);
  }

  #ask(title: string, text: string): Promise<boolean> {
    const { confirm, cancel } = textsFor(this.host, sessionEnding);
    return this.confirmation.ask({ title, text, confirm, cancel });
  }
}
