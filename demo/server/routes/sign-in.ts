import type { Handler } from 'hono';
import type { RequestOptions } from '../../../src/core/contract-types.js';
import { refuseVerification, takeChallenge } from '../ceremony.js';
import { requestOptions } from '../ceremony-options.js';
import { checkShape } from '../contract.js';
import { readJson } from '../middleware/body.js';
import { Refusal } from '../refusal.js';
import type { Env, RequestContext, Services } from '../services.js';
import { verifyAuthentication } from '../webauthn/index.js';

/** Issues a challenge for signing in, in the visitor's session or in a new one that only carries challenges. */
export async function issueRequestOptions({ config, sessions }: Services, context: RequestContext): Promise<RequestOptions> {
  return requestOptions(config, await sessions.issueSignInChallenge(context));
}

/** `POST /webauthn/login/options`. */
export function loginOptions(services: Services): Handler<Env> {
  return async (context) => context.json(await issueRequestOptions(services, context));
}

/** `POST /webauthn/login/verify`: checks the response and signs its owner in under a fresh session id. */
export function loginVerify(services: Services): Handler<Env> {
  const { config, limits, log, sessions, store } = services;
  return async (context) => {
    const response = checkShape('AuthenticationResponse', readJson(context));
    // Whether the session lives is not asked here: an ended one has no challenge to take, and cannot be moved at the end.
    const sessionId = sessions.readId(context);
    const challenge = await takeChallenge(services, sessionId, response, 'login');

    const found = await store.findCredential(response.id);
    if (!found) throw new Refusal(404, 'unknown-credential', { body: { rpId: config.rpId, credentialId: response.id } });
    const { credential, ownerHandle } = found;
    const { userHandle } = response.response;
    if (userHandle !== undefined && userHandle !== ownerHandle) throw new Refusal(400, 'wrong_user_handle');

    const subject = `passkey:${credential.userId}`;
    await limits.checkAccount(subject);
    const { origins, rpId, embedders } = config;
    const { counter, backedUp, userVerified } = await verifyAuthentication({
      response, challenge, rpId, origins, embedders, requireUserVerification: false, credential,
    }).catch(async (error: unknown) => {
      await limits.countAccount(subject);
      return refuseVerification(error);
    });

    const signedIn = await sessions.signIn(context, credential.userId, userVerified ? 'passkey-uv' : 'passkey', async (next, usedAt) => {
      const use = { credentialId: credential.id, userId: credential.userId, counter, backedUp, usedAt };
      const saved = await store.signInWithCredential(use, next, sessionId!);
      if (saved !== 'counter') return saved === 'signed-in';
      log({ level: 'warn', event: 'possible-clone', credentialId: credential.id, userId: credential.userId });
      await limits.countAccount(subject);
      throw new Refusal(400, 'counter_not_increased', { message: 'The signature counter did not grow; the authenticator may be cloned.' });
    });
    if (!signedIn) throw new Refusal(400, 'challenge_expired', { message: 'The session was ended meanwhile.' });
    return context.json({ verified: true });
  };
}
