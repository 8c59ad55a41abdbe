import type { Level } from '../rules.js';
import { clientId, type Claims, type Lie } from './lie.js';

/**
 * A lie, and what it is in words, as in "an ID token that …". Its level is `should` where a backend that believes it signs
 * in no one else, and `must` otherwise.
 */
export type NamedLie = readonly [id: string, what: string, lie: Lie, level?: Level];

const without =
  (name: string) =>
  ({ [name]: _omitted, ...rest }: Claims): Claims =>
    rest;
const withClaims =
  (changes: Claims) =>
  (claims: Claims): Claims => ({ ...claims, ...changes });
const now = (): number => Math.floor(Date.now() / 1000);

/** Lies in an ID token. A token for FedCM can have them, too. */
export const tokenLies: readonly NamedLie[] = [
  ['other-issuer', 'names another issuer', { claims: withClaims({ iss: 'https://elsewhere.example' }) }],
  [
    'similar-issuer',
    'names the issuer with a slash behind',
    { claims: (claims) => ({ ...claims, iss: `${String(claims['iss'])}/` }) },
  ],
  ['no-issuer', 'names no issuer', { claims: without('iss') }],
  ['other-audience', 'is for another client', { claims: withClaims({ aud: 'another-client' }) }],
  ['no-audience', 'is for no client', { claims: without('aud') }],
  ['empty-audience', 'has an empty list of clients', { claims: withClaims({ aud: [] }) }],
  ['other-audiences', 'is for two other clients', { claims: withClaims({ aud: ['one', 'two'] }) }],
  [
    'audience-prefix',
    'is for a client whose name begins like the right one',
    { claims: withClaims({ aud: `${clientId}-2` }) },
  ],
  [
    'other-authorized-party',
    'is for two clients and was issued to the other one',
    { claims: withClaims({ aud: [clientId, 'another'], azp: 'another' }) },
    'should',
  ],
  ['expired', 'expired an hour ago', { claims: (claims) => ({ ...claims, iat: now() - 7200, exp: now() - 3600 }) }],
  ['no-expiry', 'never expires', { claims: without('exp') }],
  ['expiry-as-text', 'expires at a time that is text', { claims: withClaims({ exp: 'tomorrow' }) }],
  ['no-issue-time', 'was issued at no time', { claims: without('iat') }, 'should'],
  [
    'issued-tomorrow',
    'was issued tomorrow',
    { claims: (claims) => ({ ...claims, iat: now() + 86_400, exp: now() + 90_000 }) },
    'should',
  ],
  [
    'not-yet-valid',
    'is valid from tomorrow on',
    { claims: (claims) => ({ ...claims, nbf: now() + 86_400 }) },
    'should',
  ],
  ['other-nonce', 'has the nonce of another flow', { claims: withClaims({ nonce: 'A'.repeat(43) }) }],
  ['no-nonce', 'has no nonce', { claims: without('nonce') }],
  ['empty-nonce', 'has an empty nonce', { claims: withClaims({ nonce: '' }) }],
  ['nonce-in-a-list', 'has the nonce in a list', { claims: (claims) => ({ ...claims, nonce: [claims['nonce']] }) }],
  ['no-subject', 'names no user', { claims: without('sub') }],
  ['empty-subject', 'names a user by an empty text', { claims: withClaims({ sub: '' }) }],
  ['subject-as-number', 'names a user by a number', { claims: withClaims({ sub: 7 }) }],
  ['subject-as-object', 'names a user by an object', { claims: withClaims({ sub: { id: 'x' } }) }],
  ['unsigned', 'has the algorithm none', { header: { alg: 'none' }, signer: 'nothing' }],
  ['unsigned-in-capitals', 'has the algorithm NONE', { header: { alg: 'NONE' }, signer: 'nothing' }],
  ['no-signature', 'has no signature', { signer: 'nothing' }],
  [
    'signed-with-secret',
    'is signed with the client’s secret',
    { header: { alg: 'HS256', kid: undefined }, signer: 'secret' },
  ],
  [
    'public-key-as-secret',
    'is signed with the public key as a secret',
    { header: { alg: 'HS256' }, signer: 'public-key-as-secret' },
  ],
  ['unpublished-key', 'is signed by a key that the provider does not publish', { signer: 'unpublished' }],
  [
    'unknown-key-id',
    'is signed by another key with an id of its own',
    { header: { kid: 'second' }, signer: 'unpublished' },
  ],
  ['no-key-id', 'is signed by another key without an id', { header: { kid: undefined }, signer: 'unpublished' }],
  [
    'key-in-header',
    'brings a key of its own in jwk',
    { header: { jwk: { kty: 'oct', k: 'AAAA' } }, signer: 'unpublished' },
  ],
  [
    'key-address-in-header',
    'names an address for its key in jku',
    { header: { jku: 'http://localhost:1/keys' }, signer: 'unpublished' },
  ],
  [
    'critical-extension',
    'has an unknown extension that is critical',
    { header: { crit: ['x-unknown'], 'x-unknown': true } },
    'should',
  ],
  [
    'changed-after-signing',
    'was changed after it was signed',
    {
      token(signed) {
        const [header, payload = '', signature] = signed.split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
        const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'victim' })).toString('base64url');
        return [header, changed, signature].join('.');
      },
    },
  ],
  ['two-parts', 'has two parts', { token: (signed) => signed.split('.').slice(0, 2).join('.') }],
  ['four-parts', 'has four parts', { token: (signed) => `${signed}.AAAA` }],
  ['cut-signature', 'has half a signature', { token: (signed) => signed.slice(0, signed.lastIndexOf('.') + 100) }],
  ['not-a-token', 'is not a token', { token: () => 'x' }],
];

