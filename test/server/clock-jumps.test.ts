import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createKeyCache } from '../../server/src/oidc/key-cache.js';
import { failuresPerAccount, failuresPerClient } from '../../server/src/config/limits.js';
import { days, minutes } from '../support/node/clock.js';
import { createPerson, signUp, signUpWithPasskey } from '../support/node/people.js';
import { startServer } from '../support/node/server.js';

const jumps = [
  ['an hour back', -60 * minutes],
  ['a day back', -1 * days],
  ['an hour ahead', 60 * minutes],
  ['40 days ahead', 40 * days],
] as const;

describe('while the clock jumps', () => {
  for (const [what, jump] of jumps) {
    test(`${what} and returns, no challenge is accepted twice, and a session that has ended stays ended`, async () => {
      const server = await startServer();
      const ada = await signUpWithPasskey(server, 'ada');
      const { cookie: ended } = ada.browser;
      assert.equal((await ada.signOut()).status, 200);
      const response = await ada.choosePasskey();
      const { cookie } = ada.browser;
      let accepted = 0;
      for (const step of [0, jump, -jump]) {
        server.clock.advance(step);
        const tab = server.visitor();
        tab.cookie = cookie;
        const { status } = await tab.post('/webauthn/login/verify', response);
        if (status === 200) accepted += 1;
        else assert.equal(status, 400);
        const witness = server.visitor();
        witness.cookie = ended;
        assert.deepEqual((await witness.get('/session')).body, { signedIn: false });
        await server.settled();
      }
      assert.equal(accepted, 1);
      assert.equal((await createPerson(server, 'bo').signUpByPasskey()).status, 201);
      await server.stop();
    });

    test(`${what} and returns, everyone can sign in at once afterwards, and limits hold at every moment`, async () => {
      const server = await startServer({ config: { limitFailures: true } });
      await signUp(server, 'ada', 'correct horse battery');
      server.clock.advance(jump);
      const guess = async (password: string): Promise<number> =>
        (await server.visitor().post('/login', { username: 'ada', password })).status;
      const statuses: number[] = [];
      for (let count = 0; count < failuresPerAccount.most + 2; count += 1) statuses.push(await guess('wrong'));
      assert.deepEqual(statuses.slice(-2), [429, 429]);
      server.clock.advance(-jump);
      // Ahead, the window began in what is the future now; back, it is over.
      assert.equal(await guess('correct horse battery'), 200);
      await server.stop();
    });
  }

  for (const [what, jump] of jumps.filter(([, step]) => step < 0))
    test(`${what}, an authentication that is in the future then satisfies no step-up`, async () => {
      const server = await startServer();
      const ada = await signUp(server, 'ada', 'correct horse battery');
      server.clock.advance(jump);
      for (const [what, answer] of [
        ['a passkey', await ada.browser.post('/webauthn/register/options')],
        ['an automatic passkey', await ada.browser.post('/webauthn/register/options?auto')],
        ['the password', await ada.browser.put('/account/password', { password: 'another horse battery' })],
        ['the account', await ada.browser.patch('/account', { displayName: 'Ada' })],
      ] as const)
        assert.deepEqual([answer.status, answer.body['error']], [403, 'step_up_required'], what);
      assert.equal(
        (await ada.browser.post('/login', { username: 'ada', password: 'correct horse battery' })).status,
        200,
      );
      assert.equal((await ada.browser.post('/webauthn/register/options')).status, 200);
      await server.stop();
    });

  test('40 days ahead and back, what is due is deleted in time', async () => {
    const server = await startServer();
    server.clock.advance(40 * days);
    await server.visitor().get('/session');
    await server.settled();
    server.clock.advance(-40 * days);
    const ada = await signUp(server, 'ada', 'correct horse battery');
    assert.equal((await ada.browser.delete('/account')).status, 200);
    await server.settled();
    server.clock.advance(15 * days);
    await server.visitor().get('/session');
    await server.settled();
    assert.equal(await server.store.findAccountByUsername('ada'), undefined);
    await server.stop();
  });

  test('40 days ahead and back, the keys of a provider are fetched again when they are old, or one is unknown', async () => {
    let time = 40 * days;
    let fetches = 0;
    const fetchKeys = createKeyCache(
      async () => Response.json({ keys: [{ kid: `key-${(fetches += 1)}` }] }),
      () => time,
    );
    const ask = async (keyId: string) => (await fetchKeys(keyId, 'https://provider.example/keys', {} as never)).json();
    await ask('key-1');
    await ask('unknown');
    time -= 40 * days;
    assert.deepEqual(await ask('key-3'), { keys: [{ kid: 'key-3' }] });
    assert.deepEqual([await ask('key-3'), fetches], [{ keys: [{ kid: 'key-3' }] }, 3]);
    assert.deepEqual(await ask('key-4'), { keys: [{ kid: 'key-4' }] });
  });

  test('by seconds, as between two machines, an authentication still counts', async () => {
    const server = await startServer();
    const ada = await signUp(server, 'ada');
    server.clock.advance(-5_000);
    assert.equal((await ada.browser.post('/webauthn/register/options')).status, 200);
    await server.stop();
  });

  test('by less than a window, as between two machines, failures are still counted together', async () => {
    const server = await startServer({ config: { limitFailures: true } });
    await signUp(server, 'ada', 'correct horse battery');
    const statuses: number[] = [];
    for (let count = 0; count < failuresPerAccount.most + 1; count += 1) {
      server.clock.advance(count % 2 === 0 ? failuresPerClient.window / 2 : -failuresPerClient.window / 2);
      statuses.push((await server.visitor().post('/login', { username: 'ada', password: 'wrong' })).status);
    }
    assert.equal(statuses.at(-1), 429);
    await server.stop();
  });
});
