import type { LitElement } from 'lit';
import { html } from '../base/element/html.js';
import type { BackendHost } from '../base/element/backend.js';
import { SessionEndings, type SessionEndingsHost } from './endings-controller.js';
import type { SessionList } from './list-controller.js';
import type { LatchError } from '../base/client/errors.js';
import { LatchSessionRevokedEvent } from '../events.js';
import { ListDialogs } from '../step-up/list-dialogs.js';
import type { MenuOpener } from '../base/element/menu-button.js';
import { sessionEnding, sessionList } from '../messages/en.js';
import { loadTexts, textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';

/** What was changed, and is said on the status line. */
export type SessionChange = 'endedOne' | 'endedMany' | 'approved';

/** The list whose sessions are ended. */
export interface SessionEndingHost extends LitElement, BackendHost {
  /** Devices were signed out, or one in: the sentence to show, and events for the page. */
  sessionsChanged(change: SessionChange, events: readonly Event[]): void;
  /** No device, or not every device, was signed out. */
  listFailed(error: LatchError | TypeError, outcome?: string): void;
}

/**
 * What `latch-session-list` needs to sign devices out and in: the menu, the dialogs and the requests. It is loaded once the list
 * is shown.
 */
export class SessionEnding extends ListDialogs<SessionEndingHost> implements SessionEndingsHost {
  readonly #endings: SessionEndings;

  constructor(host: SessionEndingHost, list: SessionList) {
    super(host);
    this.#endings = new SessionEndings(this, list);
  }

  /** The sentences besides those of the list. */
  get texts(): Texts {
    return textsFor(this.host, sessionEnding);
  }

  /** The current step. */
  get phase(): string | undefined {
    return this.#endings.phase;
  }

  /** Opens the menu of the device `name`. `begin` signs it out unless that is pending for a device. */
  openMenu(
    opener: MenuOpener,
    id: string,
    name: string,
    begin: (end: (ending: SessionEnding, signal: AbortSignal) => unknown) => unknown,
  ): void {
    const act = () => begin((_ending, signal) => this.end(id, name, signal));
    this.menu.show(opener, [{ text: textsFor(this.host, sessionList).end, isDangerous: true, act }]);
  }

  /** Signs the device `name` out after the user confirms. */
  async end(id: string, name: string, signal: AbortSignal): Promise<void> {
    // Isolated, so that a right-to-left name does not move the words around it.
    const { endTitle, endText } = await loadTexts(this.host, sessionEnding);
    const title = endTitle.replace('{device}', () => `\u2068${name}\u2069`);
    if (await this.#ask(title, endText)) await this.#endings.end(id, signal);
  }

  /** Signs all other devices out after the user confirms. */
  async endOthers(signal: AbortSignal): Promise<void> {
    const { othersTitle, othersText } = await loadTexts(this.host, sessionEnding);
    if (await this.#ask(othersTitle, othersText)) await this.#endings.endOthers(signal);
  }

  /** Asks for the code of another device, and signs it in. */
  async approve(signal: AbortSignal): Promise<void> {
    const {
      approveTitle: title,
      approveText: text,
      code,
      approveConfirm,
      cancel,
    } = await loadTexts(this.host, sessionEnding);
    let typed = '';
    const isConfirmed = await this.confirmation.ask({
      title,
      text,
      confirm: approveConfirm,
      cancel,
      input: html`<label part="label" for="code">${code}</label><input part="field" id="code" name="code" required maxlength="32" autocomplete="off" autocapitalize="characters" spellcheck="false" dir="ltr" />`,
      async attempt(data) {
        typed = data.get('code') as string;
        return undefined;
      },
    });
    if (isConfirmed) await this.#endings.approve(typed, signal);
  }

  deviceApproved(): void {
    this.host.sessionsChanged('approved', []);
  }

  sessionsEnded(ids: readonly string[]): void {
    this.host.sessionsChanged(
      ids.length > 1 ? 'endedMany' : 'endedOne',
      ids.map((id) => new LatchSessionRevokedEvent({ id })),
    );
  }

  sessionEndingFailed(error: LatchError | TypeError, isUnknownCode: boolean): void {
    this.host.listFailed(error, isUnknownCode ? 'unknownCode' : undefined);
  }

  #ask(title: string, text: string): Promise<boolean> {
    const { confirm, cancel } = textsFor(this.host, sessionEnding);
    return this.confirmation.ask({ title, text, confirm, cancel, isDangerous: true });
  }
}
