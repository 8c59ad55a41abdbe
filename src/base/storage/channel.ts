import { subscribe, post } from './broadcast.js';

/**
 * The messages between tabs of one origin on the channel `auth`. Any script of the origin can send them, so a message
 * only triggers a request to the backend. Popups of a federated sign-in send the first two. `from` names the page in
 * which a complete sign-out began, and `user` the user who signed out, by the `user.id`.
 */
export type ChannelMessage =
  | { type: 'signed-in' }
  | { type: 'sign-in-failed'; reason: string }
  | { type: 'signed-out'; from?: string; userId?: string | undefined };

const name = 'auth';

let changes = 0;

/**
 * How many sign-ins and sign-outs this copy of the package has heard of. What belongs to a session is discarded when
 * the number changes.
 */
export const sessionChanges = (): number => changes;

/** Counts a sign-in or sign-out, one that may have been missed, or a new id of the session. */
export function noteSessionChange(): void {
  changes++;
}

/** Notifies all tabs, this one included. */
export function broadcast(message: ChannelMessage): void {
  post(name, message);
  note(message);
}

const listeners = new Set<(message: ChannelMessage) => void>();
let listening: AbortController | undefined;

/**
 * Calls `listener` for each message of any tab, this one included, until `signal` aborts. Messages of an unknown shape
 * are dropped. A page in the back-forward cache receives no messages, so its return counts as a change.
 */
export function listen(listener: (message: ChannelMessage) => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const own = (message: ChannelMessage) => listener(message);
  listeners.add(own);
  // One channel for all listeners, so that each message counts as one change, and before the first of them acts on it.
  if (!listening) subscribe(name, pass, (listening = new AbortController()).signal, noteSessionChange);
  signal.addEventListener('abort', () => {
    listeners.delete(own);
    if (listeners.size > 0) return;
    listening?.abort();
    listening = undefined;
  });
}

function pass(data: unknown): void {
  if (!isChannelMessage(data)) return;
  note(data);
  for (const listener of listeners)
    try {
      listener(data);
    } catch (error) {
      reportError(error);
    }
}

function note({ type }: ChannelMessage): void {
  if (type !== 'sign-in-failed') changes++;
}

function isChannelMessage(data: unknown): data is ChannelMessage {
  const { type, reason, userId } = Object(data) as Record<string, unknown>;
  return (
    type === 'signed-in' ||
    (type === 'signed-out' && (userId === undefined || typeof userId === 'string')) ||
    (type === 'sign-in-failed' && typeof reason === 'string')
  );
}
