import type { MiddlewareHandler } from 'hono';
import type { Env } from '../services.js';

const neverStored = /^\/(?:webauthn|auth|login|logout|signup|session|sessions|account|otp|identity|payment)(?:\/|$)/;

/** Headers for every answer, and `no-store` for those that are about one person. */
export function setSecurityHeaders(secure: boolean): MiddlewareHandler<Env> {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
    headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), publickey-credentials-create=(self), publickey-credentials-get=(self)');
    if (secure) headers.set('Strict-Transport-Security', 'max-age=31536000');
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', `default-src 'none'; frame-ancestors 'none'`);
    if (headers.has('Set-Cookie') || neverStored.test(context.req.path)) headers.set('Cache-Control', 'no-store');
  };
}

/**
 * The policy of the pages and of the scripts they run, which a worker takes over from its own file. The Trusted Types policies are those of
 * the package: Lit's, and the one that names the worker's file.
 */
export function pagePolicy(nonce: string, embedders: readonly string[]): string {
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${["'self'", ...embedders].join(' ')}`,
    `require-trusted-types-for 'script'`,
    `trusted-types lit-html latchkey 'allow-duplicates'`,
    'report-uri /csp-report',
  ].join('; ');
}
