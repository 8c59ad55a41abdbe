import { Refusal } from '../http/refusal.js';
import type { Services } from '../services.js';
import type { Purpose } from '../store/records.js';
import { PaymentMismatch, readChallenge, VerificationError } from './index.js';

/** Turns what the verification found into the contract's answer: 401 for a wrong signature, 400 for the rest. */
export function refuseVerification(error: unknown): never {
  if (!(error instanceof VerificationError)) throw error;
  if (error instanceof PaymentMismatch)
    throw new Refusal(400, 'payment_mismatch', { message: error.reason, body: { member: error.member } });
  throw new Refusal(error.status, error.status === 401 ? 'rejected' : 'verification_failed', { message: error.reason });
}

/**
 * Takes the challenge out of the session, and returns what was taken down beside it. It is gone afterwards, whatever
 * comes next; of several requests with the same one only
 * one gets this far.
 *
 * @throws {Refusal} 400 `challenge_expired` when this session does not have it, or not for this purpose, or no longer.
 */
export async function useUpChallenge(
  { store, now }: Services,
  sessionId: string | undefined,
  challenge: string,
  purpose: Purpose,
): Promise<string | null> {
  const taken = sessionId === undefined ? undefined : await store.takeChallenge(sessionId, challenge);
  if (!taken || taken.purpose !== purpose || taken.expires <= now()) {
    throw new Refusal(400, 'challenge_expired', {
      message: 'The challenge is unknown, used, expired or meant for something else.',
    });
  }
  return taken.details;
}

/**
 * Reads the challenge that `response` names, which nobody may have issued. @throws {Refusal} 400 `verification_failed`
 * when none can be read.
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