/** Lies in the answer to the exchange of a code. */
export const exchangeLies: readonly NamedLie[] = [
  [
    'other-access-token-hash',
    'at_hash is that of another access token',
    { claims: withClaims({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }) },
    'should',
  ],
  ['token-as-number', 'the ID token is a number', { token: () => 7 }],
  ['no-id-token', 'there is no ID token', { exchange: ({ id_token: _omitted, ...rest }) => ({ body: rest }) }],
  ['refusal', 'the code is refused', { exchange: () => ({ status: 400, body: { error: 'invalid_grant' } }) }],
  ['refusal-with-tokens', 'there are tokens with the status 400', { exchange: (body) => ({ status: 400, body }) }],
  ['server-error', 'there is a 500', { exchange: () => ({ status: 500, body: 'broken' }) }],
  [
    'redirect',
    'there is a redirect to another site',
    { exchange: () => ({ status: 302, headers: { Location: 'http://localhost:1/token' }, body: '' }) },
  ],
  [
    'not-json',
    'there is a page instead of JSON',
    { exchange: () => ({ headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' }) },
  ],
  ['list', 'there is a list', { exchange: (body) => ({ body: [body] }) }],
  ['nothing', 'there is nothing', { exchange: () => ({ body: '' }) }],
];

/** Lies in what the browser brings back. */
export const callbackLies: readonly NamedLie[] = [
  ['other-code', 'brings a code that was not issued', { callback: (sent) => sent.set('code', 'another') }],
  ['empty-code', 'brings an empty code', { callback: (sent) => sent.set('code', '') }],
  ['no-code', 'brings no code', { callback: (sent) => sent.delete('code') }],
  ['other-state', 'brings another state', { callback: (sent) => sent.set('state', 'A'.repeat(43)) }],
  ['no-state', 'brings no state', { callback: (sent) => sent.delete('state') }],
  [
    'other-issuer-parameter',
    'comes from another provider (RFC 9207)',
    { callback: (sent) => sent.set('iss', 'https://elsewhere.example') },
  ],
  [
    'no-issuer-parameter',
    'comes from no provider, although this one names itself (RFC 9207)',
    { callback: (sent) => sent.delete('iss') },
    'should',
  ],
  [
    'token-instead-of-code',
    'brings an ID token instead of a code',
    { callback: (sent) => (sent.delete('code'), sent.set('id_token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.')) },
  ],
];
