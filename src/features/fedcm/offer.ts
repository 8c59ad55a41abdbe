import { listen } from '../../core/channel.js';
import { readSession } from '../../core/session.js';
import { signInWithFedCm, type FedCmSignInOptions, type SignedInByFedCm } from './sign-in.js';

/** Where the person may sign in, and whether they may be asked. */
export interface FedCmOfferOptions extends Omit<FedCmSignInOptions, 'mode' | 'mediation'> {
  /**
   * Signs in only whom the browser lets in without a question. Needs one account at the provider that has been used
   * here before.
   */
  silent?: boolean | undefined;
}

/**
 * Has the browser offer, beside the page, the accounts that the person has at a provider; nobody has to have clicked.
 * Resolves with undefined if there is nobody to ask: somebody is signed in already, or has
 * signed out and the backend does not know it yet. A sign-in or a sign-out in any tab ends the offer, and so does a
 * click that asks for the same, on this page.
 * Some browsers let an offer that they do not show rest for a while before they say so.
 *
 * @throws {LatchError} and {TypeError} what {@link signInWithFedCm} and {@link readSession} throw. None of it is of
 *   interest to the person, unless they have chosen an account.
 * @see {@link https://www.w3.org/TR/fedcm/#browser-api-rp-sign-in FedCM, passive mode}
 */
export async function offerFedCm({
  silent,
  signal,
  ...options
}: FedCmOfferOptions): Promise<SignedInByFedCm | undefined> {
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
