import type { ReactiveControllerHost } from 'lit';
import type { Client } from '../base/client/client.js';
import type { LatchError } from '../base/client/errors.js';
import { withStepUp } from './step-up.js';
import { listSessions } from './list-sessions.js';
import { approveDevice } from '../another-device/other-device.js';
import { signOutDevice } from './sign-out-device.js';
import { Activity } from '../base/element/activity.js';
import { clientOf } from '../base/element/backend.js';
import type { SessionList } from './list-controller.js';
import { StepUp, type StepUpHost } from '../step-up/ask-step-up.js';

/** The current phase: devices are signed out, one is signed in, or a step-up is requested. */
export type SessionEndingsPhase = 'ending' | 'approving' | 'confirming';

/** What the controller needs from its view, and reports to it. */
export interface SessionEndingsHost extends Pick<ReactiveControllerHost, 'requestUpdate'>, StepUpHost {
  /** Devices have been signed out, by the ids of their sessions. */
  sessionsEnded(ids: readonly string[]): void;
  /** Another device will be signed in at its next request. */
  deviceApproved(): void;
  /**
   * Gets every failure except the abort of its own signal, and the end of the session, which the list handles. A
   * TypeError means that the host is set up wrongly. `isUnknownCode`: no device shows the code.
   */
  sessionEndingFailed(error: LatchError | TypeError, isUnknownCode: boolean): void;
}

/** Ends sessions of a list, and begins one at another device. If the backend requires a step-up, it requests one in place and continues. */
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

  /** The current phase. */
  get phase(): SessionEndingsPhase | undefined {
    return this.#activity.phase;
  }

  /** Signs one device out. Never rejects: the host gets the result. */
  end(id: string, signal: AbortSignal): Promise<void> {
    return this.#end(async () => [id], signal);
  }

  /**
   * Signs out all devices except this one, including those that signed in since the list was fetched. Never rejects:
   * the host gets the result.
   */
  endOthers(signal: AbortSignal): Promise<void> {
    const others = async (client: Client) =>
      (await listSessions({ client, signal })).filter(({ current }) => !current).map(({ id }) => id);
    return this.#end(others, signal);
  }

  /** Signs the user in at the device that shows `code`. Never rejects: the host gets the result. */
  approve(code: string, signal: AbortSignal): Promise<void> {
    return this.#activity.run(async (enter) => {
      enter('approving');
      let isUnknown = false;
      try {
        const client = clientOf(this.#host);
        const work = () =>
          approveDevice({ client, code, signal }).catch((error: LatchError) => {
            isUnknown = error.code === 'rejected';
            throw error;
          });
        await this.#withStepUp(work, 'approving', enter, signal);
        if (!signal.aborted) this.#host.deviceApproved();
      } catch (error) {
        if (!signal.aborted) this.#fail(error as LatchError, isUnknown);
      }
    });
  }

  /** Ends sessions one by one; joins a pending call. If one fails, those that have ended before stay ended. */
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
        await this.#withStepUp(work, 'ending', enter, signal);
      } catch (error) {
        failure = error as LatchError;
      }
      if (ended.size > 0) await this.#list.refresh(signal);
      if (signal.aborted) return;
      if (ended.size > 0) this.#host.sessionsEnded([...ended]);
      if (failure) this.#fail(failure);
    });
  }

  #withStepUp(
    work: () => Promise<unknown>,
    phase: SessionEndingsPhase,
    enter: (phase: SessionEndingsPhase) => void,
    signal: AbortSignal,
  ): Promise<unknown> {
    return withStepUp(work, async (methods) => {
      enter('confirming');
      await this.#stepUp.ask(methods, signal);
      enter(phase);
    });
  }

  #fail(error: LatchError, isUnknownCode = false): void {
    if (error.code === 'unauthenticated') this.#list.fail(error);
    else this.#host.sessionEndingFailed(error, isUnknownCode);
  }
}
