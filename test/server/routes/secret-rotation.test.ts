import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readConfig } from '../../../server/src/config/config.js';
import { readSecrets } from '../../../server/src/crypto/secrets.js';
import { createGrants } from '../../../server/src/oidc/grants.js';
import { createProviders } from '../../../server/src/oidc/providers.js';
import { drill, reseal } from '../../../server/src/reseal.js';
import { startServer as startProgram } from '../../../server/src/start.js';
import { openStore } from '../../../server/src/store/open.js';
import type { HandOff, SessionAnswer, SessionList } from '../../../src/base/contract/types.js';
import { receiveCode, verifyAddress } from '../../support/node/codes.js';
import { signUp } from '../../support/node/people.js';
import {
  confirmationIn,
  confirmHandOff,
  goToProvider,
  signInAtProvider,
  startFederatedServer,
  type FederatedServer,
} from '../../support/node/provider-visit.js';
import { setUpApp } from '../../support/node/second-factors.js';
import { startServer } from '../../support/node/server.js';
import type { Visitor } from '../../support/node/visitor.js';

// The values of SESSION_SECRET on the way from one secret to another.
const old = 'the old secret of the tests with enough characters';
const next = '27:the next secret of the tests with enough characters';
const prepared = `${old},${next}`;
const rotated = `${next},${old}`;

test('the command that seals again works on the configured database, and says what it did', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-reseal-'));
  const environment = { DATA_DIR: folder, SESSION_SECRET: rotated };
  await (await openStore({ dataDirectory: folder }, () => {})).close();
  const told: string[] = [];
  const done = 'Sealed 0 refresh tokens and 0 secrets of authenticator apps with the first secret.';
  assert.equal(
    await reseal(
      readConfig(environment),
      () => {},
      (losses) => told.push(losses),
    ),
    done,
  );
  const nothing = 'no account would lose an authenticator app or a grant.';
  assert.deepEqual(told, [`Without the secret "27", ${nothing}\nWithout the secret without an id, ${nothing}`]);
  await writeFile(join(folder, 'session-secret'), `${next},short`);
  await assert.rejects(
    reseal(readConfig({ DATA_DIR: folder }), () => {}),
    {
      name: 'StartError',
      message: `${join(folder, 'session-secret')} must be at least 32 characters long, but entry 2 is shorter.`,
    },
  );
  await rm(folder, { recursive: true });
});

test('the drill and the command say before anything happens how many accounts would lose what, and the command mends it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-drill-'));
  const configOf = (sessionSecret: string) => readConfig({ DATA_DIR: folder, SESSION_SECRET: sessionSecret });
  const quiet = () => {};
  const store = await openStore({ dataDirectory: folder }, quiet);
  const server = await startServer({
    open: async () => ({ store, discard: async () => {} }),
    config: { sessionSecret: old },
  });
  for (const name of ['ada', 'bo']) {
    const endUser = await signUp(server, name, 'correct horse battery');
    await setUpApp(endUser.browser, server.clock);
  }
  await server.stop();

  const lost =
    'Without the secret without an id, 2 accounts would lose their authenticator app, and 0 sessions their grant at the provider.';
  const before = await drill(configOf(rotated), quiet);
  assert.ok(before.split('\n').includes(lost), before);
  assert.equal(await drill(configOf(rotated), quiet), before, 'it changes nothing');
  const told: string[] = [];
  const done = await reseal(configOf(rotated), quiet, (losses) => told.push(losses));
  assert.deepEqual(told, [before]);
  assert.equal(done, 'Sealed 0 refresh tokens and 2 secrets of authenticator apps with the first secret.');
  assert.match(await drill(configOf(rotated), quiet), /^Without the secret without an id, no account would lose/m);
  assert.doesNotMatch(await drill(configOf(next), quiet), /cannot be read/);
  assert.match(
    await drill(configOf('28:yet another secret of the tests with enough characters'), quiet),
    /^The authenticator apps of 2 accounts cannot be read with any secret of the list\.$/m,
  );
  // a secret that was only tried is not known by its id afterwards
  await drill(configOf('28:the one that is taken in the end has as many characters'), quiet);
  await store.close();
  await rm(folder, { recursive: true });
});

