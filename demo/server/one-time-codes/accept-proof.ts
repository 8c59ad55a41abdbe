import type { CodeAnswer } from '../../../src/core/contract-types.js';
import { Refusal } from '../http/refusal.js';
import type { RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { AddressProof } from '../store/one-time-codes.js';
import type { OneTimeCode, Session } from '../store/records.js';
import type { Store } from '../store/store.js';

/** The account that an address belongs to, and what a proof of the address does. */
export type AddressPlan = Pick<OneTimeCode, 'purpose' | 'address'> & { userId: string };

/**
 * Finds the account of the address, and what a proof of the address does there; undefined if no account has it. A user
 * can verify an address that they have just added to their account, even if another account has it. `asking` is the
 * signed-in user.
 */
export async function planFor(
  store: Store,
  address: string,
  asking: string | undefined,
): Promise<AddressPlan | undefined> {
  const owners = await store.findOwners(address, asking);
  const own = owners.find(({ userId, verifiedAt }) => userId === asking && verifiedAt === null);
  if (own) return { purpose: 'verify-address', userId: own.userId, address };
  const owner = owners.find(({ verifiedAt }) => verifiedAt !== null);
  return owner && { purpose: 'sign-in', userId: owner.userId, address };
}

/** Wrong, used, expired, too many attempts: the same response, so that a guess reveals nothing else. */
export function refuseProof(): never {
  throw new Refusal(400, 'rejected');
}

/**
 * Signs the owner of the proven address in, or verifies the address of the account in `session`.
 *
 * @throws {Refusal} 400 `rejected` when the proof is used up or what it was for has changed meanwhile, 409
 *   `wrong_account` when another account has verified the address.
 */
export async function acceptProof(
  { now, sessions, store }: Services,
  context: RequestContext,
  session: Session,
  purpose: OneTimeCode['purpose'],
  proof: AddressProof,
): Promise<CodeAnswer> {
  if (purpose === 'verify-address') {
    const outcome = await store.verifyAddress(proof, now(), session);
    if (outcome === 'taken') throw new Refusal(409, 'wrong_account', { message: 'Another account has this address.' });
    return outcome === 'verified' ? { signedIn: false } : refuseProof();
  }
  // In a session of the same person it stays the same session to them.
  const again = session.authentication?.userId === proof.userId;
  const started = await sessions.signIn(context, proof.userId!, 'otp', (next, time) =>
    store.signInWithCode(next, time, proof, again),
  );
  return started ?? refuseProof();
}
