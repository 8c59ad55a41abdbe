import { listen, tell } from './channel.js';
import type { Client } from './client.js';
import { readSession } from './contract.js';
import type { SessionAnswer } from './contract-types.js';

/** Who is signed in, as far as this page knows. `user` and the rest are there once the backend was asked. */
export type SessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'signed-out' }
  | ({ readonly status: 'signed-in' } & Readonly<Partial<Omit<SessionAnswer, 'signedIn'>>>);

/** What this page knows about the session with one backend, kept in step with the other tabs. The backend alone decides; this is a memory of its last word. */
export interface Session {
  readonly state: SessionState;
  /**
   * Asks the backend who is signed in.
   *
   * @throws {LatchError} what {@link Client.call} throws; the state stays as it was.
   */
  refresh(signal?: AbortSignal): Promise<SessionState>;
  /** Records that the backend has just granted a session, and tells the other tabs. */
  signedIn(): void;
  /** Records that the session has been ended from this page, and tells the other tabs. */
  signedOut(): void;
  /** Calls `listener` whenever the state changes, also after a word from another tab was confirmed by the backend, until `signal` aborts. */
  watch(listener: (state: SessionState) => void, signal: AbortSignal): void;
}

/** Creates the memory for one backend. `client` is asked for when it is needed, so that the two can hold each other. */
export function createSession(client: () => Client): Session {
  let state: SessionState = { status: 'unknown' };
  let latest = 0;
  const listeners = new Set<(state: SessionState) => void>();
  let tabs: AbortController | undefined;
  const set = (next: SessionState) => {
    latest++;
    state = next;
    for (const listener of listeners) listener(state);
    return state;
  };
  const session: Session = {
    get state() {
      return state;
    },
    async refresh(signal) {
      const asked = ++latest;
      const { signedIn, ...rest } = await client().call(readSession, { signal });
      // A sign-in, a sign-out or a later question has overtaken this answer.
      if (asked !== latest) return state;
      return set(signedIn ? { status: 'signed-in', ...rest } : { status: 'signed-out' });
    },
    signedIn() {
      set({ status: 'signed-in' });
      tell({ type: 'signed-in' });
    },
    signedOut() {
      set({ status: 'signed-out' });
      tell({ type: 'signed-out' });
    },
    watch(listener, signal) {
      if (signal.aborted) return;
      listeners.add(listener);
      signal.addEventListener('abort', () => {
        listeners.delete(listener);
        if (listeners.size === 0) tabs?.abort();
      });
      if (!tabs || tabs.signal.aborted) {
        tabs = new AbortController();
        // Nobody is waiting for this answer: if it cannot be had, the state stays what it was, and the next hint asks again.
        listen(() => void session.refresh().catch(() => {}), tabs.signal);
      }
    },
  };
  return session;
}
