import { deviceApprovalLengths } from '../base/contract/lengths.js';
import type { LitElement } from 'lit';
import { html } from '../base/element/html.js';
import { approveDevice } from '../another-device/other-device.js';
import { Action, type Attempt } from '../base/element/action.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';
import type { Client } from '../base/client/client.js';
import { listSessions, signOutDevice, type ListedSession } from './session-list.js';
import type { ListChanges } from './personal-list-element.js';
import type { PersonalList } from './personal-list.js';
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
export interface SessionEndingOptions {
  list: PersonalList<ListedSession>;
  /** Aborts when the element is removed. */
  signal(): AbortSignal;
  /** Devices were signed out, or one in: the sentence to show, and events for the page. */
  changed(change: SessionChange, events: readonly Event[]): void;
  /** No device, or not every device, was signed out; `unknownCode` if no device shows the code. */
  failed(error: LatchError | TypeError, outcome?: 'unknownCode'): void;
}

/** A change; it resolves with what shows how it ended. */
type Change = (attempt: Attempt) => Promise<() => void>;

/** What the list of devices asks of {@link SessionEnding}. */
export interface SessionChanges extends ListChanges {
  openMenu(opener: MenuOpener, id: string, name: string, begin: (change: () => unknown) => unknown): void;
  endOthers(): Promise<void>;
  approve(): Promise<void>;
}

/**
 * What `latch-session-list` needs to sign devices out and in: the menu, the dialogs and the requests, one change at a
 * time. It is loaded once the list is shown. @internal
 */
export class SessionEnding extends ListDialogs implements SessionChanges {
  readonly #options: SessionEndingOptions;
  readonly #change: Action<() => void, Change>;
  /** What was signed in last by its code, in words of the backend. */
  #approved = '';

  constructor(host: LitElement & BackendHost, options: SessionEndingOptions) {
    super(host);
    this.#options = options;
    this.#change = new Action({
      signal: () => options.signal(),
      update: () => host.requestUpdate(),
      run: (attempt, change) => change(attempt),
      done: (show) => options.signal().aborted || show(),
      failed: (error) => this.#fail(error),
    });
  }

  /** The sentences besides those of the list. */
  get texts(): Texts {
    const texts = textsFor(this.host, sessionEnding);
    const { approved, approvedDevice } = texts;
    return { ...texts, approved: this.#approved ? withDevice(approvedDevice, this.#approved) : approved };
  }

  /** The current step. */
  get phase(): string | undefined {
    return this.#change.phase;
  }

  /** Opens the menu of the device `name`. `begin` signs it out unless that is pending for a device. */
  openMenu(opener: MenuOpener, id: string, name: string, begin: (change: () => unknown) => unknown): void {
    const act = () => begin(() => this.end(id, name));
    this.menu.show(opener, [{ text: textsFor(this.host, sessionList).end, isDangerous: true, act }]);
  }

  /** Signs the device `name` out after the user confirms. */
  async end(id: string, name: string): Promise<void> {
    const { endTitle, endText } = await loadTexts(this.host, sessionEnding);
    if (await this.#ask(withDevice(endTitle, name), endText)) await this.#end(async () => [id]);
  }

  /** Signs all other devices out after the user confirms, also those that signed in since the list was fetched. */
  async endOthers(): Promise<void> {
    const { othersTitle, othersText } = await loadTexts(this.host, sessionEnding);
    if (!(await this.#ask(othersTitle, othersText))) return;
    await this.#end(async (client, signal) =>
      (await listSessions({ client, signal })).filter(({ current }) => !current).map((session) => session.id),
    );
  }

  /** Asks for the code of another device, and signs it in. */
  async approve(): Promise<void> {
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
      input: html`<label part="label" for="code">${code}</label><input part="field" id="code" name="code" required maxlength=${deviceApprovalLengths.code} autocomplete="off" autocapitalize="characters" spellcheck="false" dir="ltr" />`,
      async attempt(data) {
        typed = data.get('code') as string;
        return undefined;
      },
    });
    if (isConfirmed) await this.#approve(typed);
  }

  /** Signs the user in at the device that shows `code`. */
  async #approve(code: string): Promise<void> {
    await this.#change.start(async (attempt) => {
      const client = clientOf(this.host);
      let isUnknown = false;
      const approve = () =>
        approveDevice({ client, code, signal: attempt.signal }).catch((error: LatchError) => {
          isUnknown = error.code === 'rejected';
          throw error;
        });
      try {
        ({ device: this.#approved } = await this.withStepUp(approve, attempt, 'approving'));
      } catch (error) {
        return () => this.#fail(error as LatchError, isUnknown ? 'unknownCode' : undefined);
      }
      return () => this.#options.changed('approved', []);
    });
  }

  /** Ends sessions one by one. If one fails, those that have ended before stay ended. */
  async #end(find: (client: Client, signal: AbortSignal) => Promise<string[]>): Promise<void> {
    await this.#change.start(async (attempt) => {
      const client = clientOf(this.host);
      const { signal } = attempt;
      const ended = new Set<string>();
      let failure: LatchError | undefined;
      const end = async () => {
        for (const id of await find(client, signal)) {
          if (!ended.has(id)) await signOutDevice({ client, id, signal });
          ended.add(id);
        }
      };
      try {
        await this.withStepUp(end, attempt, 'ending');
      } catch (error) {
        failure = error as LatchError;
      }
      if (ended.size > 0) await this.#options.list.refresh(signal);
      return () => {
        const events = [...ended].map((id) => new LatchSessionRevokedEvent({ id }));
        if (ended.size > 0) this.#options.changed(ended.size > 1 ? 'endedMany' : 'endedOne', events);
        if (failure) this.#fail(failure);
      };
    });
  }

  #fail(error: LatchError | TypeError, outcome?: 'unknownCode'): void {
    if ((error as LatchError).code === 'unauthenticated') this.#options.list.fail(error);
    else this.#options.failed(error, outcome);
  }

  #ask(title: string, text: string): Promise<boolean> {
    const { confirm, cancel } = textsFor(this.host, sessionEnding);
    return this.confirmation.ask({ title, text, confirm, cancel, isDangerous: true });
  }
}

/** A sentence with the name of a device; isolated, so that a right-to-left name does not move the words around it. */
function withDevice(sentence: string, name: string): string {
  return sentence.replace('{device}', () => `\u2068${name}\u2069`);
}
