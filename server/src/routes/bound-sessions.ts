import type { Handler } from 'hono';
import type { BoundSession } from '../../../src/base/contract/types.js';
import type { ServerConfig } from '../config/server-config.js';
import type { Bindings } from '../sessions/bindings.js';
import { boundCookieAttributes, boundCookieName } from '../sessions/bound-cookie.js';
import { readKey, readProof, refuseProof, verifyProof, type BindingProof } from '../sessions/binding-proof.js';
import { pathOf } from '../http/contract.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';

/** Paths at the origin that need no session. */
const publicPaths = ['/assets', '/icons', '/.well-known', pathOf('checkHealth')];
const oldestProof = 5 * 60_000;
const clockSkew = 60_000;

/** What the browser is to do from now on. */
function describe(publicId: string, basePath: string): BoundSession {
  return {
    session_identifier: publicId,
    refresh_url: basePath + pathOf('refreshBoundSession'),
    scope: {
      include_site: false,
      // requests there need no session, or no longer one: they never wait for a refresh
      scope_specification: [...publicPaths, basePath + pathOf('endCurrentSession')].map((path) => ({
        type: 'exclude',
        path,
      })),
    },
    credentials: [{ type: 'cookie', name: boundCookieName, attributes: boundCookieAttributes }],
  };
}

/** The value of a header that is one structured string. Chromium leaves the quotation marks out. */
function readString(context: RequestContext, name: string): string | undefined {
  const value = context.req.header(name)?.trim();
  return value === undefined ? undefined : (/^"([^"\\]*)"$/.exec(value)?.[1] ?? value);
}

/** Holds a proof of an earlier draft to what it says about where and when it was made. */
function checkClaims(
  { audience, issuedAt }: BindingProof,
  { basePath = '', origins }: Pick<ServerConfig, 'basePath' | 'origins'>,
  now: number,
): void {
  if (audience !== undefined && !origins.some((origin) => audience === origin + basePath + pathOf('bindSession')))
    refuseProof('aud is not this address');
  if (issuedAt === undefined) return;
  const age = now - Number(issuedAt) * 1000;
  if (!(age < oldestProof && age > -clockSkew)) refuseProof('iat is not now');
}

/** `POST /session/bind`: binds the session that the challenge names to the key in the proof, once. */
export function bindSession({ config, now, store }: Services, { cookie }: Bindings): Handler<Env> {
  return async (context) => {
    const text = readString(context, 'Secure-Session-Response');
    if (text === undefined) return refuseProof('Secure-Session-Response is missing');
    const proof = readProof(text);
    const key = readKey(proof);
    await verifyProof(proof, key);
    const sessionId = proof.challenge.split('.')[0]!;
    const taken = await store.takeChallenge(sessionId, proof.challenge);
    const time = now();
    if (taken?.purpose !== 'bind' || taken.expires <= time)
      return refuseProof('the challenge is unknown, used, expired or meant for something else');
    checkClaims(proof, config, time);
    const publicId = await store.bindSession(sessionId, key, time);
    if (publicId === undefined) return refuseProof('the session is bound already, or over');
    cookie.set(context, publicId);
    return context.json(describe(publicId, config.basePath ?? ''));
  };
}

/** `POST /session/refresh`: renews the cookie of a bound session for the browser that has its key. */
export function refreshSession({ config, now, sessions, store }: Services, { cookie }: Bindings): Handler<Env> {
  return async (context) => {
    const session = await sessions.readBound(context);
    if (!session?.binding || readString(context, 'Sec-Secure-Session-Id') !== session.publicId)
      throw new Refusal(401, 'unauthenticated');
    const { id, publicId, binding } = session;

    const text = readString(context, 'Secure-Session-Response');
    if (text !== undefined) {
      const proof = readProof(text);
      await verifyProof(proof, binding.key);
      const taken = await store.takeChallenge(id, proof.challenge);
      if (taken?.purpose === 'refresh' && taken.expires > now()) {
        cookie.set(context, publicId);
        return context.json(describe(publicId, config.basePath ?? ''));
      }
    }
    const challenge = await sessions.issueChallenge(id, 'refresh');
    if (challenge === undefined) throw new Refusal(401, 'unauthenticated');
    throw new Refusal(403, 'proof_required', {
      headers: { 'Secure-Session-Challenge': `"${challenge}";id="${publicId}"` },
    });
  };
}
