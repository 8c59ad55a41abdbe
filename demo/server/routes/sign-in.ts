import type { Handler } from 'hono';
import type { AuthenticationResponse, RequestOptions } from '../../../src/core/contract-types.js';
import { refuseVerification, takeChallenge } from '../ceremony.js';
import { requestOptions, stepUpOptions } from '../ceremony-options.js';
import { checkShape } from '../contract.js';
import { demandStepUp } from '../freshness.js';
import { readJson } from '../middleware/body.js';
import { Refusal } from '../refusal.js';
import type { Env, RequestContext, Services } from '../services.js';
import { verifyAuthentication } from '../webauthn/index.js';

/** Presence decides, so that `?step-up`, `?step-up=` and `?step-up=1` are the same. */
function isStepUp(context: RequestContext): boolean {
  return new URL(context.req.url).searchParams.has('step-up');
}

/** Issues a challenge for signing in, in the visitor's session or in a new one that only carries challenges. */
export async function issueRequestOptions({ config, sessions }: Services, context: RequestContext): Promise<RequestOptions> {
  return requestOptions(config, await sessions.issueSignInChallenge(context, 'login'));
}

/** Issues a challenge for proving again who one is. An account without a passkey learns which ways it has instead. */
async function issueStepUpOptions(services: Services, context: RequestContext): Promise<RequestOptions> {
  const { config, sessions, store } = services;
  const { id, authentication } = await sessions.demand(context);
  const credentials = await store.listCredentials(authentication.userId);
  if (credentials.length === 0) await demandStepUp(services, authentication.userId);
  const challenge = await sessions.issueChallenge(id, 'step-up');
  if (challenge === undefined) throw new Refusal(401, 'unauthenticated');
  return stepUpOptions(config, challenge, credentials);
}

/** `POST /webauthn/login/options`. */
export function loginOptions(services: Services): Handler<Env> {
  return async (context) => context.json(await (isStepUp(context) ? issueStepUpOptions : issueRequestOptions)(services, context));
}

function refuseUnknown({ config }: Services, credentialId: string): never {
  throw new Refusal(404, 'unknown-credential', { body: { rpId: config.rpId, credentialId } });
}

/** Finds the passkey that made the response, and refuses it when it says that it is somebody else's. */
async function findCredential(services: Services, { id, response: { userHandle } }: AuthenticationResponse) {
  const found = await services.store.findCredential(id);
  if (!found) return refuseUnknown(services, id);
  if (userHandle !== undefined && userHandle !== found.ownerHandle) throw new Refusal(400, 'wrong_user_handle');
  return found.credential;
}

function refuseEndedSession(): never {
  throw new Refusal(400, 'challenge_expired', { message: 'The session was ended meanwhile.' });
}

/** A step-up proves that the person of the session is here, so a passkey of somebody else proves nothing. */
async function refuseOtherAccount({ sessions }: Services, context: RequestContext, ownerId: string): Promise<void> {
  const session = await sessions.read(context);
  if (!session?.authentication) return refuseEndedSession();
  if (session.authentication.userId !== ownerId) throw new Refusal(400, 'wrong_account');
}

/** `POST /webauthn/login/verify`: checks the response, and signs its owner in or notes that they are here still, under a fresh session id. */
export function loginVerify(services: Services): Handler<Env> {
  const { config, limits, log, sessions, store } = services;
  return async (context) => {
    const response = checkShape('AuthenticationResponse', readJson(context));
    const stepUp = isStepUp(context);
    // Whether the session lives is not asked here: an ended one has no challenge to take, and cannot be moved at the end.
    const sessionId = sessions.readId(context);
    const challenge = await takeChallenge(services, sessionId, response, stepUp ? 'step-up' : 'login');

    const credential = await findCredential(services, response);
    if (stepUp) await refuseOtherAccount(services, context, credential.userId);

    const subject = `passkey:${credential.userId}`;
    await limits.checkAccount(subject);
    const { origins, rpId, embedders } = config;
    const { counter, backedUp, userVerified } = await verifyAuthentication({
      response, challenge, rpId, origins, embedders, requireUserVerification: stepUp, credential,
    }).catch(async (error: unknown) => {
      await limits.countAccount(subject);
      return refuseVerification(error);
    });

    const signedIn = await sessions.signIn(context, credential.userId, userVerified ? 'passkey-uv' : 'passkey', async (next, usedAt) => {
      const use = { credentialId: credential.id, userId: credential.userId, counter, backedUp, usedAt };
      const saved = await (stepUp ? store.stepUpWithCredential : store.signInWithCredential)(use, next, sessionId!);
      if (saved !== 'counter') return saved === 'signed-in';
      if (!(await store.findCredential(credential.id))) return refuseUnknown(services, credential.id);
      log({ level: 'warn', event: 'possible-clone', credentialId: credential.id, userId: credential.userId });
      await limits.countAccount(subject);
      throw new Refusal(400, 'counter_not_increased', { message: 'The signature counter did not grow; the authenticator may be cloned.' });
    });
    if (!signedIn) refuseEndedSession();
    return context.json({ verified: true });
  };
}
