import { tell } from '../../core/channel.js';
import type { Client } from '../../core/client.js';
import { redeemHandOff, startHandOff } from '../../core/contract/hand-offs.js';
import { abortError, LatchError, unlessAborted } from '../../core/errors.js';
import { afterFetches } from '../../core/locks/after-fetches.js';
import { watchPage } from '../../core/page.js';
import { readSession } from '../../core/session.js';

/** A sign-in that this page waits for while the person visits the provider in another browser. */
export interface PreparedHandOff {
  readonly id: string;
  /** What to show, exactly as it is: the other browser shows it too, and asks whether it is the same. */
  readonly code: string;
  /** When it expires, in epoch milliseconds of the backend's clock. */
  readonly expires: number;
  /** What to open in the other browser. */
  readonly address: string;
}

/** Where the hand-off is begun. */
export interface PrepareHandOffOptions {
  client: Client;
  signal?: AbortSignal | undefined;
}

/** The callbacks of the page to sign in. */
export interface HandOffSignInOptions extends PrepareHandOffOptions {
  /** One that was prepared before, so that a click can open its address at once. Without it one is begun now. */
  handOff?: PreparedHandOff | undefined;
  /** Called once, with what to show. */
  onCode(handOff: PreparedHandOff): void;
  /**
   * Called right after that with the address, to open it. With `handOff` both calls happen before this function
   * returns, and a click still counts.
   */
  openPage?: ((address: string) => void) | undefined;
}

/** A person is signed in at this page: the backend has set a session cookie. */
export interface SignedInByHandOff {
  readonly method: 'oidc';
}

/** The pause before the next question grows by this, from the shortest to the longest, in ms. */
const growth = 1.5;
const shortestPause = 1000;
const longestPause = 5000;

/** How long to poll a backend that cannot be reached, or never reports an end, in ms. */
const lifetime = 10 * 60_000;

/**
 * Begins a hand-off. It lives 10 minutes, and in the session of this page only.
 *
 * @throws {LatchError} `unsupported` where the backend has no provider or knows no hand-off, `aborted`, and the other
 *   errors of {@link Client.call}.
 */
export async function prepareHandOff({ client, signal }: PrepareHandOffOptions): Promise<PreparedHandOff> {
  const { id, code, expires } = await unlessAborted(signal, () =>
    afterFetches(() => client.call(startHandOff, { signal })),
  );
  return { id, code, expires, address: new URL(`auth/start?mode=handoff&handoff=${id}`, client.baseUrl).href };
}

/**
 * Signs the user in on this page through another browser, for apps that cannot open a provider and return: the other
 * browser opens `address`, the user signs in there and types the code that this page shows. Polls the backend
 * meanwhile, every second at first and every five later, only while the page is visible, and at once when it becomes
 * visible or goes online. Keeps polling a backend that cannot be reached. Notifies the other tabs.
 *
 * @throws {LatchError} `cancelled` if the user declined, `provider_failed`, `timed_out` when it has ended, after 10
 *   minutes or because the session was replaced; `unsupported` if the backend has no provider or no hand-offs,
 *   `aborted`, and the other errors of {@link Client.call}.
 */
export async function signInByHandOff({
  client,
  handOff,
  onCode,
  openPage,
  signal,
}: HandOffSignInOptions): Promise<SignedInByHandOff> {
  if (signal?.aborted) throw abortError(signal);
  const begun = handOff ?? (await prepareHandOff({ client, signal }));
  onCode(begun);
  openPage?.(begun.address);
  await redeem(client, begun, signal);
  tell({ type: 'signed-in' });
  return { method: 'oidc' };
}

/** Asks until the person has confirmed. */
async function redeem(client: Client, { id }: PreparedHandOff, signal?: AbortSignal): Promise<void> {
  const end = Date.now() + lifetime;
  let pause = shortestPause;
  for (;;) {
    const wasCalled = await rest(pause, signal);
    pause = wasCalled ? shortestPause : Math.min(pause * growth, longestPause);
    try {
      if (await isRedeemed(client, id, signal)) return;
    } catch (error) {
      if (signal?.aborted || !(error instanceof LatchError) || !error.retryable) throw error;
      pause = Math.max(pause, error.retryAfter ?? 0);
    }
    if (Date.now() >= end) throw tooLate();
  }
}

/** Polls once. A lost response may have set the cookie; then `GET /session` shows it. */
async function isRedeemed(client: Client, id: string, signal?: AbortSignal): Promise<boolean> {
  try {
    return !('status' in (await client.call(redeemHandOff, { body: { id }, signal })));
  } catch (error) {
    if (signal?.aborted || !(error instanceof LatchError)) throw error;
    const failure = failureFor(error);
    if (failure) throw failure;
  }
  const session = await readSession(client, signal);
  if (session.status === 'signed-in' && session.authMethod === 'oidc') return true;
  throw tooLate();
}

/** Why it has ended, as an error code of this package; undefined for a hand-off that was redeemed before. */
function failureFor(error: LatchError): LatchError | undefined {
  switch ((error.cause as { error?: unknown } | null | undefined)?.error) {
    case 'redeemed':
      return undefined;
    case 'declined':
      return new LatchError('cancelled', 'The user declined.', { cause: error });
    case 'provider_failed':
      return new LatchError('provider_failed', 'The provider failed.', { cause: error, retryable: false });
    case 'expired':
      return tooLate(error);
    default:
      // It began in this session, so the session is another one by now.
      return error.status === 404 ? tooLate(error) : error;
  }
}

function tooLate(cause?: LatchError): LatchError {
  return new LatchError('timed_out', 'The hand-off has ended.', { cause });
}

/**
 * Waits `ms`, and longer while the page is hidden; less when the page becomes visible or is online again.
 *
 * @returns whether it was that.
 * @throws {LatchError} {@link abortError} of the signal.
 */
function rest(ms: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal));
    const over = new AbortController();
    const end = (settle: () => void) => {
      clearTimeout(timer);
      over.abort();
      settle();
    };
    const isSeen = () => document.visibilityState === 'visible';
    const timer = setTimeout(() => isSeen() && end(() => resolve(false)), ms);
    watchPage((event) => event !== 'left' && isSeen() && end(() => resolve(true)), over.signal);
    signal?.addEventListener('abort', () => end(() => reject(abortError(signal))), { signal: over.signal });
  });
}
