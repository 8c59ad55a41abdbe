import { whileSigningIn } from '../base/client/sign-ins.js';
import { outcomeOf, type SignInOutcome } from '../base/client/sign-in-outcome.js';
import type { Client } from '../base/client/client.js';
import { finishPasskeySignUp, startPasskeySignUp } from '../base/contract/passkey-sign-up.js';
import { unlessAborted } from '../base/client/errors.js';
import { cookieLock, withOptionalLock } from '../base/storage/locks/optional-lock.js';
import { renewOnce } from '../base/client/renew-once.js';
import { watched } from '../base/browser/watch-ceremonies.js';
import { createAndStore, type PasskeyCreated } from './creation.js';
import type { Hint, SignedIn, SignInPhase } from './sign-in.js';

/** The account exists, its first passkey is stored, and the user is signed in. */
export interface SignedUp extends SignedIn, PasskeyCreated {}

/** Who signs up, and where. */
export interface SignUpOptions {
  client: Client;
  /** The account's name: what the user types to sign in, often an e-mail address. */
  username: string;
  /** The name that is shown. Defaults to `username`. */
  displayName?: string | undefined;
  /** Replaces the backend's `hints` unless empty. */
  hints?: readonly Hint[];
  signal?: AbortSignal | undefined;
  onPhase?: ((phase: SignInPhase) => void) | undefined;
}

/**
 * Creates an account with a passkey, in one ceremony, and signs the user in; notifies the tabs. The backend stores
 * nothing until it has verified the passkey, so a user who dismisses the dialog leaves no account. Needs a user gesture
 * in WebKit and in cross-origin frames.
 *
 * @throws {LatchError} `rejected` with the `status` 409 for a name that is taken, and 400 for one that is not allowed; `unsupported` where the
 *   browser has no passkeys, or, with the `status` 404, where the backend lacks `POST /signup/options`; `cancelled`,
 *   `superseded`, `aborted`, `invalid_rp_id`, `insecure_context`, `constraint`, `challenge_expired`, and the errors of
 *   {@link Client.call}.
 * @throws {TypeError} if `username` is not a string.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-createCredential WebAuthn, Create a New Credential}
 */
export function signUp(options: SignUpOptions): Promise<SignInOutcome<SignedUp>> {
  return watched(
    renewOnce(() => createAccount(options)),
    'sign-up',
  );
}

async function createAccount({
  client,
  username,
  displayName,
  hints,
  signal,
  onPhase,
}: SignUpOptions): Promise<SignInOutcome<SignedUp>> {
  if (typeof username !== 'string') throw new TypeError('"username" must be a string');
  onPhase?.('preparing');
  // As all fetches that may set the cookie of an anonymous session: one at a time, in all tabs.
  const body = { username, ...(displayName !== undefined && { displayName }) };
  const over = whileSigningIn(signal);
  const json = await unlessAborted(over, () =>
    withOptionalLock(cookieLock, {}, () => client.call(startPasskeySignUp, { body, signal: over })),
  );
  let outcome: SignInOutcome<Pick<SignedIn, 'method'>> | undefined;
  const created = await createAndStore({
    json,
    store: async (response, turn) => {
      const answer = await client.call(finishPasskeySignUp, { body: response, signal: turn });
      // Before the turn ends: the next ceremony takes options at once, and the previous ones are outdated.
      outcome = outcomeOf(answer, { method: 'passkey' });
      return answer;
    },
    hints,
    signal: over,
    onPhase,
  });
  return outcome?.next ? outcome : { method: 'passkey', ...created };
}
