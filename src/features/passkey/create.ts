import { run } from '../../core/ceremony.js';
import type { Client } from '../../core/client.js';
import { registrationOptions, verifyRegistration } from '../../core/contract/registration.js';
import { withOptionalLock } from '../../core/locks/optional-lock.js';
import type { LatchError } from '../../core/errors.js';
import { serializeRegistration } from '../../core/serialize.js';
import { decodeCreationOptions } from './options-json.js';
import { creationLock, signalUnknownCredential } from './signals.js';
import type { Hint } from './sign-in.js';
import { createCredential } from './webauthn.js';

/** The authenticator has the passkey and the backend has its public key. */
export interface PasskeyCreated {
  /** The new credential, as base64url. */
  readonly credentialId: string;
  /** Whether a copy of the passkey survives the loss of this device. If not, a second one is good advice. */
  readonly backedUp: boolean;
  /**
   * False if the authenticator reports that it stores no discoverable credential (`credProps`): the browser offers the
   * passkey only to a request that names it. Missing otherwise.
   */
  readonly discoverable?: false;
}

/** Where the passkey is stored, and how the browser should ask for it. */
export interface CreatePasskeyOptions {
  client: Client;
  /**
   * Makes a silent request, right after a password sign-in (conditional create): the password manager decides without a
   * prompt, and usually declines with `cancelled`, `already_registered` or `constraint`. Do not show these errors.
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
 * Creates a passkey for the signed-in user. Needs a user gesture in WebKit and in cross-origin frames, unless
 * `automatic`. PRF results never leave the page. A passkey that the backend refuses is reported to its provider as
 * unknown, so that it is not offered.
 *
 * @throws {LatchError} `cancelled`, `superseded`, `aborted`, `unsupported`, `already_registered`, `invalid_rp_id`,
 *   `insecure_context`, `constraint`, `unauthenticated`, `step_up_required`, `challenge_expired`, `rejected`, and the
 *   errors of {@link Client.call}.
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
  if (automatic && payment) throw new TypeError('"payment" cannot be combined with "automatic"');
  const query = automatic ? '?auto=1' : payment ? '?payment' : '';
  onPhase?.('preparing');
  const json = await client.call(registrationOptions, { query, signal });
  return run(
    (turn) =>
      // Not while another tab reports the list of passkeys to a provider: the new one would be missing, and deleted
      // again.
      withOptionalLock(creationLock, { mode: 'shared', ifAvailable: true }, async () => {
        onPhase?.('asking');
        const publicKey = decodeCreationOptions({
          ...json,
          extensions: { ...json.extensions, credProps: true },
          ...(hints?.length && { hints: [...hints] }),
        });
        const credential = await createCredential(
          { publicKey, ...(automatic && { mediation: 'conditional' as const }) },
          turn,
        );
        onPhase?.('verifying');
        const body = serializeRegistration(credential);
        const { backedUp } = await client
          .call(verifyRegistration, { body, query, signal: turn })
          .catch((error: unknown) => {
            if (isRefused(error))
              signalUnknownCredential({ rpId: json.rp.id ?? location.hostname, credentialId: body.id });
            throw error;
          });
        const { rk } = (body.clientExtensionResults as AuthenticationExtensionsClientOutputs).credProps ?? {};
        return { credentialId: body.id, backedUp, ...(rk === false && { discoverable: false }) };
      }),
    { mode: 'modal', signal },
  );
}

/** Whether the backend itself reports that it has not stored the passkey, and no other account has the same id. */
function isRefused(error: unknown): boolean {
  const { status = 0, cause } = error as Partial<LatchError>;
  const reason = (cause as { error?: unknown } | null | undefined)?.error;
  return status >= 400 && status < 500 && typeof reason === 'string' && reason !== 'already_registered';
}
