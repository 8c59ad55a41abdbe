import type { Handler } from 'hono';
import type { SignInAnswer } from '../../../src/core/contract-types.js';
import { tellOwner } from '../accounts/notices.js';
import { secondFactorGuesses, triesPerSignIn } from '../config/limits.js';
import { checkShape } from '../http/contract.js';
import { formType, mediaType, readForm, readJson } from '../http/middleware/body.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import { createRecoveryCodes } from '../second-factor/recovery-codes.js';
import type { SignedIn } from '../sessions/sessions.js';
import { createTotps } from '../second-factor/totp.js';
import { demandWaiting, goOn } from '../second-factor/waiting-sign-in.js';
import type { SecondFactorProof } from '../store/second-factors.js';

function refuseCode(): never {
  throw new Refusal(400, 'rejected');
}

/**
 * `POST /session/second-factor`: takes a code of the authenticator app, or a recovery code; as JSON, or as a form of a
 * page without script, which is answered with a redirect.
 */
export function verifySecondFactor(services: Services): Handler<Env> {
  const { guesserOf, limits, now, secrets, store } = services;
  const totps = createTotps(secrets);
  const recoveryCodes = createRecoveryCodes(secrets);

  const findProof = async (userId: string, code: string): Promise<SecondFactorProof | undefined> => {
    const totp = await store.findTotp(userId);
    // A secret that is not confirmed does not sign in: the statement that uses its step refuses it.
    if (!totp) return undefined;
    const { sealed } = totp;
    const step = totps.findStep(userId, sealed, code.replaceAll(/[\s\p{Pd}]/gu, ''), now());
    if (step !== undefined) return { sealed, step };
    const recoveryHash = recoveryCodes.find(userId, code, await store.listRecoveryHashes(userId));
    return recoveryHash === undefined ? undefined : { recoveryHash };
  };

  const verify = async (context: RequestContext, code: string): Promise<SignInAnswer> => {
    const waiting = await demandWaiting(services, context);
    const { userId } = waiting.pending.authentication;
    if (waiting.pending.secondFactor !== null) throw new Refusal(401, 'unauthenticated');
    let outcome: SignedIn | undefined;
    let usedRecoveryCode = false;
    await limits.guess(
      `second-factor:${userId}`,
      guesserOf(context, userId),
      async () => {
        // Counts before it is compared, so that a burst has no more attempts than a sequence.
        if (!(await store.tryPendingSignIn(waiting.session.id, now(), triesPerSignIn))) return false;
        const proof = await findProof(userId, code);
        if (!proof) return false;
        usedRecoveryCode = 'recoveryHash' in proof;
        outcome = await goOn(
          services,
          context,
          waiting,
          { secondFactor: usedRecoveryCode ? 'recovery-code' : 'totp' },
          (move) => store.signInWithSecondFactor(userId, proof, move),
        );
        return outcome !== undefined;
      },
      secondFactorGuesses,
    );
    if (!outcome) return refuseCode();
    if (usedRecoveryCode) await tellOwner(services, userId, 'recovery-code-used');
    return outcome;
  };

  return async (context) => {
    if (mediaType(context) !== formType)
      return context.json(await verify(context, checkShape('SecondFactorCode', readJson(context)).code));
    try {
      const { next } = await verify(context, checkShape('SecondFactorCode', readForm(context)).code);
      return context.redirect(next ? '/login?error=next_step' : '/', 303);
    } catch (error) {
      if (!(error instanceof Refusal) || (error.code !== 'rejected' && error.status !== 401)) throw error;
      return context.redirect(error.status === 401 ? '/login?error=next_step' : '/login?error=wrong_code', 303);
    }
  };
}

/** `POST /session/terms`: notes that the user accepts the terms that the sign-in waits for. */
export function acceptTerms(services: Services, termsUrl: string): Handler<Env> {
  const { nextSteps, store } = services;
  return async (context) => {
    const { url } = checkShape('AcceptedTerms', readJson(context));
    const waiting = await demandWaiting(services, context);
    const { authentication, secondFactor } = waiting.pending;
    const next = await nextSteps.find({ ...authentication, secondFactor });
    if (next && next.step !== 'accept-terms') throw new Refusal(401, 'unauthenticated');
    if (url !== termsUrl) return refuseCode();
    const outcome = await goOn(services, context, waiting, { secondFactor, acceptedTerms: url }, (move) =>
      store.acceptTerms(authentication.userId, url, move),
    );
    if (!outcome) throw new Refusal(401, 'unauthenticated');
    return context.json(outcome satisfies SignInAnswer);
  };
}
