import type { Client } from '../base/client/client.js';
import { approveDeviceSignIn, redeemDeviceSignIn, startDeviceSignIn } from '../base/contract/other-device.js';
import type { SignInOutcome } from '../base/client/sign-in-outcome.js';
import { LatchError, unlessAborted } from '../base/client/errors.js';
import { afterFetches } from '../base/storage/locks/after-fetches.js';
import { callForUser } from '../session/call-for-user.js';
import { redeemHandOff } from './redeem-hand-off.js';
import { watched } from '../base/browser/watch-ceremonies.js';

/** What to show on the device to sign in. */
export interface ShownCode {
  /** What the user types at the other device, exactly as it is. */
  readonly code: string;
  /** The URL of the page where they type it, for a link and a QR code. It does not contain the code. */
  readonly page: string;
  /** When it expires, in epoch milliseconds of the backend's clock. */
  readonly expires: number;
}

/** The device to sign in, and what it shows. */
export interface OtherDeviceSignInOptions {
  client: Client;
  /** Called once, with what to show. */
  onCode(shown: ShownCode): void;
  signal?: AbortSignal | undefined;
}

/** A user is signed in at this page: the backend has set a session cookie. */
export interface SignedInByOtherDevice {
  readonly method: 'other-device';
}

/**
 * Signs the user in on this page from another device, where they can sign in: for televisions, old browsers and
 * WebViews. The user opens the page of `onCode` there, signs in in any way, and types the code. Polls the backend
 * meanwhile, every second at first and every five later, only while this page is visible. Notifies the other tabs.
 *
 * @throws {LatchError} `timed_out` when the code has expired, after 10 minutes; `unsupported` if the backend has no such
 *   sign-in, `bad_response`, `rate_limited`, `aborted`, and the other errors of {@link Client.call}.
 */
export function signInByOtherDevice(options: OtherDeviceSignInOptions): Promise<SignInOutcome<SignedInByOtherDevice>> {
  return watched(signIn(options), 'other-device');
}

async function signIn({
  client,
  onCode,
  signal,
}: OtherDeviceSignInOptions): Promise<SignInOutcome<SignedInByOtherDevice>> {
  const { id, code, expires, page } = await unlessAborted(signal, () =>
    afterFetches(() => client.call(startDeviceSignIn, { signal })),
  );
  onCode({ code, expires, page: readPage(page, client.baseUrl) });
  return redeemHandOff({ client, id, endpoint: redeemDeviceSignIn, signal }, { method: 'other-device' });
}

/** The page as a URL that users can open. */
function readPage(page: string, baseUrl: string | URL): string {
  const url = URL.canParse(page, baseUrl) ? new URL(page, baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new LatchError('bad_response', `The page of the backend is not a web page: "${page}".`);
  return url.href;
}

/** The code that another device shows, and the session that is to sign it in. */
export interface ApproveDeviceOptions {
  client: Client;
  /** As the user typed it. */
  code: string;
  signal?: AbortSignal | undefined;
}

/**
 * Signs the user of this page in at the device that shows `code`. Ask the user to type it, and warn them: someone who
 * sends them a code wants to get into their account.
 *
 * @returns what the device is, in words of the backend; empty if that is unknown.
 * @throws {LatchError} `rejected` if no device shows the code any more, `step_up_required` ({@link withStepUp} handles
 *   it), `unauthenticated`, `rate_limited`, `unsupported`, `aborted`, and the other errors of {@link Client.call}.
 * @throws {TypeError} if `code` is not a string.
 */
export async function approveDevice({ client, code, signal }: ApproveDeviceOptions): Promise<{ device: string }> {
  if (typeof code !== 'string') throw new TypeError('"code" must be a string');
  const { device } = await unlessAborted(signal, () =>
    callForUser(client, approveDeviceSignIn, { body: { code }, signal }),
  );
  return { device };
}
