import type { ReactiveControllerHost } from 'lit';
import type { Client } from '../core/client.js';
import type { LatchError } from '../core/errors.js';
import { withStepUp } from '../core/step-up.js';
import { createPasskey, type PasskeyCreated } from '../features/passkey/create.js';
import { isLastWayIn, removePasskey, renamePasskey } from '../features/passkey/manage.js';
import { Activity } from './activity.js';
import { clientOf } from './backend.js';
import type { PasskeyList } from './passkey-list.js';
import { StepUp, type StepUpHost } from './step-up.js';

export type { PasskeyCreated } from '../features/passkey/create.js';

/**
 * What goes on: a name is saved, a passkey is removed, the person is asked who they are (`confirming`), or a new
 * passkey is asked for (`asking`, `verifying`).
 */
export type PasskeyChangesPhase = 'renaming' | 'removing' | 'confirming' | 'asking' | 'verifying';

/** Why a passkey is as it was: it had been removed elsewhere, or nobody could sign in to the account without it. */
export type PasskeyChangeRefusal = 'gone' | 'last_way_in';

/** What the controller asks of its view, and tells it. */
export interface PasskeyChangesHost extends Pick<ReactiveControllerHost, 'requestUpdate'>, StepUpHost {
  passkeyRenamed(id: string, nickname: string | null): void;
  passkeyRemoved(id: string): void;
  passkeyCreated(result: PasskeyCreated): void;
  /**
   * Told of everything but the end of its own signal, and that nobody is signed in any more, which is a matter of the
   * list. A TypeError says that the host is used wrongly.
   */
  passkeyChangeFailed(error: LatchError | TypeError, refusal?: PasskeyChangeRefusal): void;
}

/**
 * Changes the passkeys of a list, one thing at a time. Wherever the backend wants to know again who the person is, it
 * asks in place and goes on.
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

  /** What goes on. */
  get phase(): PasskeyChangesPhase | undefined {
    return this.#activity.phase;
  }

  /**
   * Gives the passkey `id` a nickname; none if that is nothing but white space. Never rejects, as the other changes:
   * the host is told.
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

  /**
   * Makes a change; while one is under way, joins that one, whatever it is. Views that show `phase` offer none then.
   */
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
    if (isLastWayIn(error)) return this.#host.passkeyChangeFailed(error, 'last_way_in');
    // The backend lacks the passkey or, as one of version 0.1 may say of a passkey too, the whole chapter: the list knows.
    if (error.code === 'not_found' || error.code === 'unsupported') await this.#list.refresh(signal);
    if (signal.aborted || this.#list.problem) return;
    this.#host.passkeyChangeFailed(error, this.#list.items?.some((passkey) => passkey.id === id) ? undefined : 'gone');
  }
}
