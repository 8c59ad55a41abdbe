import type { Level } from '../rules.js';
import { clientId, type Claims, type Lie } from './lie.js';

/** A lie, and what it is in words. */
export interface NamedLie {
  readonly id: string;
  /** What the provider does, as in "an ID token that …". */
  readonly what: string;
  readonly lie: Lie;
  /** `should` where a backend that believes it signs in no one else. */
  readonly level?: Level;
}

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
  {
    id: 'other-issuer',
    what: 'names another issuer',
    lie: { claims: withClaims({ iss: 'https://elsewhere.example' }) },
  },
  {
    id: 'similar-issuer',
    what: 'names the issuer with a slash behind',
    lie: { claims: (claims) => ({ ...claims, iss: `${String(claims['iss'])}/` }) },
  },
  { id: 'no-issuer', what: 'names no issuer', lie: { claims: without('iss') } },
  { id: 'other-audience', what: 'is for another client', lie: { claims: withClaims({ aud: 'another-client' }) } },
  { id: 'no-audience', what: 'is for no client', lie: { claims: without('aud') } },
  { id: 'empty-audience', what: 'has an empty list of clients', lie: { claims: withClaims({ aud: [] }) } },
  { id: 'other-audiences', what: 'is for two other clients', lie: { claims: withClaims({ aud: ['one', 'two'] }) } },
  {
    id: 'audience-prefix',
    what: 'is for a client whose name begins like the right one',
    lie: { claims: withClaims({ aud: `${clientId}-2` }) },
  },
  {
    id: 'other-authorized-party',
    what: 'is for two clients and was issued to the other one',
    lie: { claims: withClaims({ aud: [clientId, 'another'], azp: 'another' }) },
    level: 'should',
  },
  {
    id: 'expired',
    what: 'expired an hour ago',
    lie: { claims: (claims) => ({ ...claims, iat: now() - 7200, exp: now() - 3600 }) },
  },
  { id: 'no-expiry', what: 'never expires', lie: { claims: without('exp') } },
  { id: 'expiry-as-text', what: 'expires at a time that is text', lie: { claims: withClaims({ exp: 'tomorrow' }) } },
  { id: 'no-issue-time', what: 'was issued at no time', lie: { claims: without('iat') }, level: 'should' },
  {
    id: 'issued-tomorrow',
    what: 'was issued tomorrow',
    lie: { claims: (claims) => ({ ...claims, iat: now() + 86_400, exp: now() + 90_000 }) },
    level: 'should',
  },
  {
    id: 'not-yet-valid',
    what: 'is valid from tomorrow on',
    lie: { claims: (claims) => ({ ...claims, nbf: now() + 86_400 }) },
    level: 'should',
  },
  { id: 'other-nonce', what: 'has the nonce of another flow', lie: { claims: withClaims({ nonce: 'A'.repeat(43) }) } },
  { id: 'no-nonce', what: 'has no nonce', lie: { claims: without('nonce') } },
  { id: 'empty-nonce', what: 'has an empty nonce', lie: { claims: withClaims({ nonce: '' }) } },
  {
    id: 'nonce-in-a-list',
    what: 'has the nonce in a list',
    lie: { claims: (claims) => ({ ...claims, nonce: [claims['nonce']] }) },
  },
  { id: 'no-subject', what: 'names no user', lie: { claims: without('sub') } },
  { id: 'empty-subject', what: 'names a user by an empty text', lie: { claims: withClaims({ sub: '' }) } },
  { id: 'subject-as-number', what: 'names a user by a number', lie: { claims: withClaims({ sub: 7 }) } },
  { id: 'subject-as-object', what: 'names a user by an object', lie: { claims: withClaims({ sub: { id: 'x' } }) } },
  { id: 'unsigned', what: 'has the algorithm none', lie: { header: { alg: 'none' }, signer: 'nothing' } },
  { id: 'unsigned-in-capitals', what: 'has the algorithm NONE', lie: { header: { alg: 'NONE' }, signer: 'nothing' } },
  { id: 'no-signature', what: 'has no signature', lie: { signer: 'nothing' } },
  {
    id: 'signed-with-secret',
    what: 'is signed with the client’s secret',
    lie: { header: { alg: 'HS256', kid: undefined }, signer: 'secret' },
  },
  {
    id: 'public-key-as-secret',
    what: 'is signed with the public key as a secret',
    lie: { header: { alg: 'HS256' }, signer: 'public-key-as-secret' },
  },
  {
    id: 'unpublished-key',
    what: 'is signed by a key that the provider does not publish',
    lie: { signer: 'unpublished' },
  },
  {
    id: 'unknown-key-id',
    what: 'is signed by another key with an id of its own',
    lie: { header: { kid: 'second' }, signer: 'unpublished' },
  },
  {
    id: 'no-key-id',
    what: 'is signed by another key without an id',
    lie: { header: { kid: undefined }, signer: 'unpublished' },
  },
  {
    id: 'key-in-header',
    what: 'brings a key of its own in jwk',
    lie: { header: { jwk: { kty: 'oct', k: 'AAAA' } }, signer: 'unpublished' },
  },
  {
    id: 'key-address-in-header',
    what: 'names an address for its key in jku',
    lie: { header: { jku: 'http://localhost:1/keys' }, signer: 'unpublished' },
  },
  {
    id: 'critical-extension',
    what: 'has an unknown extension that is critical',
    lie: { header: { crit: ['x-unknown'], 'x-unknown': true } },
    level: 'should',
  },
  {
    id: 'changed-after-signing',
    what: 'was changed after it was signed',
    lie: {
      token(signed) {
        const [header, payload = '', signature] = signed.split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
        const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'victim' })).toString('base64url');
        return [header, changed, signature].join('.');
      },
    },
  },
  { id: 'two-parts', what: 'has two parts', lie: { token: (signed) => signed.split('.').slice(0, 2).join('.') } },
  { id: 'four-parts', what: 'has four parts', lie: { token: (signed) => `${signed}.AAAA` } },
  {
    id: 'cut-signature',
    what: 'has half a signature',
    lie: { token: (signed) => signed.slice(0, signed.lastIndexOf('.') + 100) },
  },
  { id: 'not-a-token', what: 'is not a token', lie: { token: () => 'x' } },
];

