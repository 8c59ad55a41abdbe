import { Refusal } from '../http/refusal.js';
import type { Services } from '../services.js';
import type { Purpose } from '../store/records.js';

/** Whether it could be ours. PostgreSQL refuses to look for a text with U+0000. */
const isSafe = (challenge: string): boolean => /^[\w-]+$/.test(challenge);

/**
 * Takes the challenge from the session, and returns the data stored with it. It is deleted in every case; of several
 * requests with the same challenge only one succeeds.
 *
 * @throws {Refusal} 400 `challenge_expired` when this session does not have it, or not for this purpose, or no longer.
 */
export async function useUpChallenge(
  { store, now }: Services,
  sessionId: string | undefined,
  challenge: string,
  purpose: Purpose,
): Promise<string | null> {
  const taken =
    sessionId !== undefined && isSafe(challenge) ? await store.takeChallenge(sessionId, challenge) : undefined;
  if (!taken || taken.purpose !== purpose || taken.expires <= now()) {
    throw new Refusal(400, 'challenge_expired', {
      message: 'The challenge is unknown, used, expired or for another purpose.',
    });
  }
  return taken.details;
}
