import { providerAlgorithms } from '../../../server/src/oidc/algorithms.js';
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { exportJWK, generateKeyPair } from 'jose';
import type { FedCmNonceAnswer, SessionAnswer } from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import type { Lie } from '../../support/node/lying-provider.js';
import { createPerson, signUp } from '../../support/node/people.js';
import {
  askForToken,
  signInAtProvider,
  signInByFedCm,
  startFederatedServer,
  type FederatedServer,
} from '../../support/node/provider-visit.js';
import { namesIn } from '../../support/node/session-names.js';
import type { Visitor } from '../../support/node/visitor.js';

describe('a sign-in by FedCM', () => {
  let server: FederatedServer;
  before(async () => {
    server = await startFederatedServer();
  });
  after(() => server.stop());
  beforeEach(() => {
    server.provider.lie = {};
    server.provider.endUser = { sub: 'ada', preferred_username: 'ada' };
  });

  const readSession = async (visitor: Visitor): Promise<SessionAnswer> =>
    (await visitor.get<SessionAnswer>('/session')).body;
  /** A user who has never been here. */
  const becomeNewUser = (sub: string, claims: object = {}): void => {
    server.provider.endUser = { sub, ...claims };
  };

  test('gives a new user an account, called what the provider calls them', async () => {
    becomeNewUser('g-1', { name: 'Grace Hopper', email: 'grace@people.example', email_verified: true });
    const visitor = server.visitor();
    const answer = await signInByFedCm(visitor, server);
    assert.deepEqual([answer.status, answer.body], [200, {}]);
    const session = await readSession(visitor);
    assert.deepEqual(
      [namesIn(session), session.authMethod],
      [{ name: 'grace@people.example', displayName: 'Grace Hopper' }, 'fedcm'],
    );
  });

  test('finds the same account again, and gives a new session id', async () => {
    const [first, second] = [server.visitor(), server.visitor()];
    await signInByFedCm(first, server);
    const { cookie } = first;
    await signInByFedCm(second, server);
    assert.deepEqual((await readSession(second)).user, (await readSession(first)).user);
    await signInByFedCm(first, server);
    assert.notEqual(first.cookie, cookie);
  });

  test('is the same person as by way of the callback, in both orders', async () => {
    for (const [sub, ways] of [
      ['h-1', [signInAtProvider, signInByFedCm]],
      ['h-2', [signInByFedCm, signInAtProvider]],
    ] as const) {
      becomeNewUser(sub, { preferred_username: sub });
      const visitors = [server.visitor(), server.visitor()];
      for (const [index, visitor] of visitors.entries()) {
        if (ways[index] === signInByFedCm) await signInByFedCm(visitor, server);
        else await signInAtProvider(visitor, server.provider);
      }
      const [first, second] = await Promise.all(visitors.map(readSession));
      assert.deepEqual([first!.user?.name, second!.user?.name], [sub, sub]);
      assert.notEqual(first!.authMethod, second!.authMethod);
    }
  });

  test('takes no account over that has the same name or address', async () => {
    await signUp(server, 'ida');
    becomeNewUser('i-1', { preferred_username: 'ida', email: 'ida' });
    const visitor = server.visitor();
    await signInByFedCm(visitor, server);
    assert.equal((await readSession(visitor)).user?.name, 'ida 2');
  });

  test('replaces the user who was signed in before', async () => {
    const jo = await signUp(server, 'jo');
    const tab = Object.assign(server.visitor(), { cookie: jo.browser.cookie });
    await signInByFedCm(jo.browser, server);
    assert.equal((await readSession(jo.browser)).user?.name, 'ada');
    assert.deepEqual(await readSession(tab), { signedIn: false });
  });

  test('proves something recent only when the token says when the person authenticated', async () => {
    const authTimeOf = async (claims: object): Promise<number> => {
      server.provider.endUser = { sub: 'ada', ...claims };
      const visitor = server.visitor();
      assert.equal((await signInByFedCm(visitor, server)).status, 200);
      return server.clock.now() - (await readSession(visitor)).authTime!;
    };
    const seconds = Math.floor(server.clock.now() / 1000);
    assert.ok((await authTimeOf({ auth_time: seconds })) < 1_000);
    assert.ok((await authTimeOf({ auth_time: seconds + 30 })) < 1_000, 'a clock that is ahead');
    assert.equal(await authTimeOf({ auth_time: undefined }), 5 * minutes);
    assert.ok((await authTimeOf({ auth_time: seconds - 3600 })) > 59 * minutes);
  });

  test('refuses a passkey from a user whom the browser signed in without a prompt', async () => {
    server.provider.endUser = { sub: 'ada', auth_time: undefined };
    const visitor = server.visitor();
    await signInByFedCm(visitor, server);
    const { status, body } = await visitor.post('/webauthn/register/options');
    assert.deepEqual([status, body['error'], body['methods']], [403, 'step_up_required', ['oidc']]);
  });

  test('is a way in, so that the last passkey may go', async () => {
    const other = await startFederatedServer({ config: { providers: [] } });
    const ada = createPerson(other, 'ada');
    await signInByFedCm(ada.browser, other);
    assert.equal((await ada.addPasskey()).status, 200);
    assert.equal(
      (await ada.browser.delete(`/webauthn/credentials/${ada.authenticator.credentials[0]!.id}`)).status,
      204,
    );
    await other.stop();
  });

  test('lists the session like any other', async () => {
    const visitor = server.visitor();
    await signInByFedCm(visitor, server);
    const { sessions } = (await visitor.get<{ sessions: { authMethod: string; current: boolean }[] }>('/sessions'))
      .body;
    assert.equal(sessions.find(({ current }) => current)?.authMethod, 'fedcm');
  });

  test('takes the configured address of a provider and none that looks like it', async () => {
    const { configURL } = server.provider.fedcm;
    const address = new URL(configURL);
    const likenesses = [
      `${configURL}/`,
      `${configURL}?`,
      `${configURL}#`,
      `${configURL} `,
      ` ${configURL}`,
      configURL.toUpperCase(),
      configURL.replace('fedcm', 'Fedcm'),
      configURL.replace('idp', 'IDP'),
      configURL.replace('http:', 'https:'),
      configURL.replace('//', '//ada@'),
      configURL.replace('//', '//ada:secret@'),
      configURL.replace('/fedcm', '//fedcm'),
      configURL.replace('/fedcm', '/./fedcm'),
      configURL.replace('fedcm', '%66edcm'),
      configURL.replace('.localhost', '.localhost.'),
      configURL.replace(address.port, `0${address.port}`),
      configURL.replace(`:${address.port}`, ''),
      configURL.replace(address.port, String(Number(address.port) + 1)),
      configURL.replace('idp.localhost', 'localhost'),
      configURL.replace('idp.localhost', 'idp.localhost.example'),
      `${configURL}\u0000`,
      configURL.slice(0, -1),
      address.origin,
      '/fedcm.json',
      'fedcm.json',
      'null',
      'javascript:alert(1)',
      'x'.repeat(20_000),
    ];
    assert.equal(new Set([...likenesses, configURL]).size, likenesses.length + 1);
    for (const likeness of likenesses) {
      const visitor = server.visitor();
      const given = await askForToken(visitor, server);
      const { status, body } = await visitor.post('/auth/fedcm', { ...given, configURL: likeness });
      assert.deepEqual([status, body['error']], [403, 'unknown_provider'], likeness.slice(0, 100));
      assert.deepEqual(await readSession(visitor), { signedIn: false });
    }
  });

  for (const alg of providerAlgorithms) {
    test(`takes a token that a published key signed with ${alg}`, async () => {
      const { privateKey, publicKey } = await generateKeyPair(alg);
      const jwk = { ...(await exportJWK(publicKey)), kid: alg, alg, use: 'sig' };
      const lie: Lie = {
        keys: ({ keys }) => ({ keys: [...keys, jwk] }),
        key: () => privateKey,
        header: () => ({ alg, kid: alg }),
      };
      const other = await startFederatedServer();
      other.provider.lie = lie;
      assert.equal((await signInByFedCm(other.visitor(), other)).status, 200);
      await other.stop();
    });
  }

  test('finds a key without a kid when there is one only', async () => {
    const other = await startFederatedServer();
    other.provider.lie = { header: ({ kid: _dropped, ...rest }) => rest };
    assert.equal((await signInByFedCm(other.visitor(), other)).status, 200);
    await other.stop();
  });

  test('takes a token that was given to this site among others', async () => {
    server.provider.lie = { claims: (claims) => ({ ...claims, aud: ['another-site', 'latchkey'], azp: 'latchkey' }) };
    assert.equal((await signInByFedCm(server.visitor(), server)).status, 200);
  });

  test('knows several providers, each with its own keys, client and issuer', async () => {
    const others = await startFederatedServer();
    const both = await startFederatedServer({
      config: {
        fedcm: [server.provider.fedcm, { ...others.provider.fedcm, jwksUri: `${others.provider.fedcm.issuer}/keys` }],
      },
    });
    const bringFrom = async ({ provider }: FederatedServer, configURL = provider.fedcm.configURL): Promise<number> => {
      const visitor = both.visitor();
      const { body } = await visitor.get<FedCmNonceAnswer>('/auth/fedcm/nonce');
      assert.equal(body.providers.length, 2);
      return (
        await visitor.post('/auth/fedcm', { token: await provider.issueToken(body.nonce, both.clock.now()), configURL })
      ).status;
    };
    assert.deepEqual([await bringFrom(server), await bringFrom(others)], [200, 200]);
    assert.equal(
      await bringFrom(others, server.provider.fedcm.configURL),
      401,
      'a token of one under the name of the other',
    );
    assert.ok(
      !others.provider.requests.includes('GET /.well-known/openid-configuration'),
      'keys at a configured address need no metadata',
    );
    await both.stop();
    await others.stop();
  });

  test('asks a provider for its keys once for many tokens', async () => {
    const other = await startFederatedServer();
    await Promise.all(Array.from({ length: 20 }, () => signInByFedCm(other.visitor(), other)));
    assert.deepEqual([...other.provider.requests].sort(), ['GET /.well-known/openid-configuration', 'GET /keys']);
    await other.stop();
  });

  test('asks once an hour where the keys are', async () => {
    const other = await startFederatedServer();
    for (const wait of [0, 59 * minutes, 2 * minutes]) {
      other.clock.advance(wait);
      assert.equal((await signInByFedCm(other.visitor(), other)).status, 200);
    }
    assert.equal(
      other.provider.requests.filter((request) => request === 'GET /.well-known/openid-configuration').length,
      2,
    );
    await other.stop();
  });

  test('leaves a provider alone for 5 seconds that could not say where its keys are', async () => {
    const other = await startFederatedServer();
    other.provider.lie = { metadata: () => (response) => void response.writeHead(503).end() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => signInByFedCm(other.visitor(), other)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([502]));
    other.provider.lie = {};
    other.clock.advance(4_999);
    assert.equal((await signInByFedCm(other.visitor(), other)).status, 502);
    assert.equal(other.provider.requests.length, 1);
    other.clock.advance(1);
    assert.equal((await signInByFedCm(other.visitor(), other)).status, 200);
    await other.stop();
  });
});
