import type { ServerResponse } from 'node:http';
import { SignJWT } from 'jose';
import type { Claims, Lie } from '../../support/node/lying-provider.js';

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600;
const anHourAgo = (): number => Math.floor(Date.now() / 1000) - 3600;

/** The token with another header or payload, under its own signature. */
function rewrite(signed: string, part: 0 | 1, value: unknown): string {
  const parts = signed.split('.');
  parts[part] = encode(value);
  return parts.join('.');
}

const set = (changes: Claims) => ({ claims: (claims: Claims) => ({ ...claims, ...changes }) });
const drop = (name: string) => ({ claims: ({ [name]: _dropped, ...rest }: Claims) => rest });

const send =
  (status: number, contentType: string, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'Content-Type': contentType, ...headers }).end(body);
  };
const json = 'application/json';
const redirect = send(302, json, '{}', { Location: 'http://idp.localhost:1/token' });
const serverError = send(500, json, '{"error":"server_error"}');
const notJson = send(200, json, '<html>nonsense</html>');
const notText = send(200, json, '{"issuer":"\ud800"');
const huge = send(200, json, JSON.stringify({ padding: 'x'.repeat(300_000) }));
/** A body without end, and without a length that would announce it. */
const endless = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': json });
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
};
const brokenOff = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': json, 'Content-Length': '100' });
  response.write('{"access_token":"');
  response.socket!.destroy();
};
const hungUp = (response: ServerResponse): void => void response.socket!.destroy();
const silent = (): void => {};
const drip = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': json });
  response.write('{');
};

/** What is wrong with a token that identifies a user, however it arrives. */
export const signedLies: Record<string, Lie> = {
  'a signature by a key that was never published': { key: ({ unpublished }) => unpublished },
  'a signature that is missing': { idToken: (signed) => `${signed.split('.').slice(0, 2).join('.')}.` },
  'a signature that was cut': { idToken: (signed) => signed.slice(0, -8) },
  'claims that were changed after signing': {
    idToken: (signed, claims) => rewrite(signed, 1, { ...claims, sub: 'bo' }),
  },
  'an unknown kid': { header: (header) => ({ ...header, kid: 'second' }) },
  'the algorithm none': {
    idToken: (signed) => `${rewrite(signed, 0, { alg: 'none', kid: 'first' }).split('.').slice(0, 2).join('.')}.`,
  },
  'the algorithm none, with a signature': { idToken: (signed) => rewrite(signed, 0, { alg: 'none', kid: 'first' }) },
  'the algorithm none, which the metadata list': {
    metadata: (metadata) => ({ ...metadata, id_token_signing_alg_values_supported: ['none', 'RS256'] }),
    idToken: (signed) => `${rewrite(signed, 0, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`,
  },
  'HS256 with the public key as the secret': {
    idToken: (_signed, claims, { publishedJwk }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'first' })
        .sign(Buffer.from(JSON.stringify(publishedJwk))),
  },
  'HS256 with the public key as the secret, which the metadata list': {
    metadata: (metadata) => ({ ...metadata, id_token_signing_alg_values_supported: ['HS256', 'RS256'] }),
    idToken: (_signed, claims, { publishedJwk }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'first' })
        .sign(Buffer.from(publishedJwk.n!, 'base64url')),
  },
  'HS256 with the client secret': {
    idToken: (_signed, claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'first' })
        .sign(Buffer.from('a secret: with + and %'.padEnd(32))),
  },
  'an algorithm that the metadata do not list': {
    idToken: (signed) => rewrite(signed, 0, { alg: 'RS512', kid: 'first' }),
  },
  'a key of its own in the header': {
    header: (header) => ({ ...header, kid: 'own', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }),
    key: ({ unpublished }) => unpublished,
  },
  'the address of keys of its own in the header': {
    header: (header) => ({ ...header, jku: 'http://idp.localhost:1/keys' }),
    key: ({ unpublished }) => unpublished,
  },
  'an unknown critical header': {
    idToken: (signed) => rewrite(signed, 0, { alg: 'RS256', kid: 'first', crit: ['x'], x: 1 }),
  },
  'an ID token of two parts': { idToken: (signed) => signed.split('.').slice(0, 2).join('.') },
  'an ID token of five parts': { idToken: (signed) => `${signed}.a.b` },
  'an ID token whose claims are not JSON': { idToken: (signed) => rewrite(signed, 1, 'claims') },
  'an ID token whose claims are a list': { idToken: (signed) => rewrite(signed, 1, ['sub', 'ada']) },
  'another issuer': set({ iss: 'http://idp.localhost:1' }),
  'an issuer with a slash behind it': { claims: (claims) => ({ ...claims, iss: `${claims['iss'] as string}/` }) },
  'no issuer': drop('iss'),
  'another audience': set({ aud: 'somebody-else' }),
  'an audience in other letters': set({ aud: 'Latchkey' }),
  'no audience': drop('aud'),
  'several audiences without azp': set({ aud: ['latchkey', 'somebody-else'] }),
  'several audiences, and azp is another one': set({ aud: ['latchkey', 'somebody-else'], azp: 'somebody-else' }),
  'one audience, and azp is another one': set({ azp: 'somebody-else' }),
  'another nonce': set({ nonce: 'A'.repeat(43) }),
  'no nonce': drop('nonce'),
  'a token that is over': { claims: (claims) => ({ ...claims, exp: anHourAgo() }) },
  'a token without an end': drop('exp'),
  'an end that is text': { claims: (claims) => ({ ...claims, exp: String(inAnHour()) }) },
  'a token issued in the future': { claims: (claims) => ({ ...claims, iat: inAnHour(), exp: inAnHour() + 60 }) },
  'a token without iat': drop('iat'),
  'an iat that is text': { claims: (claims) => ({ ...claims, iat: String(anHourAgo()) }) },
  'a token that is not valid yet': { claims: (claims) => ({ ...claims, nbf: inAnHour() }) },
  'an nbf that is text': set({ nbf: '0' }),
  'no subject': drop('sub'),
  'an empty subject': set({ sub: '' }),
  'a subject longer than allowed': set({ sub: 'a'.repeat(256) }),
  'a subject that is a number': set({ sub: 1 }),
  'a subject with a zero byte': set({ sub: 'ada\u0000' }),
  'an auth_time that is text': set({ auth_time: 'now' }),
  'an auth_time before 1970': set({ auth_time: -1 }),
  'an auth_time in the future': { claims: (claims) => ({ ...claims, auth_time: inAnHour() }) },
};