/** Lies in the answer to the exchange of a code. */
export const exchangeLies: readonly NamedLie[] = [
  {
    id: 'other-access-token-hash',
    what: 'at_hash is that of another access token',
    lie: { claims: withClaims({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }) },
    level: 'should',
  },
  { id: 'token-as-number', what: 'the ID token is a number', lie: { token: () => 7 } },
  {
    id: 'no-id-token',
    what: 'there is no ID token',
    lie: { exchange: ({ id_token: _omitted, ...rest }) => ({ body: rest }) },
  },
  {
    id: 'refusal',
    what: 'the code is refused',
    lie: { exchange: () => ({ status: 400, body: { error: 'invalid_grant' } }) },
  },
  {
    id: 'refusal-with-tokens',
    what: 'there are tokens with the status 400',
    lie: { exchange: (body) => ({ status: 400, body }) },
  },
  {
    id: 'server-error',
    what: 'there is a 500',
    lie: { exchange: () => ({ status: 500, body: 'broken' }) },
  },
  {
    id: 'redirect',
    what: 'there is a redirect to another site',
    lie: { exchange: () => ({ status: 302, headers: { Location: 'http://localhost:1/token' }, body: '' }) },
  },
  {
    id: 'not-json',
    what: 'there is a page instead of JSON',
    lie: { exchange: () => ({ headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' }) },
  },
  { id: 'list', what: 'there is a list', lie: { exchange: (body) => ({ body: [body] }) } },
  { id: 'nothing', what: 'there is nothing', lie: { exchange: () => ({ body: '' }) } },
];

/** Lies in what the browser brings back. */
export const callbackLies: readonly NamedLie[] = [
  {
    id: 'other-code',
    what: 'brings a code that was not issued',
    lie: { callback: (sent) => sent.set('code', 'another') },
  },
  { id: 'empty-code', what: 'brings an empty code', lie: { callback: (sent) => sent.set('code', '') } },
  { id: 'no-code', what: 'brings no code', lie: { callback: (sent) => sent.delete('code') } },
  {
    id: 'other-state',
    what: 'brings another state',
    lie: { callback: (sent) => sent.set('state', 'A'.repeat(43)) },
  },
  { id: 'no-state', what: 'brings no state', lie: { callback: (sent) => sent.delete('state') } },
  {
    id: 'other-issuer-parameter',
    what: 'comes from another provider (RFC 9207)',
    lie: { callback: (sent) => sent.set('iss', 'https://elsewhere.example') },
  },
  {
    id: 'no-issuer-parameter',
    what: 'comes from no provider, although this one names itself (RFC 9207)',
    lie: { callback: (sent) => sent.delete('iss') },
    level: 'should',
  },
  {
    id: 'token-instead-of-code',
    what: 'brings an ID token instead of a code',
    lie: { callback: (sent) => (sent.delete('code'), sent.set('id_token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.')) },
  },
];
