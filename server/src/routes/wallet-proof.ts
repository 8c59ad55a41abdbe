import type { Handler, MiddlewareHandler } from 'hono';
import type { IdentityAnswer, IdentityRequest } from '../../../src/base/contract/types.js';
import { checkShape } from '../http/contract.js';
import { IdentityFailure } from '../wallet/identity-failure.js';
import { createPendingRequests } from '../wallet/pending-requests.js';
import type { IdentityVerifier } from '../wallet/verifier.js';
import { pageOrigins } from '../config/server-config.js';
import { readJson } from '../http/middleware/body.js';
import { isOfApp } from '../http/middleware/cross-site.js';
import { Refusal } from '../http/refusal.js';
import type { Env } from '../http/request-context.js';
import type { Services } from '../services.js';

/**
 * Refuses to begin a request for a page that is neither ours nor of `appOrigins`, where the browser says who asks: it would
 * push out those that wait.
 */
export function refuseOtherSites({ config: { appOrigins } }: Services): MiddlewareHandler<Env> {
  return async (context, next) => {
    const site = context.req.header('Sec-Fetch-Site') ?? 'same-origin';
    if (site !== 'same-origin' && !isOfApp(context, appOrigins))
      throw new Refusal(403, 'csrf', { message: 'Only a page of this site may request a credential.' });
    await next();
  };
}

/** `GET /identity/request`: what a page hands to the browser to ask a wallet. */
export function requestWalletProof(services: Services, verifier: IdentityVerifier): Handler<Env> {
  const requests = createPendingRequests(services);
  return async (context) => {
    const protocol = checkShape('IdentityProtocol', context.req.query('protocol') ?? null, 'protocol');
    if (!verifier.protocols.includes(protocol))
      throw new Refusal(400, 'bad_request', { message: 'protocol: does not support the query of this server' });
    const { id, secrets } = await requests.begin(context, protocol);
    const data = verifier.createRequest(protocol, id, secrets) as IdentityRequest['data'];
    return context.json({ protocol, data } satisfies IdentityRequest);
  };
}

/**
 * `POST /identity/verify`: verifies the response of a wallet. Its request is used up in every case, and nothing else is
 * stored.
 */
export function verifyWalletProof(services: Services, verifier: IdentityVerifier): Handler<Env> {
  const requests = createPendingRequests(services);
  const { config, log, now } = services;
  return async (context) => {
    const response = checkShape('IdentityResponse', readJson(context));
    try {
      const recognized = await verifier.recognize(response, await requests.list(context), {
        origins: pageOrigins(config),
        now: now(),
      });
      if (!recognized || !(await requests.take(context, recognized.requestId))) {
        throw new Refusal(400, 'challenge_expired', {
          message: 'The request is unknown, used, expired or belongs to another session.',
        });
      }
      return context.json({ verified: true, claims: await recognized.verify() } satisfies IdentityAnswer);
    } catch (error) {
      if (!(error instanceof IdentityFailure)) throw error;
      log({ level: 'warn', event: 'identity-refused', reason: error.reason });
      throw new Refusal(400, 'verification_failed', { message: error.message, body: { reason: error.reason } });
    }
  };
}
