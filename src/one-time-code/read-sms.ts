import { run } from '../base/browser/ceremony.js';
import { translateException } from '../base/browser/exceptions.js';
import { LatchError } from '../base/client/errors.js';

/** How long a text message is waited for. */
export interface ReadSmsOptions {
  /** In ms. Defaults to two minutes. */
  timeout?: number | undefined;
  /** Ends the wait: a user who types the code needs no message. */
  signal?: AbortSignal | undefined;
}

/** Timers end at once when they are given more. */
const longestTimeout = 2 ** 31 - 1;

/**
 * Waits for a text message that ends in `@host #code`, with the host of this page, and resolves with the code once the
 * user has allowed it. No other message can be read, and only the code of this one. In a frame of another origin's page
 * the line is `@top-host #code @host`, and that page must allow `otp-credentials`. Chromium has this on Android, and on
 * desktops for a phone that is signed in to the same account.
 *
 * @throws {LatchError} `unsupported` if the browser does not support it, `timed_out`, `cancelled` if the user declines
 *   or the browser gives no reason, `superseded`, `aborted`.
 * @throws {TypeError} if `timeout` is not a number above 0.
 * @see {@link https://wicg.github.io/web-otp/ WebOTP}
 */
export async function readSms({ timeout = 120_000, signal }: ReadSmsOptions = {}): Promise<string> {
  if (!(timeout > 0)) throw new TypeError('"timeout" must be a number of milliseconds above 0');
  if (!('OTPCredential' in globalThis)) throw new LatchError('unsupported', 'The browser does not read text messages.');
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new LatchError('timed_out', `No message within ${timeout} ms.`, { retryable: true })),
    Math.min(timeout, longestTimeout),
  );
  try {
    return await run(ask, {
      mode: 'ambient',
      kind: 'otp',
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** All other names mean only that no code was read: `cancelled`. */
const codes = { NotSupportedError: 'unsupported', AbortError: 'superseded' } as const;

async function ask(signal: AbortSignal): Promise<string> {
  try {
    const credential = await navigator.credentials.get({
      otp: { transport: ['sms'] },
      signal,
    } as CredentialRequestOptions);
    const { code } = (credential ?? {}) as { code?: unknown };
    if (typeof code === 'string') return code;
  } catch (error) {
    throw translateException(error, codes, { failed: 'cancelled' });
  }
  throw new LatchError('cancelled', 'The browser returned no code.', { retryable: true });
}
