import { run } from '../../core/ceremony.js';
import type { Client } from '../../core/client.js';
import { registrationOptions, verifyRegistration } from '../../core/contract/registration.js';
import { withOptionalLock } from '../../core/locks/optional-lock.js';
import { serializeRegistration } from '../../core/serialize.js';
import { decodeCreationOptions } from './options-json.js';
import { creationLock } from './signals.js';
import type { Hint } from './sign-in.js';
import { createCredential } from './webauthn.js';

/** A passkey exists on the person's side and the backend keeps its public key. */
export interface PasskeyCreated {
  /** The new credential, as base64url. */
  readonly credentialId: string;
  /** Whether a copy of the passkey survives the loss of this device. If not, a second one is good advice. */
  readonly backedUp: boolean;
}

/** Where the passkey is stored, and how the browser should ask for it. */
export interface CreatePasskeyOptions {
  client: Client;
  /**
   * Asks silently, right after a password sign-in (conditional create): the password manager decides, nothing is shown,
   * and most of the time it declines with `cancelled`, `already_registered` or
   * `constraint`, none of which is worth telling anybody.
   */
  automatic?: boolean;
  /**
   * Asks for a passkey that is to confirm payments in the browser's own dialog (Secure Payment Confirmation): one of
   * this device. Not together with `automatic`.
   */
  payment?: boolean;
  /** Replaces the backend's `hints` unless empty. */
  hints?: readonly Hint[];
  signal?: AbortSignal | undefined;
  onPhase?: ((phase: 'preparing' | 'asking' | 'verifying') => void) | undefined;
}

/**
 * Creates a passkey for the person who is signed in. Needs a user gesture in WebKit and in cross-origin frames, unless
 * `automatic`.
 * PRF results never leave the page.
 *
 * @throws {LatchError} `cancelled`, `superseded`, `aborted`, `unsupported`, `already_registered`, `invalid_rp_id`,
 *   `insecure_context`, `constraint`, `unauthenticated`, `step_up_required`,
 * `challenge_expired`, `rejected`, and the errors of {@link Client.call}.
 * @throws {TypeError} if it is to be both `automatic` and for `payment`.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-createCredential WebAuthn, Create a New Credential}
 */
export async function createPasskey({
  client,
  automatic,
  payment,
  hints,
  signal,
  onPhase,
}: CreatePasskeyOptions): Promise<PasskeyCreated> {
  if (automatic && payment) throw new TypeError('"payment" needs somebody to ask, and goes with no "automatic"');
  const query = automatic ? '?auto=1' : payment ? '?payment' : '';
  onPhase?.('preparing');
  const json = await client.call(registrationOptions, { query, signal });
  return run(
    (turn) =>
      // Not while another tab tells a provider which passkeys there are: the new one would be missing, and deleted again.
      withOptionalLock(creationLock, { mode: 'shared', ifAvailable: true }, async () => {
        onPhase?.('asking');
        const publicKey = decodeCreationOptions({ ...json, ...(hints?.length && { hints: [...hints] }) });
        const credential = await createCredential(
          { publicKey, ...(automatic && { mediation: 'conditional' as const }) },
          turn,
        );
        onPhase?.('verifying');
        const body = serializeRegistration(credential);
        const { backedUp } = await client.call(verifyRegistration, { body, query, signal: turn });
        return { credentialId: body.id, backedUp };
      }),
    { mode: 'modal', signal },
  );
}
