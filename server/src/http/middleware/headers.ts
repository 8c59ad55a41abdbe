import type { MiddlewareHandler } from 'hono';
import contract from '../../../../contract/schemas.json' with { type: 'json' };
import { answerPolicy } from '../content-security-policy.js';
import type { Env } from '../request-context.js';

/** The paths whose answers are about one user: those of the contract, and the notes of the demo. */
export const neverStored = new RegExp(`^/(?:${[...contract.neverStored, 'notes'].join('|')})(?:/|$)`);

/**
 * What pages of other origins cause requests for: browsers and password managers fetch what is well known, and report
 * that a frame was refused.
 */
const forEveryOrigin = /^\/(?:\.well-known\/|csp-report$)/;

/** What a page that frames ours hands on to it, and what the framed page needs to ask the browser for anything. */
const handedOn = [
  'identity-credentials-get',
  'otp-credentials',
  'publickey-credentials-create',
  'publickey-credentials-get',
];

/**
 * The Permissions Policy of our answers. `framed` are the origins that a page may hand its own abilities on to, with
 * the `allow` attribute of a frame.
 */
export function permissionsPolicy(framed: readonly string[] = []): string {
  const abilities = ['self', ...framed.map((origin) => `"${origin}"`)].join(' ');
  return [
    'camera=()',
    'geolocation=()',
    'microphone=()',
    ...handedOn.map((ability) => `${ability}=(${abilities})`),
  ].join(', ');
}

/**
 * Headers for every response, errors included; a route may override them. Responses about one user, and those that set
 * a cookie, are sent with `no-store`.
 */
export function setSecurityHeaders(secure: boolean): MiddlewareHandler<Env> {
  const policy = permissionsPolicy();
  return async (context, next) => {
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('Referrer-Policy', 'strict-origin-when-cross-origin');
    context.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
    context.header(
      'Cross-Origin-Resource-Policy',
      forEveryOrigin.test(context.req.path) ? 'cross-origin' : 'same-origin',
    );
    context.header('Permissions-Policy', policy);
    context.header('Content-Security-Policy', answerPolicy);
    if (secure) context.header('Strict-Transport-Security', 'max-age=31536000');
    if (neverStored.test(context.req.path)) context.header('Cache-Control', 'no-store');
    await next();
  };
}
