import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Lie } from '../../support/node/lying-provider.js';
import {
  goToProvider,
  messageOf,
  signInAtProvider,
  startFederatedServer,
  type FederatedServer,
} from '../../support/node/provider-visit.js';
import type { Visitor } from '../../support/node/visitor.js';
import { delays, metadataDelays, metadataLies, stateLies, tokenLies } from './lies.js';

/** Longer than metadata and keys are believed. */
const untilForgotten = 61 * 60_000;

describe('a provider that lies', () => {
  let server: FederatedServer;
  let visitor: Visitor;
  before(async () => {
    server = await startFederatedServer();
  });
  after(() => server.stop());

  /** A visitor of a server that knows nothing about its provider yet, which lies from here on. */
  function lieTo(lie: Lie): void {
    server.clock.advance(untilForgotten);
    server.provider.lie = lie;
    visitor = server.visitor();
  }
  afterEach(async () => {
    assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
    assert.deepEqual(server.provider.faults, []);
    assert.equal(await server.store.findAccountByUsername('ada'), undefined);
  });

  for (const [what, lie] of Object.entries(tokenLies)) {
    test(`${what}: 502 in plain text, and in the popup`, async () => {
      lieTo(lie);
      const refused = await signInAtProvider(visitor, server.provider);
      assert.equal(refused.status, 502, refused.text);
      assert.match(refused.headers.get('Content-Type')!, /^text\/plain/);
      const popup = await signInAtProvider(visitor, server.provider, '?mode=popup');
      assert.deepEqual([popup.status, messageOf(popup)], [502, { type: 'sign-in-failed', reason: 'provider_failed' }]);
    });
  }

  for (const [what, lie] of Object.entries(stateLies)) {
    test(`${what}: 400`, async () => {
      lieTo(lie);
      const { status, headers } = await signInAtProvider(visitor, server.provider);
      assert.equal(status, 400);
      assert.match(headers.get('Content-Type')!, /^text\/plain/);
    });
  }

  for (const [what, lie] of Object.entries(metadataLies)) {
    test(`${what}: 502, and the user is not redirected there`, async () => {
      lieTo(lie);
      const refused = await visitor.get('/auth/start');
      assert.deepEqual([refused.status, refused.headers.get('Location'), visitor.flowCookie], [502, null, undefined]);
      const popup = await visitor.get('/auth/start?mode=popup');
      assert.deepEqual([popup.status, messageOf(popup)], [502, { type: 'sign-in-failed', reason: 'provider_failed' }]);
    });
  }

  test('an honest one in between signs people in: the lies above fail for what they say', async () => {
    lieTo({});
    const bo = server.visitor();
    server.provider.endUser = { sub: 'bo', preferred_username: 'bo' };
    assert.equal((await signInAtProvider(bo, server.provider)).status, 302);
    assert.equal((await bo.get<{ user: { name: string } }>('/session')).body.user.name, 'bo');
    server.provider.endUser = { sub: 'ada', preferred_username: 'ada' };
  });

  test('a nonce of another flow of the same browser: 502', async () => {
    lieTo({});
    const nonces: unknown[] = [];
    server.provider.lie = {
      claims: (claims) => ({ ...claims, nonce: nonces.push(claims['nonce']) > 1 ? nonces[0] : 'none' }),
    };
    assert.equal((await signInAtProvider(visitor, server.provider)).status, 502);
    assert.equal((await signInAtProvider(visitor, server.provider)).status, 502);
    assert.equal(nonces.length, 2);
  });

  test('names come from UserInfo where the ID token has none', async () => {
    lieTo({ userInfo: (claims) => claims });
    const user = server.visitor();
    server.provider.endUser = {
      sub: 'eve',
      name: 'Eve',
      preferred_username: 'eve',
      picture: 'https://x.example/1.png',
    };
    assert.equal((await signInAtProvider(user, server.provider)).status, 302);
    const { text, body } = await user.get<{ user: { name: string } }>('/session');
    assert.deepEqual([body.user.name, text.includes('x.example')], ['eve', false], 'pictures are left out');
    server.provider.endUser = { sub: 'ada', preferred_username: 'ada' };
  });

  test('a code of another flow: 502, because the verifier is not the one it was requested with', async () => {
    lieTo({});
    const stolen = new URL(await goToProvider(server.visitor(), server.provider), server.origin).searchParams.get(
      'code',
    )!;
    server.provider.lie = { callback: (parameters) => parameters.set('code', stolen) };
    assert.equal((await signInAtProvider(visitor, server.provider)).status, 502);
    assert.equal(server.logs.at(-1)!['reason'], 'it answered 400: invalid_grant');
  });

  test('what it says never reaches the log, nor do tokens, codes and states', () => {
    const logged = JSON.stringify(server.logs);
    for (const token of server.provider.tokens) assert.equal(logged.includes(token), false);
    const brought = server.exchanges
      .filter(({ path }) => path.startsWith('/auth/callback/lying?'))
      .flatMap(({ path }) => [...new URLSearchParams(path.split('?')[1])]);
    const secrets = brought
      .filter(([name, value]) => (name === 'code' || name === 'state') && value.length > 20)
      .map(([, value]) => value);
    assert.ok(secrets.length > 100);
    for (const secret of secrets) assert.equal(logged.includes(secret), false);
    for (const word of ['<script>', 'nonsense', 'a secret', 'padding'])
      assert.equal(logged.includes(word), false, word);
    assert.ok(
      server.logs.every(({ event, reason }) => event === 'provider-failed' && typeof reason === 'string'),
      logged,
    );
  });
});

