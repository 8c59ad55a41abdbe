import type { ReactiveControllerHost } from 'lit';
import type { Client } from '../base/client/client.js';
import { LatchError } from '../base/client/errors.js';
import { withStepUp } from '../session/step-up.js';
import { createPasskey, type PasskeyCreated } from './create.js';
import { removePasskey, renamePasskey } from './manage.js';
import { Activity } from '../base/element/activity.js';
import { clientOf } from '../base/element/backend.js';
import type { PasskeyList } from './list-controller.js';
import { StepUp, type StepUpHost } from '../step-up/ask-step-up.js';

export type { PasskeyCreated } from './create.js';

/**
 * The current step: a name is saved, a passkey is removed, a step-up is requested (`confirming`), or a new passkey is
 * created (`asking`, `verifying`).
 */
export type PasskeyChangesPhase = 'renaming' | 'removing' | 'confirming' | 'asking' | 'verifying';

/** Why a passkey was not changed: it had been removed elsewhere, or it is the only way to sign in. */
export type PasskeyChangeRefusal = 'gone' | 'last_way_in';

/** What the controller needs from its view, and reports to it. */
export interface PasskeyChangesHost extends Pick<ReactiveControllerHost, 'requestUpdate'>, StepUpHost {
  passkeyRenamed(id: string, nickname: string | null): void;
  passkeyRemoved(id: string): void;
  passkeyCreated(result: PasskeyCreated): void;
  /**
   * Gets every failure except the abort of its own signal, and the end of the session, which the list handles. A
   * TypeError means that the host is set up wrongly.
   */
  passkeyChangeFailed(error: LatchError | TypeError, refusal?: PasskeyChangeRefusal): void;
}

/**
 * Changes the passkeys of a list, one change at a time. If the backend requires a step-up, it requests one in place and
 * continues.
 */
export class PasskeyChanges {
  readonly #host: PasskeyChangesHost;
  readonly #list: PasskeyList;
  readonly #activity: Activity<PasskeyChangesPhase>;
  readonly #stepUp: StepUp;

  constructor(host: PasskeyChangesHost, list: PasskeyList) {
    this.#host = host;
    this.#list = list;
    this.#activity = new Activity(host);
    this.#stepUp = new StepUp(host);
  }

  /** The current phase. */
  get phase(): PasskeyChangesPhase | undefined {
    return this.#activity.phase;
  }

  /**
   * Sets the nickname of the passkey `id`; white space alone removes it. Like the other changes it never rejects: the
   * host gets the result.
   */
  rename(id: string, nickname: string, signal: AbortSignal): Promise<void> {
    return this.#change('renaming', signal, id, async (client) => {
      const { nickname: written } = await renamePasskey({ client, id, nickname, signal });
      return () => {
        this.#list.change(
          (passkeys) => passkeys.map((passkey) => (passkey.id === id ? { ...passkey, nickname: written } : passkey)),
          signal,
        );
        this.#host.passkeyRenamed(id, written);
      };
    });
  }

  /** Removes the passkey `id` from the account. */
  remove(id: string, signal: AbortSignal): Promise<void> {
    return this.#change('removing', signal, id, async (client) => {
      await removePasskey({ client, id, signal });
      return () => {
        this.#list.change((passkeys) => passkeys.filter((passkey) => passkey.id !== id), signal);
        this.#host.passkeyRemoved(id);
      };
    });
  }

  /** Creates a passkey. WebKit wants a user gesture. */
  add(signal: AbortSignal): Promise<void> {
    return this.#change('asking', signal, undefined, async (client, enter) => {
      const result = await createPasskey({
        client,
        signal,
        onPhase: (phase) => enter(phase === 'verifying' ? phase : 'asking'),
      });
      await this.#list.refresh(signal);
      return () => this.#host.passkeyCreated(result);
    });
  }

  /** Makes a change; joins a pending one, even a different one. Views that show `phase` offer no change then. */
  #change(
    phase: PasskeyChangesPhase,
    signal: AbortSignal,
    id: string | undefined,
    work: (client: Client, enter: (phase: PasskeyChangesPhase) => void) => Promise<() => void>,
  ): Promise<void> {
    return this.#activity.run(async (enter) => {
      enter(phase);
      try {
        const client = clientOf(this.#host);
        const show = await withStepUp(
          () => work(client, enter),
          async (methods) => {
            enter('confirming');
            await this.#stepUp.ask(methods, signal);
            enter(phase);
          },
        );
        if (!signal.aborted) show();
      } catch (error) {
        if (!signal.aborted) await this.#explain(error as LatchError, id, signal);
      }
    });
  }

  async #explain(error: LatchError, id: string | undefined, signal: AbortSignal): Promise<void> {
    if (error.code === 'unauthenticated') return this.#list.fail(error);
    if (!id) return this.#host.passkeyChangeFailed(error);
    if (error.reason === 'last_way_in') return this.#host.passkeyChangeFailed(error, 'last_way_in');
    // The backend lacks the passkey or the whole chapter; a backend of version 0.1 does not distinguish them, but the
    // list does.
    if (error.code === 'not_found' || error.code === 'unsupported') await this.#list.refresh(signal);
    if (signal.aborted || this.#list.problem) return;
    const isThere = this.#list.items?.some((passkey) => passkey.id === id);
    // A framework's usual answer for an unknown path is the one for an unknown passkey.
    const isUnknownPath = isThere && error.code === 'not_found';
    this.#host.passkeyChangeFailed(
      isUnknownPath ? new LatchError('unsupported', error.message, { cause: error, status: 404 }) : error,
      isThere ? undefined : 'gone',
    );
  }
}
