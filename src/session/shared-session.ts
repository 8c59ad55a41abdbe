import type { Client } from '../base/client/client.js';
import { followSession, type SessionState } from './session.js';

/** What the views of the page know together about the session at one backend. */
interface Shared {
  readonly listeners: Set<(state: SessionState) => void>;
  /** Ends the requests. */
  readonly over: AbortController;
  state?: SessionState;
}

const shared = new Map<Client, Shared>();

/**
 * Calls `listener` with the session as soon as it is known, and whenever it may have changed, until `signal` aborts. All
 * views of the page share the requests. A session that cannot be read is not reported.
 */
export function shareSession(client: Client, listener: (state: SessionState) => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const present = shared.get(client) ?? watch(client);
  const own = (state: SessionState) => listener(state);
  present.listeners.add(own);
  signal.addEventListener('abort', () => {
    present.listeners.delete(own);
    if (present.listeners.size > 0) return;
    present.over.abort();
    shared.delete(client);
  });
  if (present.state) listener(present.state);
}

function watch(client: Client): Shared {
  const present: Shared = { listeners: new Set(), over: new AbortController() };
  shared.set(client, present);
  followSession(client, {
    signal: present.over.signal,
    onAnswer(state) {
      present.state = state;
      for (const listener of present.listeners) listener(state);
    },
  });
  return present;
}
