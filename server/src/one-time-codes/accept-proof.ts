import type { CodeAnswer } from '../../../src/base/contract/types.js';
import { Refusal } from '../http/refusal.js';
import type { RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import { findWaitingForAddress, goOn, type WaitingForAddress } from '../second-factor/waiting-sign-in.js';
import type { AddressProof } from '../store/one-time-codes.js';
import type { OneTimeCode, Session } from '../store/records.js';
import type { Store } from '../store/store.js';

/** The account that an address belongs to, and what a proof of the address does. */
export type AddressPlan = Pick<OneTimeCode, 'purpose' | 'address'> & { userId: string };

/** Whose addresses a request may verify. */
export interface Asking {
  userId: string | undefined;
  /**
   * What else the user may verify, because their sign-in waits for an address: one that no account has verified, or one of
   * theirs again.
   */
  also?: 'new' | 'own';
}

/** Reads who asks in the session: its user, or the one whose sign-in waits in it for a verified address. */
export async function readAsking(services: Services, session: Session | undefined): Promise<Asking> {
  const waiting = session && (await findWaitingForAddress(services, session));
  if (!waiting) return { userId: session?.authentication?.userId };
  return { userId: waiting.pending.authentication.userId, also: waiting.isVerified ? 'own' : 'new' };
}

/**
 * Finds the account of the address, and what a proof of the address does there; undefined if no account has it. A user
 * can verify an address that they have just added to their account, even if another account has it.
 */
export async function planFor(
  store: Store,
  address: string,
  { userId: asking, also }: Asking,
): Promise<AddressPlan | undefined> {
  const owners = await store.findOwners(address, asking);
  const own = owners.find(({ userId, verifiedAt }) => userId === asking && (verifiedAt === null || also === 'own'));
  if (own) return { purpose: 'verify-address', userId: own.userId, address };
  const owner = owners.find(({ verifiedAt }) => verifiedAt !== null);
  if (owner) return { purpose: 'sign-in', userId: owner.userId, address };
  return also === 'new' ? { purpose: 'verify-address', userId: asking!, address } : undefined;
}

/** Wrong, used, expired, too many attempts: the same response, so that a guess reveals nothing else. */
export function refuseProof(): never {
  throw new Refusal(400, 'rejected');
}

function refuseTaken(): never {
  throw new Refusal(409, 'wrong_account', { message: 'Another account has this address.' });
}

/**
 * Signs the owner of the proven address in, or verifies the address of the account in `session`, which completes a
 * sign-in that waits for that.
 *
 * @throws {Refusal} 400 `rejected` when the proof is used up or what it was for has changed meanwhile, 409
 *   `wrong_account` when another account has verified the address.
 */
export async function acceptProof(
  services: Services,
  context: RequestContext,
  session: Session,
  purpose: OneTimeCode['purpose'],
  proof: AddressProof,
): Promise<CodeAnswer> {
  const { now, sessions, store } = services;
  if (purpose === 'verify-address') {
    const waiting = await findWaitingForAddress(services, session);
    if (waiting) return completeWithAddress(services, context, waiting, proof);
    const outcome = await store.verifyAddress(proof, now(), session);
    if (outcome === 'taken') return refuseTaken();
    return outcome === 'verified' ? { signedIn: false } : refuseProof();
  }
  // In a session of the same user it stays the same session to them.
  const again = session.authentication?.userId === proof.userId;
  const started = await sessions.signIn(context, proof.userId!, 'otp', (next, time) =>
    store.signInWithCode(next, time, proof, again),
  );
  return started ?? refuseProof();
}

async function completeWithAddress(
  services: Services,
  context: RequestContext,
  waiting: WaitingForAddress,
  proof: AddressProof,
): Promise<CodeAnswer> {
  const { authentication, secondFactor } = waiting.pending;
  // The code is of another sign-in, which waited here before.
  if (authentication.userId !== proof.userId) return refuseProof();
  const done = { secondFactor: waiting.isSecondFactor ? ('otp' as const) : secondFactor, verifiesAddress: true };
  const completed = await goOn(services, context, waiting, done, async (move) => {
    const outcome = await services.store.signInWithAddress(proof, move, { mayAdd: !waiting.isVerified });
    if (outcome === 'taken') return refuseTaken();
    return outcome === 'verified';
  });
  if (!completed) return refuseProof();
  return completed.next ? completed : { authMethod: authentication.authMethod };
}
