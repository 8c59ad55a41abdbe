import type { Client } from '../base/client/client.js';
import type { Endpoint } from '../base/client/endpoint.js';
import type { HandOffPending, HandOffRedemption, SignInAnswer } from '../base/contract/types.js';
import { whileSigningIn } from '../base/client/sign-ins.js';
import { abortError, LatchError } from '../base/client/errors.js';
import { watchPage } from '../base/browser/page.js';
import { Backoff } from '../base/browser/retry.js';
import { outcomeOf, type SignInOutcome, type StepRequired } from '../base/client/sign-in-outcome.js';
import { readSession } from '../session/session.js';

/** The first pause before the next question and the longest, in ms, and how it grows. */
const pauses = [1000, 5000, 1.5] as const;

/** How long to poll a backend that cannot be reached, or never reports an end, in ms. */
const lifetime = 10 * 60_000;

/** What is polled. */
export interface Redemption {
  client: Client;
  /** The id of the hand-off. */
  id: string;
  endpoint: Endpoint<HandOffRedemption, SignInAnswer | HandOffPending>;
  signal?: AbortSignal | undefined;
}

/**
 * Polls until the user has confirmed the hand-off in another browser or at another device, and this page is signed in:
 * every second at first and every five later, only while the page is visible, and at once when it becomes visible or
 * goes online. Keeps polling a backend that cannot be reached. Notifies the other tabs.
 *
 * @throws {LatchError} `cancelled` if the user declined, `provider_failed`, `timed_out` when it has ended, after 10
 *   minutes or because the session was replaced; `superseded` once the user signs out in this page; `aborted`, and the
 *   other errors of {@link Client.call}.
 */
export async function redeemHandOff<SignedIn extends Pick<StepRequired, 'method'>>(
  redemption: Redemption,
  signedIn: SignedIn,
): Promise<SignInOutcome<SignedIn>> {
  const signal = whileSigningIn(redemption.signal);
  const end = Date.now() + lifetime;
  const backoff = new Backoff(...pauses);
  for (let pause = backoff.next(); ;) {
    if (await rest(pause, signal)) backoff.reset();
    pause = backoff.next();
    try {
      const answer = await redeem({ ...redemption, signal });
      if (answer) return outcomeOf(answer, signedIn);
    } catch (error) {
      if (signal.aborted || !(error instanceof LatchError) || !error.retryable) throw error;
      pause = Math.max(pause, error.retryAfter ?? 0);
    }
    if (Date.now() >= end) throw tooLate();
  }
}

/**
 * Polls once; undefined while the user has not confirmed it. A lost response may have set the cookie: the backend then says
 * `redeemed`, to this session alone, and `GET /session` shows it.
 */
async function redeem({ client, id, endpoint, signal }: Redemption): Promise<SignInAnswer | undefined> {
  try {
    const answer = await client.call(endpoint, { body: { id }, signal });
    return 'status' in answer ? undefined : answer;
  } catch (error) {
    if (signal?.aborted || !(error instanceof LatchError)) throw error;
    const failure = failureFor(error);
    if (failure) throw failure;
  }
  const session = await readSession(client, signal);
  if (session.status === 'signed-in') return {};
  throw tooLate();
}

/** Why it has ended, as an error code of this package; undefined for a hand-off that was redeemed before. */
function failureFor(error: LatchError): LatchError | undefined {
  switch (error.reason) {
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
