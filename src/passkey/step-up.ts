import { run } from '../base/browser/ceremony.js';
import { noteSessionChange } from '../base/storage/channel.js';
import type { Client } from '../base/client/client.js';
import { finishPasskeySignIn, startPasskeySignIn } from '../base/contract/passkey-sign-in.js';
import type { PasskeyRequestOptions } from '../base/contract/types.js';
import { LatchError } from '../base/client/errors.js';
import { renewOnce } from '../base/client/renew-once.js';
import { prefetch, type Prefetched } from '../base/client/prefetch.js';
import { serializeAuthentication } from '../base/browser/serialize.js';
import { watched } from '../base/browser/watch-ceremonies.js';
import { decodeRequestOptions } from './options-json.js';
import type { Hint, SignInPhase } from './sign-in.js';
import { getCredential } from './webauthn.js';
import { callForUser } from '../session/call-for-user.js';

/** The user who is signed in has proved again who they are: their session is fresh. */
export interface SteppedUp {
  /** The credential that was used, as base64url. */
  readonly credentialId: string;
}

/** Where the user is signed in, and how the browser should ask for the passkey. */
export interface StepUpOptions {
  client: Client;
  /** Prefetched options for this ceremony. Defaults to a new set. Those of a sign-in do not work here. */
  options?: Prefetched<PasskeyRequestOptions>;
  /** Replaces the backend's `hints` unless empty. */
  hints?: readonly Hint[];
  signal?: AbortSignal | undefined;
  onPhase?: ((phase: SignInPhase) => void) | undefined;
}

const query = '?step-up';

/**
 * Has the user who is signed in prove again, with a passkey of theirs and with user verification, who they are. The
 * backend then takes the session for fresh, and gives it a new id. Needs a user gesture in WebKit. PRF results never
 * leave the page.
 *
 * @throws {LatchError} `step_up_required` for an account without passkeys, with the backend's answer as the cause,
 *   which names the `methods` it has; `wrong_account`, `unauthenticated`, `unsupported` also where the backend has no
 *   step-up, `cancelled`, `superseded`, `aborted`, `invalid_rp_id`, `insecure_context`, `constraint`,
 *   `unknown_credential`, `passkey_moved`, `challenge_expired`, `rejected`, and the other errors of {@link Client.call}.
 * @see {@link https://www.w3.org/TR/webauthn-3/#user-verification WebAuthn, User Verification}
 */
export function stepUp(options: StepUpOptions): Promise<SteppedUp> {
  return watched(
    renewOnce(() => authenticateAgain(options)),
    'step-up',
  );
}

async function authenticateAgain({
  client,
  options = stepUpOptionsOf(client),
  hints,
  signal,
  onPhase,
}: StepUpOptions): Promise<SteppedUp> {
  onPhase?.('preparing');
  // Before the turn: an account that cannot do this must not end an offer in autofill for nothing.
  const json = await options.take(signal);
  // A backend without step-up ignores the query, and would sign in the owner of any passkey.
  if (json.userVerification !== 'required' || !json.allowCredentials?.length)
    throw new LatchError('unsupported', 'The backend has no step-up.');
  const ceremony = async (turn: AbortSignal, commit: () => void) => {
    onPhase?.('asking');
    const publicKey = decodeRequestOptions({ ...json, ...(hints?.length && { hints: [...hints] }) });
    const credential = await getCredential({ publicKey, mediation: 'required' }, turn);
    options.discard();
    commit();
    onPhase?.('verifying');
    const body = serializeAuthentication(credential);
    await client.call(finishPasskeySignIn, { body, query, signal: turn });
    // The session has another id by now, and its challenges are gone.
    noteSessionChange();
    return { credentialId: body.id };
  };
  return run(ceremony, { mode: 'modal', signal });
}

/** Options for stepping up at this backend, fetched ahead. */
export function stepUpOptionsOf(client: Client): Prefetched<PasskeyRequestOptions> {
  return prefetch({ fetch: () => callForUser(client, startPasskeySignIn, { query }) });
}
