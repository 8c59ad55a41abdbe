import type { ReactiveControllerHost } from 'lit';
import type { Client } from '../core/client.js';
import type { LatchError } from '../core/errors.js';
import { withStepUp } from '../core/step-up.js';
import { listSessions } from '../features/session/devices.js';
import { signOutDevice } from '../features/session/sign-out-device.js';
import { Activity } from './activity.js';
import { clientOf } from './backend.js';
import type { SessionList } from './session-list.js';
import { StepUp, type StepUpHost } from './step-up.js';

/** What goes on: devices are signed out, or the person is asked who they are. */
export type SessionEndingsPhase = 'ending' | 'confirming';

/** What the controller asks of its view, and tells it. */
export interface SessionEndingsHost extends Pick<ReactiveControllerHost, 'requestUpdate'>, StepUpHost {
  /** Devices have been signed out, by the ids of their sessions. */
  sessionsEnded(ids: readonly string[]): void;
  /**
   * Told of everything but the end of its own signal, and that nobody is signed in any more, which is a matter of the
   * list. A TypeError says that the host is used wrongly.
   */
  sessionEndingFailed(error: LatchError | TypeError): void;
}

/** Ends sessions of a list. Where the backend wants to know again who the person is, it asks in place and goes on. */
export class SessionEndings {
  readonly #host: SessionEndingsHost;
  readonly #list: SessionList;
  readonly #activity: Activity<SessionEndingsPhase>;
  readonly #stepUp: StepUp;

  constructor(host: SessionEndingsHost, list: SessionList) {
    this.#host = host;
    this.#list = list;
    this.#activity = new Activity(host);
    this.#stepUp = new StepUp(host);
  }

  /** What goes on. */
  get phase(): SessionEndingsPhase | undefined {
    return this.#activity.phase;
  }

  /** Signs one device out. Never rejects: the host is told. */
  end(id: string, signal: AbortSignal): Promise<void> {
    return this.#end(async () => [id], signal);
  }

  /**
   * Signs all devices out but this one, those included that have come up since the list was fetched. Never rejects: the
   * host is told.
   */
  endOthers(signal: AbortSignal): Promise<void> {
    const others = async (client: Client) =>
      (await listSessions({ client, signal })).filter(({ current }) => !current).map(({ id }) => id);
    return this.#end(others, signal);
  }

  /** Ends sessions one by one; while that is under way, joins it. What has ended before something fails has ended. */
  #end(find: (client: Client) => Promise<string[]>, signal: AbortSignal): Promise<void> {
    return this.#activity.run(async (enter) => {
      enter('ending');
      const ended = new Set<string>();
      let failure: LatchError | undefined;
      try {
        const client = clientOf(this.#host);
        const work = async () => {
          for (const id of await find(client)) {
            if (!ended.has(id)) await signOutDevice({ client, id, signal });
            ended.add(id);
          }
        };
        await withStepUp(work, async (methods) => {
          enter('confirming');
          await this.#stepUp.ask(methods, signal);
          enter('ending');
        });
      } catch (error) {
        failure = error as LatchError;
      }
      if (ended.size > 0) await this.#list.refresh(signal);
      if (signal.aborted) return;
      if (ended.size > 0) this.#host.sessionsEnded([...ended]);
      if (failure?.code === 'unauthenticated') this.#list.fail(failure);
      else if (failure) this.#host.sessionEndingFailed(failure);
    });
  }
}
