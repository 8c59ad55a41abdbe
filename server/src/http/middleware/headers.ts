import type { MiddlewareHandler } from 'hono';
import contract from '../../../../contract/schemas.json' with { type: 'json' };
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
    context.header('Content-Security-Policy', `default-src 'none'; frame-ancestors 'none'`);
    if (secure) context.header('Strict-Transport-Security', 'max-age=31536000');
    if (neverStored.test(context.req.path)) context.header('Cache-Control', 'no-store');
    await next();
  };
}

/** The Trusted Types policies are those of the package: Lit's, and the one that names the worker's file. */
const trustedTypes = [
  `require-trusted-types-for 'script'`,
  `trusted-types lit-html latchkey 'allow-duplicates'`,
  'report-uri /csp-report',
];

/** The policy of a script that runs as a worker, which takes it from its own file and not from the page. */
export const workerPolicy = [`default-src 'self'`, ...trustedTypes].join('; ');

/** The policy of a picture, a film or a document that is no page: it shows itself, and runs nothing. */
export const filePolicy = (embedders: readonly string[]): string =>
  [`default-src 'self'`, `script-src 'none'`, `style-src 'unsafe-inline'`, ancestors(embedders)].join('; ');

const ancestors = (embedders: readonly string[]): string => `frame-ancestors ${["'self'", ...embedders].join(' ')}`;

/**
 * The policy of the pages. `embedders` may show the page in
 * a frame; `framed` are origins that it may show in one; `connected` are others than ours that it may have the browser
 * ask; `inline` are the sources of what the page itself has inline.
 */
export function pagePolicy(
  nonce: string,
  embedders: readonly string[],
  framed: readonly string[] = [],
  connected: readonly string[] = [],
  inline: { scripts: readonly string[]; styles: readonly string[] } = { scripts: [], styles: [] },
): string {
  return [
    `default-src 'self'`,
    ['script-src', `'self'`, `'nonce-${nonce}'`, ...inline.scripts].join(' '),
    ['style-src', `'self'`, `'nonce-${nonce}'`, ...inline.styles].join(' '),
    `connect-src ${["'self'", ...connected].join(' ')}`,
    ...(framed.length > 0 ? [`frame-src ${framed.join(' ')}`] : []),
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    ancestors(embedders),
    ...trustedTypes,
  ].join('; ');
}
