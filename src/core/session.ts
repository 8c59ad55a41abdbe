import { listen, tell } from './channel.js';
import type { Client } from './client.js';
import { readSession } from './contract/session.js';
import type { SessionAnswer } from './contract-types.js';

/** Who is signed in, as far as this page knows. `user` and the rest are there once the backend was asked. */
export type SessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'signed-out' }
  | ({ readonly status: 'signed-in' } & Readonly<Partial<Omit<SessionAnswer, 'signedIn'>>>);

/** The memory of the backend's last word, one for each client. The backend alone decides. */
interface Memory {
  state: SessionState;
  /** Counts what changed or asked, so that an answer that was overtaken is dropped. */
  version: number;
  listeners: Set<(state: SessionState) => void>;
  /** Ends the listening to other tabs, which goes on while there are listeners. */
  tabs?: AbortController;
}

const memories = new WeakMap<Client, Memory>();

/** What this page knows, without asking. */
export function sessionState(client: Client): SessionState {
  return memoryOf(client).state;
}

/**
 * Asks the backend who is signed in.
 *
 * @throws {LatchError} what {@link Client.call} throws; what was known stays as it was.
 */
export async function refreshSession(client: Client, signal?: AbortSignal): Promise<SessionState> {
  const memory = memoryOf(client);
  const asked = ++memory.version;
  const { signedIn, ...rest } = await client.call(readSession, { signal });
  if (asked === memory.version) set(memory, signedIn ? { status: 'signed-in', ...rest } : { status: 'signed-out' });
  return memory.state;
}

/** Records that the backend has just granted or ended the session at this page's wish, and tells the other tabs. */
export function recordSession(client: Client, status: 'signed-in' | 'signed-out'): void {
  set(memoryOf(client), { status });
  tell({ type: status });
}

/** Calls `listener` whenever the state changes, also after the word of another tab was confirmed by the backend, until `signal` aborts. */
export function watchSession(client: Client, listener: (state: SessionState) => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const memory = memoryOf(client);
  memory.listeners.add(listener);
  signal.addEventListener('abort', () => {
    memory.listeners.delete(listener);
    if (memory.listeners.size === 0) memory.tabs?.abort();
  });
  if (!memory.tabs || memory.tabs.signal.aborted) {
    memory.tabs = new AbortController();
    // Nobody waits for this answer: if it cannot be had, what was known stays, and the next hint asks again.
    listen(() => void refreshSession(client).catch(() => {}), memory.tabs.signal);
  }
}

function memoryOf(client: Client): Memory {
  let memory = memories.get(client);
  if (!memory) memories.set(client, (memory = { state: { status: 'unknown' }, version: 0, listeners: new Set() }));
  return memory;
}

function set(memory: Memory, state: SessionState): void {
  memory.version++;
  memory.state = state;
  for (const listener of memory.listeners) listener(state);
}
