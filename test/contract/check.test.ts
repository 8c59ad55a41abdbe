import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkExchange, type Exchange } from '../support/node/contract-check.js';

function anExchange(changes: Partial<Omit<Exchange, 'headers'>> & { headers?: Record<string, string> } = {}): Exchange {
  const { headers, ...rest } = changes;
  const usual = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return {
    method: 'GET',
    path: '/session',
    status: 200,
    body: '{"signedIn":false}',
    headers: new Headers({ ...usual, ...headers }),
    ...rest,
  };
}

const token = 'A'.repeat(43);
const cookie = `__Host-sid=${token}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`;

describe('the check that every answer in the tests goes through', () => {
  const kept: [what: string, exchange: Exchange][] = [
    ['an answer of the contract', anExchange()],
    ['a query', anExchange({ path: '/session?x=1' })],
    ['HEAD without a body', anExchange({ method: 'HEAD', body: '' })],
    [
      'a session cookie',
      anExchange({
        method: 'POST',
        path: '/webauthn/login/verify',
        body: '{"verified":true}',
        headers: { 'Set-Cookie': cookie },
      }),
    ],
    [
      'an unsupported method',
      anExchange({
        method: 'POST',
        status: 405,
        body: '{"error":"method_not_allowed"}',
        headers: { Allow: 'GET, HEAD' },
      }),
    ],
    [
      'an answer without a body',
      anExchange({ method: 'DELETE', path: '/sessions/AAAA', status: 204, body: '', headers: { 'Content-Type': '' } }),
    ],
    [
      'a method that a path with an id does not have',
      anExchange({
        path: '/webauthn/credentials/AAAA',
        status: 405,
        body: '{"error":"method_not_allowed"}',
        headers: { Allow: 'PATCH, DELETE' },
      }),
    ],
    ['a page', anExchange({ path: '/about', body: 'hello', headers: { 'Content-Type': 'text/html' } })],
    [
      'the cookie of a flow',
      anExchange({
        path: '/auth/start',
        status: 302,
        body: '',
        headers: { 'Set-Cookie': `__Host-flow=${token}; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax` },
      }),
    ],
    [
      'an error in plain text where people see it',
      anExchange({
        path: '/auth/callback/lying',
        status: 400,
        body: 'Over.',
        headers: { 'Content-Type': 'text/plain; charset=UTF-8' },
      }),
    ],
    ['a redirect', anExchange({ method: 'POST', path: '/login', status: 303, body: '' })],
  ];
  for (const [what, exchange] of kept) test(`lets ${what} pass`, () => checkExchange(exchange));

  const broken: [what: string, exchange: Exchange][] = [
    ['a status that is not listed', anExchange({ status: 204, body: '' })],
    ['another media type', anExchange({ headers: { 'Content-Type': 'text/plain' } })],
    ['a body that lacks a member', anExchange({ body: '{}' })],
    ['signed in without saying who', anExchange({ body: '{"signedIn":true}' })],
    ['a member of the wrong type', anExchange({ body: '{"signedIn":"no"}' })],
    ['an answer that may be cached', anExchange({ headers: { 'Cache-Control': 'no-cache' } })],
    [
      'a cookie on an answer that may be cached',
      anExchange({ path: '/about', headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-cache' } }),
    ],
    ['a cookie without Secure', anExchange({ headers: { 'Set-Cookie': cookie.replace('; Secure', '') } })],
    ['a cookie with a domain', anExchange({ headers: { 'Set-Cookie': `${cookie}; Domain=example.com` } })],
    [
      'the cookie of a flow that lives on',
      anExchange({
        path: '/auth/start',
        status: 302,
        body: '',
        headers: { 'Set-Cookie': `__Host-flow=${token}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax` },
      }),
    ],
    [
      'an error in plain text where a script reads it',
      anExchange({
        method: 'POST',
        path: '/login',
        status: 400,
        body: 'No.',
        headers: { 'Content-Type': 'text/plain' },
      }),
    ],
    ['another cookie', anExchange({ headers: { 'Set-Cookie': 'theme=dark' } })],
    [
      'an error without a code',
      anExchange({ path: '/webauthn/login/verify', method: 'POST', status: 400, body: '{"message":"no"}' }),
    ],
    [
      'an error with a code that is not listed',
      anExchange({ path: '/webauthn/login/verify', method: 'POST', status: 400, body: '{"error":"oops"}' }),
    ],
    [
      'an unknown credential that is not named',
      anExchange({
        path: '/webauthn/login/verify',
        method: 'POST',
        status: 404,
        body: '{"error":"unknown_credential"}',
      }),
    ],
    ['a method that should be refused', anExchange({ method: 'POST' })],
    [
      'a refused method that does not say which are allowed',
      anExchange({ method: 'POST', status: 405, body: '{"error":"method_not_allowed"}' }),
    ],
    [
      'a body where there should be none',
      anExchange({ method: 'DELETE', path: '/webauthn/credentials/AAAA', status: 204, body: '{}' }),
    ],
    [
      'a status that a path with an id does not list',
      anExchange({ method: 'PATCH', path: '/webauthn/credentials/AAAA', status: 409, body: '{"error":"last_way_in"}' }),
    ],
    ['a method that a path with an id should refuse', anExchange({ method: 'GET', path: '/sessions/AAAA' })],
    [
      'the list of methods of another path',
      anExchange({
        method: 'PATCH',
        path: '/sessions/AAAA',
        status: 405,
        body: '{"error":"method_not_allowed"}',
        headers: { Allow: 'GET, HEAD, POST' },
      }),
    ],
    ...['/sessions', '/account', '/auth/start', '/otp/request', '/identity/request', '/payment/options'].map(
      (path): [string, Exchange] => [
        `an answer of ${path} that may be cached`,
        anExchange({
          method: 'POST',
          path,
          status: 403,
          body: '{"error":"csrf"}',
          headers: { 'Cache-Control': 'no-cache' },
        }),
      ],
    ),
    ['a redirect with a body', anExchange({ method: 'POST', path: '/login', status: 303 })],
    [
      '429 without Retry-After',
      anExchange({ method: 'POST', path: '/login', status: 429, body: '{"error":"rate_limited"}' }),
    ],
    [
      'an error page',
      anExchange({ path: '/about', status: 500, body: 'stack trace', headers: { 'Content-Type': 'text/html' } }),
    ],
  ];
  for (const [what, exchange] of broken) {
    test(`fails on ${what}`, () =>
      assert.throws(
        () => checkExchange(exchange),
        (error) => error instanceof assert.AssertionError || error instanceof SyntaxError,
      ));
  }
});
