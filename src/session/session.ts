import { broadcast, listen } from '../base/storage/channel.js';
import type { Client } from '../base/client/client.js';
import * as contract from '../base/contract/session.js';
import type { SessionAnswer } from '../base/contract/types.js';
import { restoreStored } from '../base/storage/stored.js';
import { LatchError } from '../base/client/errors.js';
import { finishSignOut, reconcile, signingOut, unfinishedSignOut } from '../sign-out/state.js';
import { noteSession } from '../base/storage/known-session.js';
import { watchPage } from '../base/browser/page.js';
import { Backoff } from '../base/browser/retry.js';

/**
 * The session, as the backend reports it. `unconfirmed`: the user has signed out on this device, and the backend has
 * not confirmed it yet.
 */
export type SessionState = { readonly status: 'signed-out'; readonly unconfirmed?: true } | SignedInState;

/** A signed-in session. */
export type SignedInState = { readonly status: 'signed-in'; readonly user?: SessionUser } & Readonly<
  Omit<SessionAnswer, 'signedIn' | 'user'>
>;

/** A user in the response of `GET /session`. Identify users by `id` only; some backends send none. */
export type SessionUser = Readonly<Omit<NonNullable<SessionAnswer['user']>, 'id'>> & { readonly id?: string };

/**
 * Requests the session from the backend. After a sign-out that the backend has not confirmed, the result is
 * `signed-out`, even while the backend cannot be reached; this page then retries the confirmation.
 *
 * @throws {LatchError} what {@link Client.call} throws.
 * @throws {TypeError} if `client` is not a client.
 */
export async function readSession(client: Client, signal?: AbortSignal): Promise<SessionState> {
  checkClient(client);
  const restoring = restoreStored();
  let answer: SessionAnswer;
  try {
    answer = await client.call(contract.readSession, { signal });
    await restoring;
  } catch (error) {
    await restoring;
    if (signal?.aborted || !unfinishedSignOut(client)) throw error;
    return awaitConfirmation(client);
  }
  if (reconcile(client, answer)) return awaitConfirmation(client);
  const { signedIn, ...rest } = answer;
  if (!signedIn) return { status: 'signed-out' };
  const state: SignedInState = { status: 'signed-in', ...rest };
  noteSession(client, { userId: state.user?.id, authTime: state.authTime });
  return state;
}

/**
 * Returns the opaque id of the session's user, base64url.
 *
 * @throws {LatchError} `unsupported` if the backend sends none.
 */
export function requireUserId({ user }: SignedInState): string {
  if (user?.id === undefined) throw new LatchError('unsupported', 'The backend sends no "user.id" in GET /session.');
  return user.id;
}

function checkClient(client: Client): void {
  if (!client?.baseUrl) throw new TypeError('The first argument must be a client, which clientFor() returns.');
}

function awaitConfirmation(client: Client): SessionState {
  void finishSignOut(client);
  return { status: 'signed-out', unconfirmed: true };
}

/** The callbacks, and for how long they are called. */
export interface WatchSessionOptions {
  /** Called with the first state, with every change, and with the first state after an error. */
  onChange(state: SessionState): void;
  /** The backend could not be asked; what was known is all that is known. */
  onError?(error: LatchError): void;
  /** Ends it. Without one, it goes on as long as the page. */
  signal?: AbortSignal | undefined;
}

/** How soon a session is asked for again that should have expired already, in ms: clocks differ. */
const overduePause = 60_000;

/** The first pause after a request that failed and may succeed later, and the longest, in ms. */
const firstPause = 2000;
const longestPause = 5 * 60_000;

/** The longest time that browsers can count, in ms. */
const longestTimer = 2 ** 31 - 1;

/** When to ask whether a session has expired, in ms from now; undefined if it has no end. */
function untilExpiry(state: SessionState): number | undefined {
  if (state.status !== 'signed-in' || state.expires === undefined) return undefined;
  const rest = state.expires - Date.now();
  return rest > 0 ? rest + 1000 : overduePause;
}

/**
 * Reports the session: now, and whenever it changes. Requests it again when this or another tab of the origin reports a
 * sign-in or sign-out, when the session expires, when the page becomes visible or gets the focus (so it notices a
 * session that was ended elsewhere), when it returns from the back-forward cache, where it receives no messages, and after an
 * error that is `retryable`, in 2, 4, 8 … seconds and when it goes online; until `signal` aborts. Messages from other tabs
 * only trigger a request to the backend. A response that a later one has overtaken is dropped. Another user is a change, and
 * so is another sign-in of the same user.
 *
 * @throws {TypeError} if `client` is not a client.
 */
export function watchSession(client: Client, { onChange, onError, signal }: WatchSessionOptions): void {
  checkClient(client);
  let reported: string | undefined;
  followSession(client, {
    signal,
    onAnswer(state) {
      const news = describe(state);
      if (news === reported) return;
      reported = news;
      onChange(state);
    },
    onError(error) {
      reported = undefined;
      onError?.(error);
    },
  });
}

/** The same with every answer of the backend: two sessions may read the same. */
export function followSession(
  client: Client,
  {
    onAnswer,
    onError,
    signal = new AbortController().signal,
  }: { onAnswer(state: SessionState): void; onError?(error: LatchError): void; signal?: AbortSignal | undefined },
): void {
  let asked = 0;
  let answered = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasFailed = false;
  const backoff = new Backoff(firstPause, longestPause);
  const askIn = (pause: number) => (timer = setTimeout(() => void ask(), Math.min(pause, longestTimer)));
  const ask = async () => {
    const mine = ++asked;
    const matters = () => mine === asked && !signal.aborted;
    let state: SessionState;
    clearTimeout(timer);
    // Otherwise pages would remove the sign-out button before it has shown its result.
    if (signingOut) await signingOut;
    if (!matters()) return;
    try {
      state = await readSession(client, signal);
    } catch (error) {
      if (!matters()) return;
      answered = mine;
      const { retryable, retryAfter = 0 } = error as LatchError;
      hasFailed = retryable;
      if (retryable) askIn(Math.max(backoff.next(), retryAfter));
      onError?.(error as LatchError);
      return;
    }
    if (!matters()) return;
    answered = mine;
    hasFailed = false;
    backoff.reset();
    const wait = untilExpiry(state);
    if (wait !== undefined) askIn(wait);
    onAnswer(state);
  };
  if (signal.aborted) return;
  void ask();
  signal.addEventListener('abort', () => clearTimeout(timer));
  listen(() => void ask(), signal);
  watchPage((event) => {
    // Becoming visible usually also sets the focus: one pending request serves both.
    if (event === 'back' || (answered === asked && (event === 'visible' || (event === 'online' && hasFailed))))
      void ask();
  }, signal);
}

/**
 * The parts of a state that count as a change. A later expiry after each request does not, nor that the backend has
 * confirmed a sign-out.
 */
function describe(state: SessionState): string {
  return JSON.stringify({ ...state, expires: undefined, unconfirmed: undefined });
}

/**
 * Notifies all tabs, this one included, that your page has just signed a user in or out, so that {@link watchSession}
 * requests the session again. The elements do this automatically. Call it after a sign-in of your own, for example by
 * password.
 */
export function announceSession(status: 'signed-in' | 'signed-out'): void {
  broadcast({ type: status });
}
