import { listen } from './channel.js';
import type { Client } from './client.js';
import { sessionEndpoint } from './contract/session.js';
import type { SessionAnswer } from './contract-types.js';
import type { LatchError } from './errors.js';
import { watchPage } from './page.js';

/** Who is signed in, by the backend's word. */
export type SessionState = { readonly status: 'signed-out' } | ({ readonly status: 'signed-in' } & Readonly<Omit<SessionAnswer, 'signedIn'>>);

/**
 * Asks the backend who is signed in.
 *
 * @throws {LatchError} what {@link Client.call} throws.
 */
export async function readSession(client: Client, signal?: AbortSignal): Promise<SessionState> {
  const { signedIn, ...rest } = await client.call(sessionEndpoint, { signal });
  return signedIn ? { status: 'signed-in', ...rest } : { status: 'signed-out' };
}

/** Who is told, and for how long. */
export interface WatchSessionOptions {
  onChange(state: SessionState): void;
  /** The backend could not be asked; what was known is all that is known. */
  onError?(error: LatchError): void;
  signal: AbortSignal;
}

/**
 * Tells who is signed in: now, again whenever this tab or another one of the origin says that somebody has signed in or out, and when the page is back from the back-forward cache,
 * where it has heard nothing; until `signal` aborts.
 * What tabs say is only the occasion to ask the backend. An answer that a later question has overtaken is dropped.
 */
export function watchSession(client: Client, { onChange, onError, signal }: WatchSessionOptions): void {
  let asked = 0;
  const ask = async () => {
    const mine = ++asked;
    const matters = () => mine === asked && !signal.aborted;
    try {
      const state = await readSession(client, signal);
      if (matters()) onChange(state);
    } catch (error) {
      if (matters()) onError?.(error as LatchError);
    }
  };
  if (signal.aborted) return;
  void ask();
  listen(() => void ask(), signal);
  watchPage((event) => event === 'back' && void ask(), signal);
}
