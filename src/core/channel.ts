import { hear, post } from './broadcast.js';

/**
 * What tabs of one origin tell each other on the channel `auth`. Any script of the origin can send these: a message is
 * a hint to ask the backend, never proof of anything.
 * Popups of a federated sign-in send the first two. `from` names the page that a complete sign-out began in.
 */
export type ChannelMessage =
  { type: 'signed-in' } | { type: 'sign-in-failed'; reason: string } | { type: 'signed-out'; from?: string };

const name = 'auth';

let changes = 0;

/** How often somebody has signed in or out, as far as this copy of the package has heard: what belongs to a session is of no use after that. */
export const sessionChanges = (): number => changes;

/** Notes that somebody has signed in or out, or may have, or that the session has another id. */
export function noteSessionChange(): void {
  changes++;
}

/** Tells all tabs, this one included. */
export function tell(message: ChannelMessage): void {
  post(name, message);
  note(message);
}

/**
 * Calls `listener` for each message of any tab, this one included, until `signal` aborts. Messages of an unknown shape
 * are dropped. A page that is back from the back-forward cache has heard nothing there: somebody may have signed in.
 */
export function listen(listener: (message: ChannelMessage) => void, signal: AbortSignal): void {
  const hearMessage = (data: unknown) => {
    if (!isChannelMessage(data)) return;
    note(data);
    listener(data);
  };
  hear(name, hearMessage, signal, noteSessionChange);
}

function note({ type }: ChannelMessage): void {
  if (type !== 'sign-in-failed') changes++;
}

function isChannelMessage(data: unknown): data is ChannelMessage {
  const { type, reason } = Object(data) as Record<string, unknown>;
  return type === 'signed-in' || type === 'signed-out' || (type === 'sign-in-failed' && typeof reason === 'string');
}
