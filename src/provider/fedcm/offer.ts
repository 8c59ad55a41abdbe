import { listen } from '../../base/storage/channel.js';
import type { SignInOutcome } from '../../base/client/sign-in-outcome.js';
import { readSession } from '../../session/session.js';
import { signInWithFedCm, type FedCmSignInOptions, type SignedInByFedCm } from './sign-in.js';

/** Where the user may sign in, and whether they may be asked. */
export interface FedCmOfferOptions extends Omit<FedCmSignInOptions, 'mode' | 'mediation'> {
  /**
   * Signs in only whom the browser lets in without a question. Needs one account at the provider that has been used
   * here before.
   */
  silent?: boolean | undefined;
}

/**
 * Lets the browser offer the user's accounts at a provider beside the page, without a click. Resolves with undefined if
 * there is nothing to offer: a user is signed in already, or has signed out and the backend has not confirmed it yet. A
 * sign-in or sign-out in any tab ends the offer, and so does a click on this page that requests the same. Some browsers
 * delay the failure of an offer that they do not show.
 *
 * @throws {LatchError} and {TypeError} what {@link signInWithFedCm} and {@link readSession} throw. None of it is of
 *   interest to the user, unless they have chosen an account.
 * @see {@link https://www.w3.org/TR/fedcm/#browser-api-rp-sign-in FedCM, passive mode}
 */
export async function offerFedCm({
  silent,
  signal,
  ...options
}: FedCmOfferOptions): Promise<SignInOutcome<SignedInByFedCm> | undefined> {
  const over = new AbortController();
  const ending = AbortSignal.any(signal ? [signal, over.signal] : [over.signal]);
  listen(({ type }) => type !== 'sign-in-failed' && over.abort(), over.signal);
  try {
    const { status, ...session } = await readSession(options.client, ending);
    if (status === 'signed-in' || 'unconfirmed' in session) return undefined;
    return await signInWithFedCm({
      ...options,
      mode: 'passive',
      mediation: silent ? 'silent' : 'optional',
      signal: ending,
    });
  } finally {
    over.abort();
  }
}
