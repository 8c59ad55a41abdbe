import assert from 'node:assert/strict';
import {
  createAuthenticator,
  type Algorithm,
  type Authenticator,
  type AuthenticatorOptions,
  type CreationOptionsJSON,
  type RegistrationContext,
  type RegistrationResponseJSON,
} from '../../../src/conformance/index.js';
import { hasPostQuantum, offeredAlgorithms } from '../../../server/src/webauthn/public-key.js';
import { VerificationError } from '../../../server/src/webauthn/verification-error.js';
import {
  verifyAuthentication,
  type AuthenticationCheck,
  type StoredCredential,
  type VerifiedAuthentication,
} from '../../../server/src/webauthn/verify-authentication.js';
import {
  verifyRegistration,
  type RegistrationCheck,
  type VerifiedRegistration,
} from '../../../server/src/webauthn/verify-registration.js';

export const rpId = 'app.example';
export const origin = 'https://app.example';
export const embedder = 'https://embedder.example';
export const challenge = Buffer.alloc(32, 7).toString('base64url');

export const creationOptions: CreationOptionsJSON = {
  rp: { id: rpId, name: 'App' },
  user: { id: Buffer.alloc(32, 9).toString('base64url'), name: 'alice', displayName: 'Alice' },
  challenge,
  pubKeyCredParams: offeredAlgorithms.map((alg) => ({ type: 'public-key', alg })),
};
export const requestOptions = { challenge, rpId };

/** Those that only some runtimes can verify. */
export const postQuantumNames: ReadonlyArray<readonly [Algorithm, string]> = [
  [-48, 'ML-DSA-44'],
  [-49, 'ML-DSA-65'],
  [-50, 'ML-DSA-87'],
];

/** The offered algorithms by the names people know. */
export const algorithmNames: ReadonlyArray<readonly [Algorithm, string]> = [
  [-8, 'EdDSA'],
  [-7, 'ES256'],
  [-257, 'RS256'],
  ...(hasPostQuantum ? postQuantumNames : []),
];

const expectations = { challenge, rpId, origins: [origin], embedders: [embedder] };

/** Verifies a registration against what these tests expect, except for what `differences` says. */
export function register(
  response: unknown,
  differences: Partial<RegistrationCheck> = {},
): Promise<VerifiedRegistration> {
  return verifyRegistration({ ...expectations, automatic: false, response, ...differences });
}

/** Verifies a sign-in with a credential against what these tests expect, except for what `differences` says. */
export function signIn(
  response: unknown,
  credential: StoredCredential,
  differences: Partial<AuthenticationCheck> = {},
): Promise<VerifiedAuthentication> {
  return verifyAuthentication({
    ...expectations,
    requireUserVerification: false,
    response,
    credential,
    ...differences,
  });
}

/** Creates a passkey on a new authenticator; `context` may differ from an ordinary ceremony. */
export function create(
  options: AuthenticatorOptions = {},
  context: Partial<RegistrationContext> = {},
): Promise<RegistrationResponseJSON> {
  return createAuthenticator(options).create(creationOptions, { origin, ...context });
}

/** An authenticator with a passkey that the server knows. */
export interface Enrolled {
  readonly authenticator: Authenticator;
  readonly credential: StoredCredential;
}

/** Registers a passkey on a new authenticator. */
export async function enroll(options: AuthenticatorOptions = {}): Promise<Enrolled> {
  const authenticator = createAuthenticator(options);
  const { credentialId, publicKey, counter, transports, deviceType } = await register(
    await authenticator.create(creationOptions, { origin }),
  );
  return { authenticator, credential: { id: credentialId, publicKey, counter, transports, deviceType } };
}

/** Asserts that a verification is refused with a status, for a reason. */
export async function assertRefused(
  verification: Promise<unknown>,
  status: number,
  reason?: string | RegExp,
): Promise<void> {
  await assert.rejects(verification, (error) => {
    assert.ok(error instanceof VerificationError, `${String(error)} is no VerificationError`);
    assert.equal(error.status, status);
    if (typeof reason === 'string') assert.equal(error.reason, reason);
    if (reason instanceof RegExp) assert.match(error.reason, reason);
    return true;
  });
}
