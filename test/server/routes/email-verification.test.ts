import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { EmailNonceAnswer, EmailTokenRefusal, SessionAnswer } from '../../../src/base/contract/types.js';
import { minutes, seconds } from '../../support/node/clock.js';
import { verifyAddress } from '../../support/node/codes.js';
import {
  createEmailIssuer,
  createSigningKey,
  type EmailIssuer,
  type EmailTokenChanges,
  type SigningKey,
} from '../../support/node/email-issuer.js';
import { createPerson, signUp, type Person } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

const address = 'ada@example.com';
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token for an email address', () => {
  let server: TestServer;
  let issuer: EmailIssuer;
  let ada: Person;
  let keys: Record<'other' | 'ES256' | 'RS256' | 'ES384' | 'Ed25519' | 'PS256', SigningKey>;

  before(async () => {
    const [other, ES256, RS256, ES384, Ed25519, PS256] = await Promise.all(
      ['EdDSA', 'ES256', 'RS256', 'ES384', 'Ed25519', 'PS256'].map((alg) => createSigningKey(alg)),
    );
    keys = { other, ES256, RS256, ES384, Ed25519, PS256 } as typeof keys;
  });

  beforeEach(async () => {
    await server?.stop();
    issuer = await createEmailIssuer();
    server = await startServer({ emailNetwork: issuer.network });
    ada = await signUp(server, 'ada');
    await verifyAddress(server, ada, address);
    await ada.signOut();
  });
  after(() => server.stop());

  const askNonce = async (browser: Visitor): Promise<string> =>
    (await browser.get<EmailNonceAnswer>('/otp/nonce')).body.nonce;

  /** A browser fetches a nonce, gets a token and posts both. */
  async function present(
    browser: Visitor,
    changes?: EmailTokenChanges,
    { to = address, nonce }: { to?: string; nonce?: string } = {},
  ): Promise<Answer<EmailTokenRefusal>> {
    const own = nonce ?? (await askNonce(browser));
    const token = await issuer.issue(
      { email: to, nonce: own, origin: server.origin, now: server.clock.now() },
      changes,
    );
    return browser.post('/otp/token', { to, token, nonce: own });
  }

  const userOf = async (browser: Visitor) => (await browser.get<SessionAnswer>('/session')).body;

  test('signs in the account that has verified the address, as a code does', async () => {
    const answer = await present(ada.browser);
    assert.deepEqual([answer.status, answer.body], [200, {}]);
    const session = await userOf(ada.browser);
    assert.equal(session.authMethod, 'otp');
    assert.deepEqual(issuer.asked, [
      '_email-verification.example.com',
      'https://issuer.example/.well-known/email-verification',
      'https://issuer.example/keys',
    ]);
    assert.equal((await server.sent()).length, 1, 'no message was sent beside that of the code');
  });

  test('verifies an address that the signed-in user has just entered, and keeps the session', async () => {
    const bo = await signUp(server, 'bo');
    await bo.browser.patch('/account', { email: 'bo@example.com' });
    const cookie = bo.browser.cookie;
    const answer = await present(bo.browser, {}, { to: 'bo@example.com' });
    assert.deepEqual([answer.status, answer.body], [200, { signedIn: false }]);
    assert.equal(bo.browser.cookie, cookie);
    assert.deepEqual((await bo.browser.get<{ email: unknown }>('/account')).body.email, {
      address: 'bo@example.com',
      verified: true,
    });
  });

  test('verifies the address of a new account with a nonce from before the sign-up', async () => {
    const bo = createPerson(server, 'bo');
    const nonce = await askNonce(bo.browser);
    await bo.browser.post('/signup', { username: 'bo' });
    await bo.browser.patch('/account', { email: 'bo@example.com' });
    assert.equal((await present(bo.browser, {}, { to: 'bo@example.com', nonce })).status, 200);
  });

  test('is compared with the entered address as addresses are: without its case', async () => {
    const nonce = await askNonce(ada.browser);
    const { origin, clock } = server;
    const token = await issuer.issue({ email: 'ADA@Example.com', nonce, origin, now: clock.now() });
    assert.equal((await ada.browser.post('/otp/token', { to: ' Ada@EXAMPLE.com', token, nonce })).status, 200);
  });

  test('may be signed with any accepted algorithm, with the issuer as a URL, and by clocks that are a minute off', async () => {
    const accepted: EmailTokenChanges[] = [
      { payload: { iss: 'https://issuer.example' } },
      { browserKey: keys.ES256 },
      { browserKey: keys.RS256 },
      { browserKey: keys.Ed25519 },
      { payload: { iat: server.clock.now() / 1000 + 60, exp: server.clock.now() / 1000 - 60 } },
      { binding: { iat: server.clock.now() / 1000 - 60 } },
      { payload: { is_private_email: true } },
      { header: { kid: undefined } },
    ];
    for (const changes of accepted)
      assert.equal((await present(ada.browser, changes)).status, 200, JSON.stringify(changes));
    for (const alg of ['ES256', 'RS256', 'Ed25519'] as const) {
      issuer.documents.set('https://issuer.example/keys', {
        keys: [
          { ...keys.other.publicJwk, kid: 'old' },
          { ...keys[alg].publicJwk, alg, use: 'sig', kid: alg },
        ],
      });
      server.clock.advance(31 * seconds);
      assert.equal((await present(ada.browser, { issuerKey: keys[alg], header: { kid: alg } })).status, 200, alg);
    }
  });

  test('is verified by each key that fits if it names none', async () => {
    issuer.documents.set('https://issuer.example/keys', { keys: [keys.other.publicJwk, issuer.key.publicJwk] });
    assert.equal((await present(ada.browser, { header: { kid: undefined } })).status, 200);
  });

  test('is refused in sixty ways, each with its reason, and no user is signed in', async () => {
    const time = server.clock.now() / 1000;
    const bad: [reason: string, title: string, changes: EmailTokenChanges][] = [
      ['malformed', 'no token at all', { whole: () => 'x' + '~y' }],
      ['malformed', 'an empty part', { whole: (token) => token.replace(/^[^.]+/, '') }],
      ['malformed', 'a header that is not JSON', { whole: (token) => token.replace(/^[^.]+/, 'eyJ') }],
      [
        'malformed',
        'a payload that is not an object',
        { whole: (token) => token.replace(/\.[^.]+\./, `.${json([])}.`) },
      ],
      ['malformed', 'a payload that is not JSON', { whole: (token) => token.replace(/\.[^.]+\./, '.abcd.') }],
      ['malformed', 'a payload nested too deeply', { payload: { deep: JSON.parse('['.repeat(20) + ']'.repeat(20)) } }],
      [
        'malformed',
        'a second spelling of its header',
        { whole: (token) => token.replace(/^[^.]+/, (part) => respell(part)) },
      ],
      ['malformed', 'a token of a wallet', { header: { typ: 'dc+sd-jwt' } }],
      ['malformed', 'no type', { header: { typ: undefined } }],
      ['malformed', 'a key binding of another type', { bindingHeader: { typ: 'JWT' } }],
      ['device_signature', 'no key binding', { whole: (token) => token.slice(0, token.lastIndexOf('~') + 1) }],
      ['device_signature', 'no tilde', { whole: (token) => token.slice(0, token.indexOf('~')) }],
      [
        'algorithm',
        'no signature of the issuer',
        { whole: (token) => token.replace(/^[^.]+/, json({ alg: 'none', typ: 'evt+jwt' })) },
      ],
      [
        'algorithm',
        'a symmetric algorithm',
        { whole: (token) => token.replace(/^[^.]+/, json({ alg: 'HS256', typ: 'evt+jwt' })) },
      ],
      ['algorithm', 'an algorithm of the issuer that is not accepted', { issuerKey: keys.ES384 }],
      ['algorithm', 'RSA with another padding', { issuerKey: keys.PS256 }],
      ['algorithm', 'an algorithm of the browser that is not accepted', { browserKey: keys.ES384 }],
      ['algorithm', 'no key', { payload: { cnf: undefined } }],
      ['algorithm', 'a key in place of its confirmation', { payload: { cnf: keys.other.publicJwk } }],
      ['algorithm', 'a key that is text', { payload: { cnf: { jwk: 'key' } } }],
      ['algorithm', 'a symmetric key', { payload: { cnf: { jwk: { kty: 'oct', k: 'c2VjcmV0' } } } }],
      ['algorithm', 'a private key', { payload: { cnf: { jwk: { ...keys.other.publicJwk, d: 'c2VjcmV0' } } } }],
      ['algorithm', 'a key for another algorithm', { payload: { cnf: { jwk: keys.ES256.publicJwk } } }],
      ['algorithm', 'half a key', { payload: { cnf: { jwk: { kty: 'OKP', crv: 'Ed25519' } } } }],
      ['algorithm', 'a kind of key named like a member of objects', { payload: { cnf: { jwk: { kty: 'toString' } } } }],
      ['device_signature', 'another key', { payload: { cnf: { jwk: keys.other.publicJwk } } }],
      ['device_signature', 'a changed binding', { whole: (token) => forge(token, 1, { nonce: 'other' }) }],
      ['device_signature', 'a changed signature of the browser', { whole: (token) => `${token.slice(0, -8)}AAAAAAAA` }],
      ['device_signature', 'the hash of another token', { binding: { sd_hash: 'A'.repeat(43) } }],
      ['device_signature', 'no hash', { binding: { sd_hash: undefined } }],
      ['nonce', 'another nonce', { binding: { nonce: 'A'.repeat(43) } }],
      ['nonce', 'no nonce', { binding: { nonce: undefined } }],
      ['origin', 'another origin', { binding: { aud: 'https://evil.example' } }],
      ['origin', 'an origin with a path', { binding: { aud: `${server.origin}/` } }],
      ['origin', 'several audiences', { binding: { aud: [server.origin] } }],
      ['origin', 'the audience of a wallet', { binding: { aud: `origin:${server.origin}` } }],
      ['malformed', 'a binding without a time', { binding: { iat: undefined } }],
      ['malformed', 'a binding whose time is text', { binding: { iat: 'now' } }],
      ['stale', 'a binding from before the nonce', { binding: { iat: time - 61 } }],
      ['stale', 'a binding from the future', { binding: { iat: time + 61 } }],
      ['email', 'an address that is not verified', { payload: { email_verified: false } }],
      ['email', 'an address that is verified in words', { payload: { email_verified: 'true' } }],
      ['email', 'no word about verification', { payload: { email_verified: undefined } }],
      ['email', 'another address', { payload: { email: 'eve@example.com' } }],
      ['email', 'no address', { payload: { email: undefined } }],
      ['email', 'several addresses', { payload: { email: [address, 'eve@example.com'] } }],
      ['email', 'something that is not an address', { payload: { email: 'ada' } }],
      ['malformed', 'no time of the issuer', { payload: { iat: undefined } }],
      ['validity', 'a token from before the nonce', { payload: { iat: time - 61 } }],
      ['validity', 'a token from the future', { payload: { iat: time + 61 } }],
      ['validity', 'an expired token', { payload: { exp: time - 61 } }],
      ['malformed', 'an expiry that is text', { payload: { exp: 'tomorrow' } }],
      ['validity', 'a token that is not valid yet', { payload: { nbf: time + 61 } }],
      ['malformed', 'no issuer', { payload: { iss: undefined } }],
      ['digest', 'a disclosure that the issuer has not signed', { disclosures: [json(['salt', 'admin', true])] }],
      ['issuer_untrusted', 'another issuer', { payload: { iss: 'evil.example' } }],
      ['issuer_untrusted', 'an issuer over http', { payload: { iss: 'http://issuer.example' } }],
      ['issuer_untrusted', 'an issuer with a path', { payload: { iss: 'https://issuer.example/' } }],
      ['issuer_signature', 'an unknown key of the issuer', { header: { kid: 'second' } }],
      ['issuer_signature', 'the signature of another', { issuerKey: keys.other }],
      ['issuer_signature', 'a key of another kind', { issuerKey: keys.ES256 }],
    ];
    const found = new Map<string, unknown>();
    for (const [reason, title, changes] of bad) {
      const { status, body } = await present(ada.browser, changes);
      found.set(title, [status, body.error, body.reason]);
      assert.deepEqual(found.get(title), [400, 'verification_failed', reason], title);
    }
    assert.ok(found.size >= 60, `${found.size}`);
    assert.equal((await userOf(ada.browser)).user, undefined);
    assert.ok(server.logs.every((entry) => !JSON.stringify(entry).includes(address)));
  });

  test('asks nothing of the network before the browser and the address are right', async () => {
    await present(ada.browser, { binding: { nonce: 'A'.repeat(43) } });
    await present(ada.browser, { payload: { email: 'eve@example.com' } });
    assert.deepEqual(issuer.asked, []);
  });

  test('is refused with an RSA key that is too small or too large', async () => {
    for (const modulusLength of [1024, 8192]) {
      const n = Buffer.alloc(modulusLength / 8, 0xff).toString('base64url');
      const changes = {
        browserKey: { ...keys.RS256, publicJwk: { kty: 'RSA', n, e: 'AQAB' } },
      };
      assert.equal((await present(ada.browser, changes)).body.reason, 'algorithm');
    }
  });

  test('is refused without a nonce of this session: unknown, used, expired, for another purpose or of another', async () => {
    const nonce = await askNonce(ada.browser);
    const order = { email: address, nonce, origin: server.origin, now: server.clock.now() };
    const token = await issuer.issue(order);
    const eve = createPerson(server, 'eve');
    await askNonce(eve.browser);
    assert.equal(
      (await eve.browser.post<EmailTokenRefusal>('/otp/token', { to: address, token, nonce })).body.error,
      'challenge_expired',
    );
    assert.equal((await ada.browser.post('/otp/token', { to: address, token, nonce })).status, 200);
    const again = await ada.browser.post<EmailTokenRefusal>('/otp/token', { to: address, token, nonce });
    assert.deepEqual([again.status, again.body.error], [400, 'challenge_expired']);

    const late = await askNonce(ada.browser);
    server.clock.advance(5 * minutes);
    assert.equal((await present(ada.browser, {}, { nonce: late })).body.error, 'challenge_expired');

    const { challenge } = (await ada.browser.post<{ challenge: string }>('/webauthn/login/options')).body;
    assert.equal((await present(ada.browser, {}, { nonce: challenge })).body.error, 'challenge_expired');
  });

  test('uses its nonce up also when it is refused, and for one of two requests at once', async () => {
    const nonce = await askNonce(ada.browser);
    assert.equal(
      (await present(ada.browser, { binding: { aud: 'https://evil.example' } }, { nonce })).body.reason,
      'origin',
    );
    assert.equal((await present(ada.browser, {}, { nonce })).body.error, 'challenge_expired');

    const next = await askNonce(ada.browser);
    const both = await Promise.all([
      present(ada.browser, {}, { nonce: next }),
      present(ada.browser, {}, { nonce: next }),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400]);
  });

  test('is rejected for an address that no account has verified', async () => {
    const answer = await present(ada.browser, {}, { to: 'unknown@example.com' });
    assert.deepEqual([answer.status, answer.body.error], [400, 'rejected']);
    const bo = await signUp(server, 'bo');
    await bo.browser.patch('/account', { email: 'bo@example.com' });
    await bo.signOut();
    assert.equal((await present(bo.browser, {}, { to: 'bo@example.com' })).body.error, 'rejected');
  });

  test('does not take an address from another account', async () => {
    const bo = await signUp(server, 'bo');
    await bo.browser.patch('/account', { email: address });
    const answer = await present(bo.browser);
    assert.deepEqual([answer.status, answer.body.error], [409, 'wrong_account']);
  });

  test('signs no user in after the session has ended while the issuer was found', async () => {
    const { resolveTxt } = issuer.network;
    issuer.network.resolveTxt = async (name) => {
      await ada.signOut();
      return resolveTxt(name);
    };
    const answer = await present(ada.browser);
    assert.deepEqual([answer.status, answer.body.error], [400, 'rejected']);
    assert.equal((await userOf(ada.browser)).user, undefined);
  });

  test('is refused when the domain of the address names no issuer, or several', async () => {
    const name = '_email-verification.example.com';
    const records: [string, string[][]][] = [
      ['none', []],
      ['several', [['iss=issuer.example'], ['iss=issuer.example']]],
      ['one beside another record', [['iss=issuer.example'], ['v=spf1']]],
      ['another key', [['issuer=issuer.example']]],
      ['in capitals', [['ISS=issuer.example']]],
      ['a URL', [['iss=https://issuer.example']]],
      ['a port', [['iss=issuer.example:443']]],
      ['a path', [['iss=issuer.example/x']]],
      ['a user', [['iss=evil@issuer.example']]],
      ['a host in capitals', [['iss=Issuer.example']]],
      ['an address', [['iss=127.0.0.1']]],
      ['one name', [['iss=issuer']]],
      ['nothing', [['iss=']]],
    ];
    for (const [title, record] of records) {
      issuer.records.set(name, record);
      assert.equal((await present(ada.browser)).body.reason, 'issuer_untrusted', title);
    }
    issuer.records.delete(name);
    assert.equal((await present(ada.browser)).body.reason, 'issuer_untrusted');
    assert.ok(issuer.asked.every((asked) => asked === name));
  });

  test('ends with 502 when the issuer cannot be asked, and logs it', async () => {
    const metadata = 'https://issuer.example/.well-known/email-verification';
    const failing: [string, () => void][] = [
      [
        'DNS',
        () => issuer.records.set('_email-verification.example.com', Object.assign(new Error(), { code: 'ESERVFAIL' })),
      ],
      ['no metadata', () => issuer.documents.delete(metadata)],
      ['no connection', () => issuer.documents.set(metadata, new Error('connect ECONNREFUSED'))],
      ['an array', () => issuer.documents.set(metadata, [])],
      ['no JSON', () => issuer.documents.set(metadata, new Response('{'))],
      ['no keys named', () => issuer.documents.set(metadata, {})],
      ['keys over http', () => issuer.documents.set(metadata, { jwks_uri: 'http://issuer.example/keys' })],
      ['keys in a file', () => issuer.documents.set(metadata, { jwks_uri: 'file:///etc/passwd' })],
      ['keys nowhere', () => issuer.documents.set(metadata, { jwks_uri: 'keys' })],
      ['no keys', () => issuer.documents.set('https://issuer.example/keys', {})],
      ['a redirect', () => issuer.documents.set('https://issuer.example/keys', new Response(null, { status: 302 }))],
    ];
    for (const [title, fail] of failing) {
      const { records, documents } = await createEmailIssuer();
      for (const [name, record] of records) issuer.records.set(name, record);
      for (const [url, document] of documents) issuer.documents.set(url, document);
      fail();
      const answer = await present(ada.browser);
      assert.deepEqual([answer.status, answer.body.error], [502, 'provider_failed'], title);
    }
    const reasons = server.logs.filter(({ event }) => event === 'email-issuer-failed');
    assert.equal(reasons.length, failing.length);
  });

  test('asks an issuer for its keys once in ten minutes, and once more in thirty seconds for a key it has not seen', async () => {
    const fetched = () => issuer.asked.filter((asked) => asked.endsWith('/keys')).length;
    await present(ada.browser);
    await present(ada.browser);
    assert.equal(fetched(), 1);
    await present(ada.browser, { header: { kid: 'second' } });
    assert.equal(fetched(), 1);
    server.clock.advance(31 * seconds);
    await present(ada.browser, { header: { kid: 'second' } });
    assert.equal(fetched(), 2);
    server.clock.advance(10 * minutes);
    await present(ada.browser);
    assert.equal(fetched(), 3);
  });

  test('is not read beyond 8,192 characters, and only with the characters of a token', async () => {
    for (const token of ['x'.repeat(8193), 'a~b c', '', 5]) {
      const nonce = await askNonce(ada.browser);
      assert.equal((await ada.browser.post('/otp/token', { to: address, token, nonce })).status, 400);
      assert.equal((await present(ada.browser, {}, { nonce })).status, 200, 'the nonce was not used up');
      await ada.signOut();
    }
  });

  test('is not taken by a server that has no issuers', async () => {
    const plain = await startServer();
    const browser = plain.visitor();
    assert.equal((await browser.get('/otp/nonce')).status, 404);
    assert.equal((await browser.post('/otp/token', { to: address, token: 'x', nonce: 'x'.repeat(43) })).status, 404);
    await plain.stop();
  });
});

/** Changes a bit of the last character that stands for no byte, or adds an empty one. */
function respell(part: string): string {
  return part.slice(0, -1) + alphabet[alphabet.indexOf(part.at(-1)!) ^ 1]!;
}

/** Changes members of the payload of one of the two tokens without signing it again. */
function forge(token: string, index: 0 | 1, changes: Record<string, unknown>): string {
  const parts = token.split('~');
  const place = index === 0 ? 0 : parts.length - 1;
  const [header, payload, signature] = parts[place]!.split('.');
  const members = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as Record<string, unknown>;
  parts[place] = `${header}.${json({ ...members, ...changes })}.${signature}`;
  return parts.join('~');
}
