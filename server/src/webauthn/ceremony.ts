import { Refusal } from '../http/refusal.js';
import type { Services } from '../services.js';
import { useUpChallenge } from '../sessions/challenges.js';
import type { Purpose } from '../store/records.js';
import { PaymentMismatch } from './payment-data.js';
import { readChallenge } from './read-challenge.js';
import { PasskeyMoved, VerificationError } from './verification-error.js';

/** Turns what the verification found into the contract's answer: 401 for a wrong signature, 400 for the rest. */
export function refuseVerification(error: unknown): never {
  if (!(error instanceof VerificationError)) throw error;
  if (error instanceof PaymentMismatch)
    throw new Refusal(400, 'payment_mismatch', { message: error.reason, body: { member: error.member } });
  if (error instanceof PasskeyMoved) throw new Refusal(400, 'passkey_moved', { message: error.reason });
  throw new Refusal(error.status, error.status === 401 ? 'rejected' : 'verification_failed', { message: error.reason });
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
