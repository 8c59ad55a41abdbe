import type { Handler } from 'hono';
import type { CodeAnswer, EmailNonceAnswer } from '../../../src/base/contract/types.js';
import { pageOrigins } from '../config/server-config.js';
import type { FindIssuerKeys } from '../email-verification/issuers.js';
import { verifyEmailToken } from '../email-verification/token.js';
import { checkShape } from '../http/contract.js';
import { readJson } from '../http/middleware/body.js';
import { Refusal } from '../http/refusal.js';
import type { Env } from '../http/request-context.js';
import { ProviderFailure } from '../oidc/provider-failure.js';
import { acceptProof, planFor, readAsking, refuseProof } from '../one-time-codes/accept-proof.js';
import { readAddress } from '../one-time-codes/addressee.js';
import type { Services } from '../services.js';
import { useUpChallenge } from '../sessions/challenges.js';
import { IdentityFailure } from '../wallet/identity-failure.js';

/** `GET /otp/nonce`: a nonce that a browser binds its token for an email address to. */
export function issueEmailNonce({ now, sessions }: Services): Handler<Env> {
  return async (context) => {
    const nonce = await sessions.issueSignInChallenge(context, 'email', String(now()));
    return context.json({ nonce } satisfies EmailNonceAnswer);
  };
}

/**
 * `POST /otp/token`: takes a browser's token for an email address instead of a code. Its nonce is used up in every
 * case.
 */
export function verifyByToken(services: Services, findKeys: FindIssuerKeys): Handler<Env> {
  const { config, log, now, sessions, store } = services;
  const origins = pageOrigins(config);

  const verify = async (token: string, address: string, nonce: string, requestedAt: number): Promise<void> => {
    try {
      await verifyEmailToken(token, { address, origins, nonce, requestedAt, now: now() }, findKeys);
    } catch (error) {
      if (error instanceof IdentityFailure) {
        log({ level: 'warn', event: 'email-token-refused', reason: error.reason });
        throw new Refusal(400, 'verification_failed', { message: error.message, body: { reason: error.reason } });
      }
      if (!(error instanceof ProviderFailure)) throw error;
      log({ level: 'warn', event: 'email-issuer-failed', reason: error.reason });
      throw new Refusal(502, 'provider_failed', { message: 'The issuer of the address cannot be reached.' });
    }
  };

  return async (context) => {
    const { to, token, nonce } = checkShape('EmailToken', readJson(context));
    const address = readAddress(to, 'email', 'to');
    const requestedAt = Number(await useUpChallenge(services, sessions.readId(context), nonce, 'email'));
    await verify(token, address, nonce, requestedAt);
    const session = await sessions.read(context);
    const plan = session && (await planFor(store, address, await readAsking(services, session)));
    if (!plan) return refuseProof();
    const proof = { ...plan, sessionId: session.id, hash: null };
    return context.json((await acceptProof(services, context, session, plan.purpose, proof)) satisfies CodeAnswer);
  };
}
