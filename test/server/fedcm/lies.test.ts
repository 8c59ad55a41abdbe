import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { FedCmNonceAnswer } from '../../../src/base/contract/types.js';
import type { Lie } from '../../support/node/lying-provider.js';
import {
  askForToken,
  signInByFedCm,
  startFederatedServer,
  type FederatedServer,
} from '../../support/node/provider-visit.js';
import type { ServerOptions } from '../../support/node/server.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';
import { delays, keyLies, metadataDelays, metadataLies, signedLies } from '../oidc/lies.js';

/** A server that knows nothing about its provider yet, which lies. When the test ends, no user may be signed in. */
async function startDeceivedServer(
  context: TestContext,
  lie: Lie,
  options?: ServerOptions,
): Promise<{ server: FederatedServer; visitor: Visitor }> {
  const server = await startFederatedServer(options);
  server.provider.lie = lie;
  const visitor = server.visitor();
  context.after(async () => {
    assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
    assert.equal(await server.store.findAccountByUsername('ada'), undefined);
    assert.deepEqual(server.provider.faults, []);
    const logged = JSON.stringify(server.logs);
    for (const token of server.provider.tokens) assert.equal(logged.includes(token), false);
    await server.stop();
  });
  return { server, visitor };
}

const outcome = ({ status, body }: Answer): unknown[] => [status, body['error']];

/** What is wrong with the nonce; everything else is 401. */
const nonceLies = new Set(['another nonce', 'no nonce']);
/** Tokens in which no claim can be read, and so no nonce. */
const unreadable = new Set([
  'an ID token of two parts',
  'an ID token of five parts',
  'an ID token whose claims are not JSON',
  'an ID token whose claims are a list',
]);
/** The token is checked against what there is, and nothing fits. */
const keysForOthers = new Set(['an empty list of keys', 'two keys of one kid', 'a key for encryption only']);
/** Nothing of these is needed to find keys. */
const otherMetadata = /authorization endpoint/;

describe('a FedCM provider that lies', () => {
  for (const [what, lie] of Object.entries(signedLies)) {
    const expected = nonceLies.has(what) ? [400, 'challenge_expired'] : [401, 'rejected'];
    test(`${what}: ${expected.join(' ')}`, async (context) => {
      const { server, visitor } = await startDeceivedServer(context, lie);
      const given = await askForToken(visitor, server);
      assert.deepEqual(outcome(await visitor.post('/auth/fedcm', given)), expected);
      if (nonceLies.has(what) || unreadable.has(what)) return;
      server.provider.lie = {};
      assert.deepEqual(
        outcome(await visitor.post('/auth/fedcm', given)),
        [400, 'challenge_expired'],
        'the nonce is used up',
      );
    });
  }

  const claims: [what: string, change: Record<string, unknown>, status: number][] = [
    ['a nonce that is a number', { nonce: 1 }, 400],
    ['an empty nonce', { nonce: '' }, 400],
    ['a nonce with a zero byte', { nonce: `${'A'.repeat(42)}\u0000` }, 400],
    ['a nonce of 10,000 characters', { nonce: 'A'.repeat(10_000) }, 400],
    ['a list of nonces', { nonce: ['A'.repeat(43)] }, 400],
    ['an empty list of audiences', { aud: [] }, 401],
    ['an audience that is a number', { aud: 1 }, 401],
    ['two audiences, the first of which is the server, without azp', { aud: ['latchkey', 'latchkey'] }, 401],
    ['an azp that is a list', { azp: ['latchkey'] }, 401],
    ['an issuer that is a list', { iss: ['http://idp.localhost'] }, 401],
    ['a subject that is a list', { sub: ['ada'] }, 401],
    ['an end that is not a number', { exp: null }, 401],
  ];
  for (const [what, change, status] of claims) {
    test(`${what}: ${status}`, async (context) => {
      const { server, visitor } = await startDeceivedServer(context, {
        claims: (honest) => ({ ...honest, ...change }),
      });
      assert.equal((await signInByFedCm(visitor, server)).status, status);
    });
  }

  for (const [what, lie] of Object.entries({ ...keyLies, ...metadataLies })) {
    if (otherMetadata.test(what)) continue;
    const expected = keysForOthers.has(what) ? [401, 'rejected'] : [502, 'provider_failed'];
    test(`${what}: ${expected.join(' ')}`, async (context) => {
      const { server, visitor } = await startDeceivedServer(context, lie);
      assert.deepEqual(outcome(await signInByFedCm(visitor, server)), expected);
    });
  }

  for (const [what, lie] of Object.entries({ ...delays, ...metadataDelays })) {
    if (lie.token) continue;
    test(`${what}: 502 at the deadline`, async (context) => {
      const { server, visitor } = await startDeceivedServer(context, lie, { providerDeadline: 250 });
      assert.deepEqual(outcome(await signInByFedCm(visitor, server)), [502, 'provider_failed']);
    });
  }

  test('a provider that does not listen at all: 502', async (context) => {
    const { server, visitor } = await startDeceivedServer(context, {});
    const given = await askForToken(visitor, server);
    await server.provider.close();
    assert.deepEqual(outcome(await visitor.post('/auth/fedcm', given)), [502, 'provider_failed']);
    server.provider.close = async () => {};
  });

  for (const token of ['x', 'a.b.c', '..', `${'x'.repeat(30_000)}`, '\u0000', 'e30.bnVsbA.x']) {
    test(`an invalid token, "${token.slice(0, 10)}": 401, or 403 of a provider that is not configured`, async (context) => {
      const { server, visitor } = await startDeceivedServer(context, {});
      const { configURL } = server.provider.fedcm;
      await visitor.get('/auth/fedcm/nonce');
      assert.deepEqual(outcome(await visitor.post('/auth/fedcm', { token, configURL })), [401, 'rejected']);
      assert.deepEqual(outcome(await visitor.post('/auth/fedcm', { token, configURL: `${configURL}/` })), [
        403,
        'unknown_provider',
      ]);
    });
  }

  test('a token for another site that uses the same provider: 401', async (context) => {
    const { server, visitor } = await startDeceivedServer(context, {
      claims: (honest) => ({ ...honest, aud: 'another-site' }),
    });
    assert.equal((await signInByFedCm(visitor, server)).status, 401);
  });

  test('the ID token of a flow, whose nonce is another: 400', async (context) => {
    const { server, visitor } = await startDeceivedServer(context, {});
    const { body } = await visitor.get<FedCmNonceAnswer>('/auth/fedcm/nonce');
    const address = new URL((await visitor.get('/auth/start')).headers.get('Location')!);
    const token = await server.provider.issueToken(address.searchParams.get('nonce')!, server.clock.now());
    assert.equal((await visitor.post('/auth/fedcm', { token, configURL: body.providers[0]!.configURL })).status, 400);
  });

  test('an honest one signs people in: the lies above fail for what they say', async () => {
    const server = await startFederatedServer();
    assert.equal((await signInByFedCm(server.visitor(), server)).status, 200);
    await server.stop();
  });
});
