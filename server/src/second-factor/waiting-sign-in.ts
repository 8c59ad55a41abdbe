import { Refusal } from '../http/refusal.js';
import type { RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { SignedIn } from '../sessions/sign-in.js';
import type { PendingSignIn, SecondFactor, Session } from '../store/records.js';
import type { Move } from '../store/second-factors.js';

/** A sign-in that waits for its next step, and the session that it waits in. */
export interface Waiting {
  session: Session;
  pending: PendingSignIn;
}

/** @throws {Refusal} 401 when no sign-in waits in the session of the request. */
export async function demandWaiting({ now, sessions, store }: Services, context: RequestContext): Promise<Waiting> {
  const session = await sessions.read(context);
  const pending = session && (await store.findPendingSignIn(session.id, now()));
  if (!pending) throw new Refusal(401, 'unauthenticated');
  return { session, pending };
}

/** A sign-in that a verified address completes. */
export interface WaitingForAddress extends Waiting {
  /** Whether only an address counts that the account has verified already. Then no other address is added. */
  isVerified: boolean;
  /** Whether the address is its second factor. */
  isSecondFactor: boolean;
}

/** The sign-in in the session that a verified address completes; undefined if none does. */
export async function findWaitingForAddress(
  { nextSteps, now, store }: Services,
  session: Session,
): Promise<WaitingForAddress | undefined> {
  const pending = nextSteps.isOn ? await store.findPendingSignIn(session.id, now()) : undefined;
  if (!pending) return undefined;
  if (await nextSteps.takesAddress(pending)) return { session, pending, isVerified: true, isSecondFactor: true };
  if (!nextSteps.mayNeedAddress) return undefined;
  const next = await nextSteps.find({ ...pending.authentication, secondFactor: pending.secondFactor });
  return !next || next.step === 'verify-address'
    ? { session, pending, isVerified: !next, isSecondFactor: false }
    : undefined;
}

/** Signs in as far as the step allows that `save` saves. Undefined when it was not saved. */
export function goOn(
  { sessions }: Services,
  context: RequestContext,
  { session: previous, pending }: Waiting,
  done: { secondFactor: SecondFactor | null; acceptedTerms?: string; verifiesAddress?: boolean },
  save: (move: Move) => Promise<boolean>,
): Promise<SignedIn | undefined> {
  const { authentication, recoveryUntil, credentialId, providerSession, issuer, beganWith } = pending;
  const { userId, authMethod, authTime } = authentication;
  const again = previous.authentication?.userId === userId;
  return sessions.signIn(
    context,
    userId,
    authMethod,
    (session, now) => save({ session, now, previousId: previous.id, again }),
    {
      authTime,
      recoveryUntil,
      credentialId,
      providerSession,
      issuer,
      beganWith,
      ...done,
      completes: pending,
    },
  );
}
