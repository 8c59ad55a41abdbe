import { broadcast } from '../storage/channel.js';
import type { NextStep, SignInAnswer } from '../contract/types.js';

/** The first proof was right, and the backend requires another step before the user is signed in. */
export interface StepRequired {
  /** How the sign-in began. */
  readonly method: 'passkey' | 'password' | 'fedcm' | 'oidc' | 'otp' | 'other-device';
  readonly next: NextStep;
}

/** How a sign-in ended: the user is signed in, or the backend requires the step `next` before that. */
export type SignInOutcome<SignedIn> = (SignedIn & { readonly next?: undefined }) | StepRequired;

/** The step that the backend requires before the user is signed in, if any. */
export function requiredStep(answer: SignInAnswer | void): NextStep | undefined {
  const next = answer?.next;
  // This one is advice.
  return next?.step === 'create-passkey' ? undefined : next;
}

/** Reads how a sign-in ended from the backend's answer, and notifies the other tabs if the user is signed in. */
export function outcomeOf<SignedIn extends Pick<StepRequired, 'method'>>(
  answer: SignInAnswer | void,
  signedIn: SignedIn,
): SignInOutcome<SignedIn> {
  const next = requiredStep(answer);
  if (next) return { method: signedIn.method, next };
  broadcast({ type: 'signed-in' });
  return signedIn;
}
