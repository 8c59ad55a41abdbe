import type { Client } from '../../base/client/client.js';
import * as contract from '../../base/contract/hand-off.js';
import type { SignInOutcome } from '../../base/client/sign-in-outcome.js';
import { abortError, unlessAborted } from '../../base/client/errors.js';
import { afterFetches } from '../../base/storage/locks/after-fetches.js';
import { redeemHandOff } from '../../another-device/redeem-hand-off.js';
import { startAddress, type StartOptions } from './start-address.js';
import { watched } from '../../base/browser/watch-ceremonies.js';

/** A sign-in that this page waits for while the user visits the provider in another browser. */
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
export interface PrepareHandOffOptions extends StartOptions {
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

/** A user is signed in at this page: the backend has set a session cookie. */
export interface SignedInByHandOff {
  readonly method: 'oidc';
  /** The id of the provider, if it was named. */
  readonly provider?: string | undefined;
}

/**
 * Begins a hand-off. It lives 10 minutes, and in the session of this page only.
 *
 * @throws {LatchError} `unsupported` where the backend has no provider or knows no hand-off, `aborted`, and the other
 *   errors of {@link Client.call}.
 */
export async function prepareHandOff(options: PrepareHandOffOptions): Promise<PreparedHandOff> {
  const { client, signal } = options;
  const { id, code, expires } = await unlessAborted(signal, () =>
    afterFetches(() => client.call(contract.startHandOff, { signal })),
  );
  const address = startAddress(client, options, { mode: 'handoff', handoff: id });
  return { id, code, expires, address: address.href };
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
export function signInByHandOff(options: HandOffSignInOptions): Promise<SignInOutcome<SignedInByHandOff>> {
  return watched(signIn(options), 'oidc');
}

async function signIn(options: HandOffSignInOptions): Promise<SignInOutcome<SignedInByHandOff>> {
  const { client, provider, handOff, onCode, openPage, signal } = options;
  if (signal?.aborted) throw abortError(signal);
  const begun = handOff ?? (await prepareHandOff(options));
  onCode(begun);
  openPage?.(begun.address);
  return redeemHandOff(
    { client, id: begun.id, endpoint: contract.redeemHandOff, signal },
    { method: 'oidc', ...(provider !== undefined && { provider }) },
  );
}
