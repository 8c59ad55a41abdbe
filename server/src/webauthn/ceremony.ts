import type { ContractTypes } from '../../../src/base/contract/types.js';
import { checkShape } from '../http/contract.js';
import { readJson } from '../http/middleware/body.js';
import type { RequestContext } from '../http/request-context.js';
import { Refusal } from '../http/refusal.js';
import type { Services } from '../services.js';
import { useUpChallenge } from '../sessions/challenges.js';
import type { Purpose } from '../store/records.js';
import { PaymentMismatch } from './payment-data.js';
import { readChallenge } from './read-challenge.js';
import { AttestationRefused, OriginMismatch, PasskeyMoved, VerificationError } from './verification-error.js';

/** Turns what the verification found into the contract's answer: 401 for a wrong signature, 400 for the rest. */
export function refuseVerification(error: unknown): never {
  if (!(error instanceof VerificationError)) throw error;
  if (error instanceof PaymentMismatch)
    throw new Refusal(400, 'payment_mismatch', { message: error.reason, body: { member: error.member } });
  if (error instanceof AttestationRefused) throw new Refusal(400, 'attestation_refused', { message: error.reason });
  if (error instanceof PasskeyMoved) throw new Refusal(400, 'passkey_moved', { message: error.reason });
  throw new Refusal(error.status, error.status === 401 ? 'rejected' : 'verification_failed', {
    message: error.reason,
    ...(error instanceof OriginMismatch && { foreignOrigin: { page: error.page, configured: error.configured } }),
  });
}

/**
 * Reads a response as a page sends it. What stands for nothing is left out: null, and an empty user handle. Some password
 * managers and client libraries write that.
 *
 * @throws {Refusal} 400 `bad_request` that says which member is wrong.
 */
export function readResponse<Name extends 'AuthenticationResponse' | 'RegistrationResponse'>(
  name: Name,
  context: RequestContext,
): ContractTypes[Name] {
  const body = withoutEmpty(readJson(context)) as { response?: unknown } | null;
  const hasResponse = Object(body?.response) === body?.response;
  return checkShape(name, hasResponse ? { ...body, response: withoutEmpty(body!.response) } : body);
}

/** A copy of an object without what stands for nothing; everything else as it is. */
function withoutEmpty(value: unknown): unknown {
  if (Object(value) !== value || Array.isArray(value)) return value;
  const isThere = ([name, member]: [string, unknown]) => member !== null && !(name === 'userHandle' && member === '');
  return Object.fromEntries(Object.entries(value as object).filter(isThere));
}

/**
 * Reads the challenge that `response` names, which may never have been issued. @throws {Refusal} 400
 * `verification_failed` when none can be read.
 */
export function readNamedChallenge(response: unknown): string {
  try {
    return readChallenge(response);
  } catch (error) {
    return refuseVerification(error);
  }
}

/**
 * Uses up the challenge that `response` names, and returns it.
 *
 * @throws {Refusal} 400 `challenge_expired`, as above; `verification_failed` when no challenge can be read.
 */
export async function takeChallenge(
  services: Services,
  sessionId: string | undefined,
  response: unknown,
  purpose: Purpose,
): Promise<string> {
  const challenge = readNamedChallenge(response);
  await useUpChallenge(services, sessionId, challenge, purpose);
  return challenge;
}
