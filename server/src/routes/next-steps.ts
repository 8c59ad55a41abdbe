import type { Handler } from 'hono';
import type { SignInAnswer } from '../../../src/base/contract/types.js';
import { prepareNotice } from '../accounts/notices.js';
import { secondFactorGuesses, triesPerSignIn } from '../config/limits.js';
import { redirectToSignIn } from '../http/sign-in-page.js';
import { checkShape } from '../http/contract.js';
import { formType, mediaType, readForm, readJson } from '../http/middleware/body.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import { isRecoveryCode } from '../second-factor/recovery-codes.js';
import type { SignedIn } from '../sessions/sign-in.js';
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
  const { clientOf, attemptSourceOf, limits, now, recoveryCodes, store, totps } = services;

  const findStep = async (userId: string, code: string): Promise<SecondFactorProof | undefined> => {
    const totp = await store.findTotp(userId);
    // A secret that is not confirmed does not sign in: the statement that uses its step refuses it.
    if (!totp) return undefined;
    const { sealed } = totp;
    const step = await totps.findStep(userId, sealed, code, now());
    return step === undefined ? undefined : { sealed, step };
  };
  const findRecoveryCode = async (
    userId: string,
    code: string,
    client: string,
  ): Promise<SecondFactorProof | undefined> => {
    const recoveryHash = await recoveryCodes.find(code, await store.listRecoveryHashes(userId), client);
    return recoveryHash === undefined ? undefined : { recoveryHash };
  };
  /** No code of the app can be right any more when its secret cannot be opened. */
  const refuseLostApp = async (userId: string): Promise<void> => {
    const totp = await store.findTotp(userId);
    if (!totp || totp.confirmedAt === null || (await totps.isReadable(userId, totp.sealed))) return;
    throw new Refusal(409, 'second_factor_unreadable', {
      message:
        'The server cannot check codes of this authenticator app any more. Use another way, and set it up again.',
    });
  };

  const verify = async (context: RequestContext, code: string): Promise<SignInAnswer> => {
    const waiting = await demandWaiting(services, context);
    const { userId } = waiting.pending.authentication;
    if (waiting.pending.secondFactor !== null) throw new Refusal(401, 'unauthenticated');
    const isRecovery = isRecoveryCode(code);
    if (!isRecovery) await refuseLostApp(userId);
    const notify = await prepareNotice(services, userId);
    let outcome: SignedIn | undefined;
    await limits.guess(
      `${isRecovery ? 'recovery-code' : 'second-factor'}:${userId}`,
      await attemptSourceOf(context, userId),
      async () => {
        // Counts before it is compared, so that a burst has no more attempts than a sequence.
        if (!(await store.tryPendingSignIn(waiting.session.id, now(), triesPerSignIn))) return false;
        const proof = await (isRecovery ? findRecoveryCode(userId, code, clientOf(context)) : findStep(userId, code));
        if (!proof) return false;
        outcome = await goOn(
          services,
          context,
          waiting,
          { secondFactor: isRecovery ? 'recovery-code' : 'totp' },
          (move) => store.signInWithSecondFactor(userId, proof, move),
        );
        return outcome !== undefined;
      },
      // Six digits can be guessed in time. A recovery code cannot, and stays a way in while strangers try codes.
      isRecovery ? undefined : secondFactorGuesses,
    );
    if (!outcome) return refuseCode();
    if (isRecovery) notify('recovery-code-used');
    return outcome;
  };

  return async (context) => {
    if (mediaType(context) !== formType)
      return context.json(await verify(context, checkShape('SecondFactorCode', readJson(context)).code));
    try {
      const { next } = await verify(context, checkShape('SecondFactorCode', readForm(context)).code);
      return next ? redirectToSignIn(context, services.config, 'next_step') : context.redirect('/', 303);
    } catch (error) {
      if (!(error instanceof Refusal) || (error.code !== 'rejected' && error.status !== 401)) throw error;
      return redirectToSignIn(context, services.config, error.status === 401 ? 'next_step' : 'wrong_code');
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
