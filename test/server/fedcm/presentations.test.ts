import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { SignJWT } from 'jose';
import type { FedCmNonceAnswer, SessionAnswer } from '../../../src/base/contract/types.js';
import { createClock } from '../../support/node/clock.js';
import { createSigningKey, type SigningKey } from '../../support/node/email-issuer.js';
import {
  startLyingProvider,
  type Claims,
  type LyingProvider,
  type ProviderKeys,
} from '../../support/node/lying-provider.js';
import { askForToken } from '../../support/node/provider-visit.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

/** What differs from an honest presentation. */
interface Changes {
  /** Of what the provider signs, and with which key. */
  header?: Record<string, unknown>;
  claims?: Claims;
  key?: (keys: ProviderKeys) => CryptoKey;
  /** Of what the browser signs, and with which key. */
  bindingHeader?: Record<string, unknown>;
  binding?: Claims;
  browserKey?: SigningKey;
  /** What the browser discloses. */
  disclosures?: readonly string[];
  /** Changes the whole afterwards. */
  whole?: (token: string) => string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
const disclose = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
const name = disclose('salt', 'name', 'Ada Lovelace');
const email = disclose('salt', 'email', 'ada@people.example');

describe('what a browser presents with FedCM delegation', () => {
  let provider: LyingProvider;
  let server: TestServer;
  let visitor: Visitor;
  let browserKey: SigningKey;
  let otherKey: SigningKey;
  before(async () => {
    [browserKey, otherKey, provider] = await Promise.all([
      createSigningKey('ES256'),
      createSigningKey('ES256'),
      startLyingProvider(),
    ]);
    const fedcm = [{ ...provider.fedcm, format: 'vc+sd-jwt' as const }];
    server = await startServer({ clock: createClock(Date.now()), config: { fedcm } });
  });
  after(async () => {
    await server.stop();
    await provider.close();
  });
  beforeEach(() => {
    visitor = server.visitor();
  });

  const seconds = (): number => Math.floor(server.clock.now() / 1000);

  /** Has the provider issue for a browser, which presents it. Returns what the page posts. */
  async function present(changes: Changes = {}): Promise<{ token: string; configURL: string }> {
    const signer = changes.browserKey ?? browserKey;
    const disclosed = changes.disclosures ?? [name];
    let nonce: unknown;
    provider.lie = {
      claims: ({ nonce: asked, ...honest }) => {
        nonce = asked;
        const hidden = { _sd_alg: 'sha-256', _sd: [name, email].map(sha256) };
        return { ...honest, aud: undefined, cnf: { jwk: browserKey.publicJwk }, ...hidden, ...changes.claims };
      },
      header: (usual) => ({ ...usual, typ: 'vc+sd-jwt', ...changes.header }),
      ...(changes.key && { key: changes.key }),
      async idToken(issued) {
        const presented = [issued, ...disclosed, ''].join('~');
        const honest = { aud: server.origin, nonce, iat: seconds(), sd_hash: sha256(presented) };
        const binding = await new SignJWT({ ...honest, ...changes.binding })
          .setProtectedHeader({ alg: signer.alg, typ: 'kb+jwt', ...changes.bindingHeader })
          .sign(signer.privateKey);
        return (changes.whole ?? String)(presented + binding);
      },
    };
    return askForToken(visitor, { provider, clock: server.clock });
  }
  const post = (given: object): Promise<Answer> => visitor.post('/auth/fedcm', given);
  const readSession = async (): Promise<SessionAnswer> => (await visitor.get<SessionAnswer>('/session')).body;

  test('is requested of a provider with a format', async () => {
    const { providers } = (await visitor.get<FedCmNonceAnswer>('/auth/fedcm/nonce')).body;
    assert.deepEqual(
      providers.map(({ format }) => format),
      ['vc+sd-jwt'],
    );
  });

  test('signs in the subject that the provider has signed, with what the browser discloses', async () => {
    provider.endUser = { sub: 'g-1' };
    assert.equal((await post(await present({ disclosures: [name, email] }))).status, 200);
    const { user, authMethod } = await readSession();
    assert.deepEqual([user?.name, user?.displayName, authMethod], ['ada', 'Ada Lovelace', 'fedcm']);
    provider.lie = {};
    visitor = server.visitor();
    assert.equal((await post(await askForToken(visitor, { provider, clock: server.clock }))).status, 200);
    assert.equal((await readSession()).user?.name, 'ada', 'a token as usual leads to the same account');
  });

  test('is accepted of any type that providers use, and from clocks that are a minute off', async () => {
    provider.endUser = { sub: 'ada' };
    const accepted: Changes[] = [
      { header: { typ: 'dc+sd-jwt' } },
      { header: { typ: 'sd-jwt' } },
      { disclosures: [] },
      { binding: { iat: seconds() - 59 } },
      { binding: { iat: seconds() + 59 } },
      { claims: { exp: seconds() - 59 } },
    ];
    for (const changes of accepted)
      assert.equal((await post(await present(changes))).status, 200, JSON.stringify(changes));
  });

  const bad: [what: string, message: string, changes: () => Changes, error?: string][] = [
    [
      'signed by a key that the provider has not published',
      'signature verification failed',
      () => ({ key: ({ unpublished }) => unpublished }),
    ],
    ['whose key the provider does not have', 'no applicable key', () => ({ header: { kid: 'second' } })],
    ['of the type of an ID token', 'of another type', () => ({ header: { typ: 'JWT' } })],
    ['without a type', 'of another type', () => ({ header: { typ: undefined } })],
    ['of another issuer', '"iss" claim', () => ({ claims: { iss: 'https://other.example' } })],
    ['issued for one site', 'issued it for one site', () => ({ claims: { aud: 'latchkey' } })],
    ['without a subject', 'missing required "sub"', () => ({ claims: { sub: undefined } })],
    [
      'whose subject only the browser states',
      'missing required "sub"',
      () => ({
        claims: { sub: undefined, _sd: [sha256(disclose('salt', 'sub', 'ada'))] },
        disclosures: [disclose('salt', 'sub', 'ada')],
      }),
    ],
    ['that has expired', '"exp" claim timestamp', () => ({ claims: { exp: seconds() - 61 } })],
    ['that never expires', 'missing required "exp"', () => ({ claims: { exp: undefined } })],
    ['that is not valid yet', '"nbf" claim timestamp', () => ({ claims: { nbf: seconds() + 61 } })],
    ['issued in the future', '"iat" claim in the future', () => ({ claims: { iat: seconds() + 61 } })],
    ['bound to no key', 'bound to no key', () => ({ claims: { cnf: undefined } })],
    [
      'bound to a private key',
      'bound to no key',
      () => ({ claims: { cnf: { jwk: { ...browserKey.publicJwk, d: 'AQ' } } } }),
    ],
    ['bound to the key of another browser', 'signature is not that of its key', () => ({ browserKey: otherKey })],
    [
      'bound to a key that is not on its curve',
      'not a point on its curve',
      () => ({ claims: { cnf: { jwk: { ...browserKey.publicJwk, y: browserKey.publicJwk.x } } } }),
    ],
    ['whose binding is of another type', 'of another type', () => ({ bindingHeader: { typ: 'JWT' } })],
    ['for another origin', 'another origin', () => ({ binding: { aud: 'https://other.example' } })],
    ['for the origin as wallets write it', 'another origin', () => ({ binding: { aud: `origin:${server.origin}` } })],
    ['for the client id', 'another origin', () => ({ binding: { aud: 'latchkey' } })],
    ['for a list of origins', 'another origin', () => ({ binding: { aud: [server.origin] } })],
    ['signed before the nonce was issued', 'signed too long ago', () => ({ binding: { iat: seconds() - 61 } })],
    ['signed in the future', 'or in the future', () => ({ binding: { iat: seconds() + 61 } })],
    ['signed at no time', 'does not say when', () => ({ binding: { iat: undefined } })],
    [
      'whose binding is for other disclosures',
      'signed another presentation',
      () => ({ binding: { sd_hash: sha256('another') } }),
    ],
    [
      'with a disclosure added afterwards',
      'signed another presentation',
      () => ({ whole: (token) => token.replace('~', `~${email}~`) }),
    ],
    [
      'with a disclosure removed afterwards',
      'signed another presentation',
      () => ({ whole: (token) => token.replace(`${name}~`, '') }),
    ],
    [
      'with a disclosure that the provider has not signed',
      'not signed by the issuer',
      () => ({ disclosures: [disclose('salt', 'email', 'grace@people.example')] }),
    ],
    ['with a repeated disclosure', 'disclosure is repeated', () => ({ disclosures: [name, name] })],
    ['with digests of an unknown hash', 'algorithm that is not accepted', () => ({ claims: { _sd_alg: 'md5' } })],
    [
      'with another nonce',
      'unknown, used, expired',
      () => ({ binding: { nonce: 'A'.repeat(43) } }),
      'challenge_expired',
    ],
    ['without a nonce', 'names no nonce', () => ({ binding: { nonce: undefined } }), 'challenge_expired'],
    [
      'that the browser has not signed',
      'not a JSON Web Token',
      () => ({ whole: (token) => token.slice(0, token.lastIndexOf('~') + 1) }),
    ],
    [
      'with a binding without a signature',
      'signature is not that of its key',
      () => ({ whole: (token) => token.slice(0, token.lastIndexOf('.') + 1) }),
    ],
    ['whose signature is spelled in another way', 'without padding', () => ({ whole: (token) => `${token}=` })],
    [
      'without what the provider issued',
      'header of a JWT',
      () => ({ whole: (token) => token.slice(token.indexOf('~')) }),
    ],
  ];
  for (const [what, message, changes, error = 'rejected'] of bad) {
    test(`is refused if it is one ${what}`, async () => {
      provider.endUser = { sub: 'ada' };
      const answer = await post(await present(changes()));
      assert.deepEqual([answer.status, answer.body['error']], [error === 'rejected' ? 401 : 400, error]);
      assert.ok(String(answer.body['message']).includes(message), String(answer.body['message']));
      assert.deepEqual(await readSession(), { signedIn: false });
      assert.deepEqual(await readSession(), { signedIn: false });
    });
  }

  test('works once, and in no other session', async () => {
    provider.endUser = { sub: 'ada' };
    const given = await present();
    const stranger = server.visitor();
    await stranger.get('/auth/fedcm/nonce');
    assert.equal((await stranger.post('/auth/fedcm', given)).body['error'], 'challenge_expired');
    assert.equal((await post(given)).status, 200);
    assert.equal((await post(given)).body['error'], 'challenge_expired');
  });

  test('is refused of a provider without a format', async () => {
    const plain = await startServer({
      clock: server.clock,
      origin: server.origin,
      config: { fedcm: [provider.fedcm] },
    });
    visitor = plain.visitor();
    const answer = await post(await present());
    assert.equal(answer.status, 401);
    assert.match(String(answer.body['message']), /not asked for presentations/);
    await plain.stop();
  });
});
