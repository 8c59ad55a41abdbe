import { challengeLifetime } from '../config/lifetimes.js';
import type {
  PasskeyCreationOptions,
  CredentialDescriptor,
  PasskeyRequestOptions,
} from '../../../src/base/contract/types.js';
import type { ServerConfig } from '../config/server-config.js';
import type { Account, Credential } from '../store/records.js';
import { offeredAlgorithms } from './public-key.js';

const describeCredential = ({ id, transports }: Credential): CredentialDescriptor => ({
  id,
  type: 'public-key',
  transports,
});

/**
 * Options for creating a passkey on `account`. PRF is asked for with an input, because Windows Hello in Firefox fails at a
 * request without one. The result stays in the page.
 */
export function creationOptions(
  config: ServerConfig,
  challenge: string,
  account: Pick<Account, 'handle' | 'name' | 'displayName'>,
  credentials: readonly Credential[],
): PasskeyCreationOptions {
  return {
    challenge,
    rp: { id: config.rpId, name: config.rpName },
    user: { id: account.handle, name: account.name, displayName: account.displayName },
    pubKeyCredParams: offeredAlgorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: challengeLifetime,
    excludeCredentials: credentials.map(describeCredential),
    // Never `required` for user verification: browsers refuse that in the silent ceremony after a password sign-in.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    attestation: 'none',
    extensions: { prf: { eval: { first: 'bGF0Y2hrZXkgYXNrcyB3aGV0aGVyIFBSRiBleGlzdHM' } } },
  };
}

/**
 * The same for a passkey that confirms payments too, which browsers create on this device only and where it verifies
 * its user.
 *
 * @see {@link https://www.w3.org/TR/secure-payment-confirmation/#sctn-payment-extension-registration Secure Payment
 *   Confirmation, payment extension}
 */
export function withPayment({
  authenticatorSelection,
  extensions,
  ...options
}: PasskeyCreationOptions): PasskeyCreationOptions {
  return {
    ...options,
    authenticatorSelection: {
      ...authenticatorSelection,
      authenticatorAttachment: 'platform',
      userVerification: 'required',
    },
    extensions: { ...extensions, payment: { isPayment: true } },
  };
}

/** The same where the server has to know the model of the authenticator. Browsers then ask their users for consent. */
export const withAttestation = (options: PasskeyCreationOptions): PasskeyCreationOptions => ({
  ...options,
  attestation: 'direct',
});

/** Options for signing in with whichever passkey the user chooses. */
export function requestOptions(config: ServerConfig, challenge: string): PasskeyRequestOptions {
  return {
    challenge,
    rpId: config.rpId,
    timeout: challengeLifetime,
    userVerification: 'preferred',
    allowCredentials: [],
  };
}

/** Options for proving again who one is, with one of the account's own passkeys. */
export function stepUpOptions(
  config: ServerConfig,
  challenge: string,
  credentials: readonly Credential[],
): PasskeyRequestOptions {
  return {
    challenge,
    rpId: config.rpId,
    timeout: challengeLifetime,
    userVerification: 'required',
    allowCredentials: credentials.map(describeCredential),
  };
}