/** What is wrong with the keys that such a token is checked with. */
export const keyLies: Record<string, Lie> = {
  'keys that cannot be fetched': { keys: () => serverError },
  'keys that are not JSON': { keys: () => notJson },
  'keys that redirect': { keys: () => redirect },
  'keys without end': { keys: () => endless },
  'an empty list of keys': { keys: () => ({ keys: [] }) },
  'no list of keys': { keys: () => ({}) },
  'two keys of one kid': { keys: ({ keys }) => ({ keys: [...keys, ...keys] }) },
  'a key for encryption only': { keys: ({ keys }) => ({ keys: keys.map((key) => ({ ...key, use: 'enc' })) }) },
  'a key that is too short': {
    keys: ({ keys }) => ({ keys: keys.map((key) => ({ ...key, n: key.n!.slice(0, 86) })) }),
  },
  'metadata without keys': { metadata: ({ jwks_uri: _dropped, ...rest }) => rest },
  'keys elsewhere without https': { metadata: (metadata) => ({ ...metadata, jwks_uri: 'http://login.example/keys' }) },
};

/** What is wrong with what UserInfo says of the user. */
const userInfoLies: Record<string, Lie> = {
  'UserInfo of another user': { userInfo: (claims) => ({ ...claims, sub: 'bo' }) },
  'UserInfo without a user': { userInfo: ({ sub: _dropped, ...rest }) => rest },
  'UserInfo of a user that is a number': { userInfo: (claims) => ({ ...claims, sub: 7 }) },
  'UserInfo that is a list': { userInfo: (claims) => [claims] },
  'UserInfo that is not JSON': { userInfo: () => notJson },
  'UserInfo of another content type': { userInfo: (claims) => send(200, 'text/html', JSON.stringify(claims)) },
  'UserInfo in a token that is not signed': {
    userInfo: (claims) => send(200, 'application/jwt', `${encode({ alg: 'none' })}.${encode(claims)}.`),
  },
  'UserInfo that wants another token': {
    userInfo: () => send(401, json, '{}', { 'WWW-Authenticate': 'Bearer error="invalid_token"' }),
  },
  'UserInfo that redirects': { userInfo: () => redirect },
  'UserInfo with a server error': { userInfo: () => serverError },
  'UserInfo without end': { userInfo: () => endless },
  'UserInfo elsewhere without https': {
    userInfo: (claims) => claims,
    metadata: (metadata) => ({ ...metadata, userinfo_endpoint: 'http://login.example/userinfo' }),
  },
};

/**
 * What is wrong with the ID token, with the keys, or with the answer that the token comes in. Each is answered with
 * 502.
 */
