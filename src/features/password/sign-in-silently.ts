import { run } from '../../core/ceremony.js';
import type { Client } from '../../core/client.js';
import { within } from '../../core/deadline.js';
import { abortError } from '../../core/errors.js';
import { readSession } from '../../core/session.js';
import { passwordCredential, readSavedPassword } from './password-credential.js';
import { signInWithPassword, type SignedInByPassword } from './sign-in.js';

/** How long the browser may take to say whether it releases a password without asking, in ms. No person is asked, so it knows at once. */
const deadline = 5000;

/** Where the person signs in, and who is told that there is something to check. */
export interface SilentSignInOptions {
  client: Client;
  signal?: AbortSignal | undefined;
  /** Called when the browser has released a password, before the backend is asked. */
  onRelease?: (() => void) | undefined;
}

/**
 * Signs a returning person in with the password that the browser has saved for them, without asking anybody anything. Resolves with undefined when there is nothing to release: somebody is signed in already,
 * the person has signed out (which prevents it until they choose an account themselves, see {@link signOut}), the browser holds none or several, or it is not Chromium.
 *
 * @throws {LatchError} `rejected` if the saved password does not work any more, `timed_out` if the browser does not answer within 5 seconds, `aborted`, and the errors of {@link Client.call}.
 * @see {@link https://www.w3.org/TR/credential-management-1/#user-mediation Credential Management, silent mediation}
 */
export async function signInSilently({ client, signal, onRelease }: SilentSignInOptions): Promise<SignedInByPassword | undefined> {
  if (!passwordCredential()) return undefined;
  const { status, ...session } = await readSession(client, signal);
  if (status === 'signed-in' || 'unconfirmed' in session) return undefined;
  return run(
    async (turn) => {
      const request = { password: true, mediation: 'silent', signal: turn } as CredentialRequestOptions;
      const saved = readSavedPassword(await within(deadline, () => navigator.credentials.get(request)));
      if (turn.aborted) throw abortError(turn);
      if (!saved) return undefined;
      onRelease?.();
      return signInWithPassword({ client, ...saved, signal: turn });
    },
    { mode: 'ambient', kind: 'password', signal },
  );
}
