import type { Handler } from 'hono';
import type { PasskeyRequestOptions } from '../../../src/base/contract/types.js';
import { readResponse, takeChallenge } from '../webauthn/ceremony.js';
import { requestOptions, stepUpOptions } from '../webauthn/ceremony-options.js';
import { demandStepUp } from '../sessions/freshness.js';
import { findCredential, refuseCounter, verifyPasskey } from '../webauthn/passkey-proof.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';

/** Presence decides, so that `?step-up`, `?step-up=` and `?step-up=1` are the same. */
function isStepUp(context: RequestContext): boolean {
  return context.req.query('step-up') !== undefined;
}

/** Issues a challenge for signing in, in the visitor's session or in a new one that only carries challenges. */
export async function issueRequestOptions(
  { config, sessions }: Services,
  context: RequestContext,
): Promise<PasskeyRequestOptions> {
  return requestOptions(config, await sessions.issueSignInChallenge(context, 'login'));
}

/** Issues a challenge for proving again who one is. An account without a passkey learns which ways it has instead. */
async function issueStepUpOptions(services: Services, context: RequestContext): Promise<PasskeyRequestOptions> {
  const { config, sessions, store } = services;
  const { id, authentication } = await sessions.demand(context);
  const credentials = await store.listCredentials(authentication.userId);
  if (credentials.length === 0) await demandStepUp(services, authentication.userId, { takesAnyProvider: true });
  const challenge = await sessions.issueChallenge(id, 'step-up');
  if (challenge === undefined) throw new Refusal(401, 'unauthenticated');
  return stepUpOptions(config, challenge, credentials);
}

/** `POST /webauthn/login/options`. */
export function loginOptions(services: Services): Handler<Env> {
  return async (context) =>
    context.json(await (isStepUp(context) ? issueStepUpOptions : issueRequestOptions)(services, context));
}

function refuseEndedSession(): never {
  throw new Refusal(400, 'challenge_expired', { message: 'The session has ended.' });
}

/** A step-up must prove that the session's user is present, so a passkey of another account proves nothing. */
async function refuseOtherAccount({ sessions }: Services, context: RequestContext, ownerId: string): Promise<void> {
  const session = await sessions.read(context);
  if (!session?.authentication) return refuseEndedSession();
  if (session.authentication.userId !== ownerId) throw new Refusal(400, 'wrong_account');
}

/**
 * `POST /webauthn/login/verify`: checks the response, and signs its owner in or notes that they are here still, under a
 * fresh session id.
 */
export function loginVerify(services: Services): Handler<Env> {
  const { sessions, store } = services;
  return async (context) => {
    const response = readResponse('AuthenticationResponse', context);
    const stepUp = isStepUp(context);
    // Whether the session lives is not asked here: an ended one has no challenge to take, and cannot be moved at the
    // end.
    const sessionId = sessions.readId(context);
    const challenge = await takeChallenge(services, sessionId, response, stepUp ? 'step-up' : 'login');

    const credential = await findCredential(services, response);
    if (stepUp) await refuseOtherAccount(services, context, credential.userId);

    const source = await services.attemptSourceOf(context, credential.userId);
    const { counter, backedUp, userVerified } = await verifyPasskey(services, credential, source, {
      response,
      challenge,
      requireUserVerification: stepUp,
    });

    const signedIn = await sessions.signIn(
      context,
      credential.userId,
      userVerified ? 'passkey-uv' : 'passkey',
      async (next, usedAt) => {
        const use = { credentialId: credential.id, userId: credential.userId, counter, backedUp, usedAt };
        const saved = await (stepUp ? store.stepUpWithCredential : store.signInWithCredential)(use, next, sessionId!);
        if (saved === 'counter') await refuseCounter(services, credential, source);
        return saved === 'saved';
      },
      {
        recoveryUntil: services.now() < (credential.trustedFrom ?? 0) ? credential.trustedFrom : null,
        credentialId: credential.id,
      },
    );
    if (!signedIn) return refuseEndedSession();
    return context.json({ verified: true, ...signedIn });
  };
}