export const tokenLies: Record<string, Lie> = {
  ...signedLies,
  ...keyLies,
  ...userInfoLies,
  'the at_hash of another access token': set({ at_hash: 'A'.repeat(22) }),
  'an at_hash that is a number': set({ at_hash: 0 }),
  'no ID token': { token: ({ id_token: _dropped, ...rest }) => rest },
  'an ID token that is a number': { token: (body) => ({ ...body, id_token: 1 }) },
  'no access token': { token: ({ access_token: _dropped, ...rest }) => rest },
  'no token type': { token: ({ token_type: _dropped, ...rest }) => rest },
  'an unknown token type': { token: (body) => ({ ...body, token_type: 'mac' }) },
  'a refresh token that is a number': { token: (body) => ({ ...body, refresh_token: 1 }) },
  'a lifetime that is not a number': { token: (body) => ({ ...body, expires_in: 'soon' }) },
  'a list in place of an object': { token: (body) => [body] },
  'an OAuth error': { token: () => send(400, json, '{"error":"invalid_grant","error_description":"<script>"}') },
  'an OAuth error with status 200': { token: () => ({ error: 'invalid_grant' }) },
  'a challenge for other credentials': {
    token: () => send(401, json, '{"error":"invalid_client"}', { 'WWW-Authenticate': 'Basic realm="x"' }),
  },
  'a server error': { token: () => serverError },
  'a redirect at the token endpoint': { token: () => redirect },
  'an answer with status 201': { token: (body) => send(201, json, JSON.stringify(body)) },
  'an answer without a body': { token: () => send(204, json, '') },
  'an answer that is not JSON': { token: () => notJson },
  'an answer of another content type': { token: (body) => send(200, 'text/html', JSON.stringify(body)) },
  'an answer without a content type': { token: (body) => send(200, '', JSON.stringify(body)) },
  'an answer of 300,000 bytes': { token: (body) => ({ ...body, padding: 'x'.repeat(300_000) }) },
  'an answer without end': { token: () => endless },
  'an answer that breaks off': { token: () => brokenOff },
  'a connection that is closed': { token: () => hungUp },
  'metadata without a token endpoint': { metadata: ({ token_endpoint: _dropped, ...rest }) => rest },
  'a token endpoint elsewhere without https': {
    metadata: (metadata) => ({ ...metadata, token_endpoint: 'http://login.example/token' }),
  },
  'the issuer of another provider in the address of the callback': {
    callback: (parameters) => parameters.set('iss', 'http://idp.localhost:1'),
  },
  'no issuer in the address of the callback, although it was announced': {
    callback: (parameters) => parameters.delete('iss'),
  },
  'two issuers in the address of the callback': {
    callback: (parameters) => parameters.append('iss', 'http://idp.localhost:1'),
  },
  'two codes': { callback: (parameters) => parameters.append('code', 'another') },
  'a code that it never gave out': { callback: (parameters) => parameters.set('code', 'another') },
  'an empty code': { callback: (parameters) => parameters.set('code', '') },
  'a code and an error': { callback: (parameters) => parameters.set('error', 'access_denied') },
  'an ID token in the address of the callback': { callback: (parameters) => parameters.set('id_token', 'a.b.c') },
  'an answer in a token of its own': { callback: (parameters) => parameters.set('response', 'a.b.c') },
};

/** What is wrong with the state that the browser brings back. Each is answered with 400. */
export const stateLies: Record<string, Lie> = {
  'another state': { callback: (parameters) => parameters.set('state', 'A'.repeat(43)) },
  'no state': { callback: (parameters) => parameters.delete('state') },
  'an empty state': { callback: (parameters) => parameters.set('state', '') },
  'two states': { callback: (parameters) => parameters.append('state', parameters.get('state')!) },
  'a state with a zero byte': { callback: (parameters) => parameters.set('state', '\u0000') },
  'a state of 10,000 characters': { callback: (parameters) => parameters.set('state', 'A'.repeat(10_000)) },
};

/** What is wrong with what the provider says about itself. The user is not redirected there: 502. */
export const metadataLies: Record<string, Lie> = {
  'metadata of another issuer': { metadata: (metadata) => ({ ...metadata, issuer: 'http://idp.localhost:1' }) },
  'metadata of an issuer with a path': {
    metadata: (metadata) => ({ ...metadata, issuer: `${metadata['issuer'] as string}/tenant` }),
  },
  'metadata without an issuer': { metadata: ({ issuer: _dropped, ...rest }) => rest },
  'no metadata': { metadata: () => send(404, json, '{}') },
  'metadata that redirect': { metadata: () => redirect },
  'metadata that are not JSON': { metadata: () => notJson },
  'metadata that end in the middle': { metadata: () => notText },
  'metadata of another content type': { metadata: (metadata) => send(200, 'text/html', JSON.stringify(metadata)) },
  'metadata of 300,000 bytes': { metadata: () => huge },
  'metadata without end': { metadata: () => endless },
  'a connection that is closed before the metadata': { metadata: () => hungUp },
  'metadata without an authorization endpoint': { metadata: ({ authorization_endpoint: _dropped, ...rest }) => rest },
  'an authorization endpoint that is script': {
    metadata: (metadata) => ({ ...metadata, authorization_endpoint: 'javascript:alert(1)' }),
  },
  'an authorization endpoint that is a number': {
    metadata: (metadata) => ({ ...metadata, authorization_endpoint: 1 }),
  },
};

/** What never comes to an end. */
export const delays: Record<string, Lie> = {
  'a token endpoint that does not answer': { token: () => silent },
  'a token endpoint that begins and does not go on': { token: () => drip },
  'keys that do not come': { keys: () => silent },
  'keys that begin and do not go on': { keys: () => drip },
};

/** The same for what a flow begins with. */
export const metadataDelays: Record<string, Lie> = {
  'metadata that do not come': { metadata: () => silent },
  'metadata that begin and do not go on': { metadata: () => drip },
};