describe('a provider that is slow', () => {
  let server: FederatedServer;
  before(async () => {
    server = await startFederatedServer({ providerDeadline: 250 });
  });
  after(() => server.stop());

  /**
   * Begins a flow as {@link goToProvider} does, again and again: on a busy machine even an honest provider, and what the
   * server does itself, may miss a deadline as short as this one.
   */
  async function reachProvider(visitor: Visitor): Promise<string> {
    for (;;) {
      const { status, headers } = await visitor.get('/auth/start');
      if (status === 302) return server.provider.signIn(headers.get('Location')!);
      assert.equal(status, 502);
      server.clock.advance(5_000);
    }
  }

  for (const [what, lie] of [...Object.entries(delays), ...Object.entries(metadataDelays)]) {
    test(`${what}: 502 at the deadline, without a session`, async () => {
      server.clock.advance(untilForgotten);
      const visitor = server.visitor();
      const path = lie.metadata ? '/auth/start' : await reachProvider(visitor);
      server.provider.lie = lie;
      assert.equal((await visitor.get(path)).status, 502);
      assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
      server.provider.lie = {};
    });
  }
});

describe('a provider that is down', () => {
  test('is asked once for all that wait, and then left alone for 5 seconds', async () => {
    const server = await startFederatedServer();
    server.provider.lie = { metadata: () => (response) => void response.writeHead(503).end() };
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.visitor().get('/auth/start')));
    assert.ok(answers.every(({ status }) => status === 502));
    assert.equal((await server.visitor().get('/auth/start')).status, 502);
    assert.equal(server.provider.requests.length, 1);
    server.provider.lie = {};
    server.clock.advance(5_000);
    assert.equal((await signInAtProvider(server.visitor(), server.provider)).status, 302);
    await server.stop();
  });

  test('is asked about itself once an hour', async () => {
    const server = await startFederatedServer();
    for (const wait of [0, 59 * 60_000, 2 * 60_000]) {
      server.clock.advance(wait);
      assert.equal((await server.visitor().get('/auth/start')).status, 302);
    }
    assert.equal(server.provider.requests.length, 2);
    await server.stop();
  });

  test('and does not listen at all: 502', async () => {
    const server = await startFederatedServer();
    const visitor = server.visitor();
    const begun = await goToProvider(visitor, server.provider);
    await server.provider.close();
    assert.equal((await visitor.get(begun)).status, 502);
    server.clock.advance(untilForgotten);
    assert.equal((await server.visitor().get('/auth/start')).status, 502);
    await server.stop();
  });
});
