import { listen } from '../base/storage/channel.js';
import { capabilities } from '../base/browser/capabilities.js';
import type { Client } from '../base/client/client.js';
import type { PasskeyRequestOptions } from '../base/contract/types.js';
import { abortError, LatchError } from '../base/client/errors.js';
import { watchPage } from '../base/browser/page.js';
import { Backoff, Wait } from '../base/browser/retry.js';
import type { Prefetched } from '../base/client/prefetch.js';
import type { SignInOutcome } from '../base/client/sign-in-outcome.js';
import { signIn, signInOptionsOf, type SignedIn, type SignInOptions, type SignInPhase } from './sign-in.js';

/** The backend for which passkeys are offered in autofill, and the callbacks. */
export interface AutofillOptions extends Pick<SignInOptions, 'by'> {
  client: Client;
  /** Options shared with the modal ceremonies of the same form, so that a click needs no request. */
  options?: Prefetched<PasskeyRequestOptions>;
  /** Ends the offer permanently. */
  signal: AbortSignal;
  /** Called with each phase of the current request, and with `resting` while there is none. */
  onPhase?: ((phase: SignInPhase | 'resting') => void) | undefined;
  /** The user chose a passkey and the sign-in failed. The offer continues. */
  onFailure?: ((error: LatchError) => void) | undefined;
}

/** A request that ended sooner than this, in ms, was not ended by the user. */
const soonestChoice = 1000;
/** The first pause after such an end, in ms. It doubles each time, up to the longest. */
const firstPause = 1000;
const longestPause = 4 * 60_000;

/**
 * Offers passkeys in the autofill of an `<input autocomplete="… webauthn">` until a user has signed in with one: keeps
 * one conditional request pending in the browser and renews it whenever it ends. It gives up its turn to a modal
 * ceremony and returns after it, starts over before its challenge expires, pauses while the page is in the back-forward
 * cache, and retries after a network failure, sooner when the page becomes visible or goes online. If other code takes
 * the browser's request, it waits until the page has the focus again. The input must be in the document before the
 * call.
 *
 * @throws {LatchError} for an error that is not retryable, such as `unsupported`, `invalid_rp_id`, `insecure_context`
 *   or `bad_response`, unless it followed the user's choice: no request can succeed here; `aborted`, or the signal's
 *   reason if that is a LatchError, when `signal` aborts.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-getAssertion WebAuthn, conditional user mediation}
 */
export async function autofill({
  client,
  by,
  options = signInOptionsOf(client),
  signal,
  onPhase,
  onFailure,
}: AutofillOptions): Promise<SignInOutcome<SignedIn>> {
  let attempt = new AbortController();
  let phase: SignInPhase | 'resting' = 'resting';
  let left = false;
  const rest = new Wait();
  const backoff = new Backoff(firstPause, longestPause);
  const enter = (next: typeof phase) => {
    phase = next;
    onPhase?.(next);
  };
  const renew = () => {
    if (phase === 'asking') attempt.abort();
  };
  watchPage((event) => {
    // A page becomes visible before it is back from the cache, when it does not know yet what it has missed.
    if (event === 'left' || event === 'back') left = event === 'left';
    if (left) attempt.abort();
    else if (options.remaining() === 0) renew();
    if (!left) rest.end();
  }, signal);
  // The challenge of the pending request belongs to a session that has ended, or has another id by now.
  listen(() => options.remaining() === 0 && renew(), signal);
  signal.addEventListener('abort', () => rest.end());

  if (signal.aborted) throw abortError(signal);
  // The first request needs both, so they run in parallel.
  void options.prepare();
  if ((await capabilities()).conditionalGet !== true) throw new LatchError('unsupported', 'No passkeys here.');

  for (let pause = 0; ;) {
    while (!signal.aborted && (left || pause > 0)) {
      await rest.start(pause || undefined);
      pause = 0;
    }
    attempt = new AbortController();
    const started = Date.now();
    let chosen = false;
    let age: ReturnType<typeof setTimeout> | undefined;
    try {
      return await signIn({
        client,
        mode: 'ambient',
        options,
        by,
        signal: AbortSignal.any([signal, attempt.signal]),
        onPhase: (next) => {
          enter(next);
          chosen ||= next === 'verifying';
          clearTimeout(age);
          // Once the user has chosen, a dialog of the browser may be open.
          if (next === 'asking' && !chosen) age = setTimeout(renew, options.remaining());
        },
      });
    } catch (reason) {
      const { code, exception, retryable, retryAfter = 0 } = reason as LatchError;
      enter('resting');
      if (signal.aborted) throw abortError(signal);
      if (chosen && !attempt.signal.aborted) onFailure?.(reason as LatchError);
      // If our own turns did not end it, other code on the page did. That code occupies the browser until the user
      // returns to the page.
      const taken = code === 'superseded' && exception !== undefined;
      const gaveWay = !taken && (code === 'superseded' || code === 'aborted');
      // No later request would fare better.
      if (!chosen && !gaveWay && !retryable) throw reason;
      const atOnce = gaveWay || ((chosen || code === 'cancelled') && Date.now() - started >= soonestChoice);
      if (atOnce) backoff.reset();
      pause = atOnce ? 0 : Math.max(taken ? longestPause : backoff.next(), retryAfter);
    } finally {
      clearTimeout(age);
    }
  }
}
