import type { AuthenticationResponse } from '../../../src/base/contract/types.js';
import { pageOrigins } from '../config/server-config.js';
import { refuseVerification } from './ceremony.js';
import { PasskeyMoved } from './verification-error.js';
import { Refusal } from '../http/refusal.js';
import type { AttemptSource } from '../accounts/attempts.js';
import type { Services } from '../services.js';
import type { Credential } from '../store/records.js';
import {
  verifyAuthentication,
  type AuthenticationCheck,
  type VerifiedAuthentication,
} from './verify-authentication.js';

/** Refuses an unknown passkey, with the error that clients report to the passkey's provider. */
function refuseUnknown({ config }: Services, credentialId: string): never {
  throw new Refusal(404, 'unknown_credential', { body: { rpId: config.rpId, credentialId } });
}

/** Finds the passkey of the response, and refuses it if its user handle is another account's. */
export async function findCredential(
  services: Services,
  { id, response: { userHandle } }: AuthenticationResponse,
): Promise<Credential> {
  const found = await services.store.findCredential(id);
  if (!found) return refuseUnknown(services, id);
  if (userHandle !== undefined && userHandle !== found.ownerHandle) throw new Refusal(400, 'wrong_user_handle');
  return found.credential;
}

/** What a response must agree with, beside what the server is configured for. */
type Expected = Pick<AuthenticationCheck, 'response' | 'challenge' | 'requireUserVerification' | 'payment'>;

/**
 * Verifies what the passkey has signed. Failures count against `source` at its account.
 *
 * @throws {Refusal} 429 `rate_limited`; 401 `rejected` for a wrong signature; 400 for the rest.
 */
export async function verifyPasskey(
  { config, limits }: Services,
  credential: Credential,
  source: AttemptSource,
  expected: Expected,
): Promise<VerifiedAuthentication> {
  const subject = `passkey:${credential.userId}`;
  await limits.checkAccount(subject, source);
  const { rpId, embedders } = config;
  const origins = pageOrigins(config);
  return verifyAuthentication({ ...expected, rpId, origins, embedders, credential }).catch(async (error: unknown) => {
    // Who has the key does not guess.
    if (!(error instanceof PasskeyMoved)) await limits.countFailureAt(subject, source);
    return refuseVerification(error);
  });
}

/** Refuses a passkey whose counter did not grow, or that was removed meanwhile. */
export async function refuseCounter(
  services: Services,
  { id, userId }: Credential,
  source: AttemptSource,
): Promise<never> {
  const { limits, log, store } = services;
  if (!(await store.findCredential(id))) return refuseUnknown(services, id);
  log({ level: 'warn', event: 'possible-clone', credentialId: id, userId });
  await limits.countFailureAt(`passkey:${userId}`, source);
  throw new Refusal(400, 'counter_not_increased', {
    message: 'The signature counter did not grow; the authenticator may be cloned.',
  });
}
