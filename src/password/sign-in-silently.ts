import { run } from '../base/browser/ceremony.js';
import { listen } from '../base/storage/channel.js';
import type { Client } from '../base/client/client.js';
import type { SignInOutcome } from '../base/client/sign-in-outcome.js';
import { within } from '../base/client/deadline.js';
import { abortError, LatchError } from '../base/client/errors.js';
import { readSession } from '../session/session.js';
import { preventSilentAccess, takeSilentAccess } from '../base/browser/silent-access.js';
import { watched } from '../base/browser/watch-ceremonies.js';
import { passwordCredential, readSavedPassword } from './password-credential.js';
import { sendPassword, type SignedInByPassword } from './sign-in.js';

/**
 * How long the browser may take to say whether it releases a password without asking, in ms. No user is asked, so it
 * knows at once.
 */
const deadline = 5000;

/** The backend, and the callback when a password is being checked. */
export interface SilentSignInOptions {
  client: Client;
  signal?: AbortSignal | undefined;
  /** Called when the browser has released a password, before the backend is asked. */
  onRelease?: (() => void) | undefined;
}

/**
 * Signs a returning user in with the password that the browser has saved, without a prompt. Resolves with undefined if
 * there is no password to use: a user is signed in already; the user has signed out, which prevents it until they
 * choose an account themselves, see {@link signOut}; the browser has no password, or several; it is not Chromium; or
 * the page has tried before, because it tries once only. A sign-out in any tab ends it. A saved password that the
 * backend refuses is not retried on later pages, where it would count as one wrong attempt after the other.
 *
 * @throws {LatchError} `rejected` if the saved password does not work any more, `timed_out` if the browser does not
 *   answer within 5 seconds, `unsupported` or `cancelled` if it refuses to, `aborted`, and the errors of {@link
 *   Client.call}.
 * @see {@link https://www.w3.org/TR/credential-management-1/#user-mediation Credential Management, silent mediation}
 */
export async function signInSilently({
  client,
  signal,
  onRelease,
}: SilentSignInOptions): Promise<SignInOutcome<SignedInByPassword> | undefined> {
  if (!passwordCredential()) return undefined;
  const over = new AbortController();
  const ending = AbortSignal.any(signal ? [signal, over.signal] : [over.signal]);
  listen(({ type }) => type === 'signed-out' && over.abort(), over.signal);
  try {
    const { status, ...session } = await readSession(client, ending);
    if (status === 'signed-in' || 'unconfirmed' in session) return undefined;
    return await run(
      async (turn, commit) => {
        const saved = takeSilentAccess() ? readSavedPassword(await askBrowser(turn)) : undefined;
        // The browser may resolve although the request was aborted.
        if (turn.aborted) throw abortError(turn);
        if (!saved) return undefined;
        commit();
        onRelease?.();
        return watched(sendPassword({ client, ...saved, signal: turn }), 'password', 'ambient');
      },
      { mode: 'ambient', kind: 'password', signal: ending },
    );
  } catch (error) {
    if ((error as LatchError).code === 'rejected')
      preventSilentAccess().catch(() => 'the browser has none that could be prevented');
    throw error;
  } finally {
    over.abort();
  }
}

async function askBrowser(signal: AbortSignal): Promise<Credential | null> {
  try {
    return await within(deadline, () =>
      navigator.credentials.get({ password: true, mediation: 'silent', signal } as CredentialRequestOptions),
    );
  } catch (cause) {
    if (cause instanceof LatchError) throw cause;
    throw new LatchError(
      (cause as Partial<Error> | null)?.name === 'NotSupportedError' ? 'unsupported' : 'cancelled',
      'The browser returned no password.',
      { cause },
    );
  }
}
