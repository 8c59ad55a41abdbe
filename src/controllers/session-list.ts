import type { Client } from '../core/client.js';
import type { LatchError } from '../core/errors.js';
import { withStepUp, type AskStepUp } from '../core/step-up.js';
import { listSessions, signOutDevice, type ListedSession } from '../features/session/devices.js';
import { Activity } from './activity.js';
import { clientOf } from './backend.js';
import { PersonalList, type PersonalListHost } from './personal-list.js';
import { StepUp, type StepUpHost } from './step-up.js';

export type { ListedSession } from '../features/session/devices.js';

/** What goes on: the list is fetched, devices are signed out, or the person is asked first who they are. */
export type SessionListPhase = 'loading' | 'ending' | 'confirming';

/** What the controller asks of its view, and tells it. */
export interface SessionListHost extends PersonalListHost, StepUpHost {
  /** Devices have been signed out, by the ids of their sessions. */
  sessionsEnded(ids: readonly string[]): void;
}

/** Follows the sessions of the person who is signed in, for one view, and ends them. Where the backend wants to know again who they are, it asks in place and goes on. */
export class SessionList {
  readonly #host: SessionListHost;
  readonly #activity: Activity<SessionListPhase>;
  readonly #stepUp: StepUp;
  readonly #list: PersonalList<ListedSession>;

  constructor(host: SessionListHost) {
    this.#host = host;
    this.#activity = new Activity(host);
    this.#stepUp = new StepUp(host);
    this.#list = new PersonalList(host, (client, signal) => listSessions({ client, signal }));
  }

  /** All sessions, that of this device first; undefined as long as nothing is known, and when nobody is signed in. */
  get sessions(): readonly ListedSession[] | undefined {
    return this.#list.items;
  }

  /** Why the list could not be fetched the last time. What was known before is still in `sessions`. */
  get problem(): LatchError | undefined {
    return this.#list.problem;
  }

  /** What goes on. Fetching the list again while there is one to look at does not count. */
  get phase(): SessionListPhase | undefined {
    return this.#activity.phase ?? (this.#list.isLoading ? 'loading' : undefined);
  }

  /** Fetches the list, and again whenever it may have changed, until `signal` aborts. */
  watch(signal: AbortSignal): void {
    this.#list.watch(signal);
  }

  /** Fetches the list. Never rejects: the host is told. */
  refresh(signal: AbortSignal): Promise<void> {
    return this.#list.refresh(signal);
  }

  /** Signs one device out. Never rejects: the host is told. */
  end({ id }: ListedSession, signal: AbortSignal): Promise<void> {
    return this.#end(async () => [id], signal);
  }

  /** Signs all devices out but this one, those included that have come up since the list was fetched. Never rejects: the host is told. */
  endOthers(signal: AbortSignal): Promise<void> {
    const others = async (client: Client) => (await listSessions({ client, signal })).filter(({ current }) => !current).map(({ id }) => id);
    return this.#end(others, signal);
  }

  /** Ends sessions one by one; while that is under way, joins it. What has ended before something fails has ended. */
  #end(find: (client: Client) => Promise<string[]>, signal: AbortSignal): Promise<void> {
    return this.#activity.run(async (enter) => {
      enter('ending');
      const ended = new Set<string>();
      const ask: AskStepUp = async (methods) => {
        enter('confirming');
        await this.#stepUp.ask(methods, signal);
        enter('ending');
      };
      let failure: LatchError | undefined;
      try {
        const client = clientOf(this.#host);
        const work = async () => {
          for (const id of await find(client)) {
            if (!ended.has(id)) await signOutDevice({ client, id, signal });
            ended.add(id);
          }
        };
        await withStepUp(work, ask, signal);
      } catch (error) {
        failure = error as LatchError;
      }
      if (ended.size > 0) await this.refresh(signal);
      if (signal.aborted) return;
      if (ended.size > 0) this.#host.sessionsEnded([...ended]);
      if (failure) this.#list.fail(failure);
    });
  }
}
