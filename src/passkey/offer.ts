import { listen } from '../base/storage/channel.js';
import type { SignInOutcome } from '../base/client/sign-in-outcome.js';
import { readSession } from '../session/session.js';
import { autofill, type AutofillOptions } from './autofill.js';
import type { SignedIn } from './sign-in.js';

/**
 * Has the browser offer the user's passkeys beside the page, without a click and without an input. Resolves with
 * undefined if there is nothing to offer: a user is signed in already, or has signed out and the backend has not
 * confirmed it yet. A sign-in or sign-out in any tab ends the offer. Call it only in a browser whose capabilities have
 * `ambientGet`: others would show nothing.
 *
 * @throws {LatchError} what {@link autofill} and {@link readSession} throw. None of it is of interest to the user, unless
 *   they have chosen a passkey, which `onFailure` gets.
 * @see {@link https://github.com/w3c/webauthn/blob/main/explainers/ambient-sign-in.md WebAuthn, ambient sign-in}
 */
export async function offerPasskeys({
  signal,
  ...options
}: Omit<AutofillOptions, 'by'>): Promise<SignInOutcome<SignedIn> | undefined> {
  const over = new AbortController();
  const ending = AbortSignal.any([signal, over.signal]);
  listen(({ type }) => type !== 'sign-in-failed' && over.abort(), over.signal);
  try {
    const { status, ...session } = await readSession(options.client, ending);
    if (status === 'signed-in' || 'unconfirmed' in session) return undefined;
    return await autofill({ ...options, by: { uiMode: 'passive' }, signal: ending });
  } finally {
    over.abort();
  }
}