test('a new secret without an id is refused at the start, in front of old ones and in their place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-marks-'));
  const start = async (sessionSecret: string): Promise<string> => {
    try {
      const server = await startProgram(
        readConfig({ PORT: '0', DATA_DIR: folder, SESSION_SECRET: sessionSecret }),
        () => {},
      );
      await server.stop();
      return 'started';
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
  };
  const fresh = 'a fresh secret of the tests with enough characters';
  const withoutId =
    'StartError: SESSION_SECRET has a new secret without an id. Give the new one an id, such as 2027:secret, and leave the others as they were.';
  assert.equal(await start(old), 'started');
  for (const text of [fresh, `${fresh},26:${old}`, `26:${old},${fresh}`])
    assert.equal(await start(text), withoutId, text);
  assert.throws(
    () => readConfig({ SESSION_SECRET: `${fresh},${old}` }),
    /SESSION_SECRET must be one secret, or a list/,
  );
  for (const text of [prepared, rotated, next, rotated]) assert.equal(await start(text), 'started', text);
  assert.equal(
    await start(`27:${fresh},${old}`),
    'StartError: SESSION_SECRET has another secret than before under the id "27". Give the new one another id.',
  );
  assert.equal(await start(`28:${fresh},${next}`), 'started');
  assert.equal(await start(`${old}x,28:${fresh}`), withoutId);
  await rm(folder, { recursive: true });
});

describe('rotating the secret of the server', () => {
  let server: FederatedServer;
  before(async () => {
    server = await startFederatedServer({ config: { sessionSecret: old } });
  });
  after(() => server.stop());

  const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
    (await visitor.get<SessionAnswer>('/session')).body.signedIn;
  const use = (sessionSecret: string): void => server.restart({ sessionSecret });

  test('signs no user out until the old secret is removed, and then only users who signed in with it', async () => {
    const visitors: Visitor[] = [];
    for (const [index, secret] of [old, prepared, rotated, prepared, rotated].entries()) {
      use(secret);
      const { browser } = await signUp(server, `user ${index}`);
      visitors.push(browser);
      assert.deepEqual(
        await Promise.all(visitors.map(isSignedIn)),
        visitors.map(() => true),
      );
    }
    use(next);
    assert.deepEqual(await Promise.all(visitors.map(isSignedIn)), [false, false, true, false, true]);
  });

  test('lets a flow at a provider, a hand-off and a one-time code that began before it end after it', async () => {
    use(old);
    const cleo = await signUp(server, 'cleo');
    await verifyAddress(server, cleo, 'cleo@example.com');
    for (const [from, to] of [
      [old, rotated],
      [rotated, prepared],
    ] as const) {
      use(from);
      const [visitor, app, phone, other] = Array.from({ length: 4 }, () => server.visitor()) as [
        Visitor,
        Visitor,
        Visitor,
        Visitor,
      ];
      const code = await receiveCode(server, visitor, 'cleo@example.com');
      const callback = await goToProvider(other, server.provider);
      const { body: handOff } = await app.post<HandOff>('/auth/handoff');
      const question = await signInAtProvider(phone, server.provider, `?mode=handoff&handoff=${handOff.id}`);
      use(to);
      assert.equal((await visitor.post('/otp/verify', { code })).status, 200);
      assert.equal((await other.get(callback)).headers.get('Location'), '/');
      await confirmHandOff(phone, confirmationIn(question.headers.get('Location')!), { code: handOff.code });
      assert.equal((await app.post('/auth/handoff/redeem', { id: handOff.id })).status, 200);
      assert.deepEqual(await Promise.all([visitor, other, app].map(isSignedIn)), [true, true, true]);
    }
  });

  test('leaves refresh tokens readable without the old secret once they are sealed again', async () => {
    use(old);
    const [phone, laptop] = [server.visitor(), server.visitor()];
    await signInAtProvider(phone, server.provider);
    use(rotated);
    await signInAtProvider(laptop, server.provider);

    const seal = (secrets: string): ReturnType<ReturnType<typeof createGrants>['reseal']> =>
      createGrants(createProviders([], []), server.store, readSecrets(secrets), server.clock.now, () => {}).reseal();
    assert.equal((await seal(next)).resealed, 0);
    assert.ok((await seal(next)).unreadable > 0);
    assert.ok((await seal(rotated)).resealed > 0);
    assert.deepEqual(await seal(rotated), { resealed: 0, unreadable: 0 });

    use(next);
    const { sessions } = (await laptop.get<SessionList>('/sessions')).body;
    const granted = server.provider.grants.size;
    for (const { id, current } of sessions) if (!current) await laptop.delete(`/sessions/${id}`);
    assert.ok(server.provider.grants.size < granted);
    assert.deepEqual(server.logs.filter(({ event }) => event === 'grant-unreadable').length, 0);
  });
});
