import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { NextStep } from '../../../src/base/contract/types.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { signUp, type Person } from '../../support/node/people.js';
import { logIn, setUpApp } from '../../support/node/second-factors.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Answer } from '../../support/node/visitor.js';

const password = 'correct horse battery';

await describeOnBothEngines('the last second factor of an account', (engine) => {
  const policies = ['required by the server', 'required by its user', 'required by nobody'] as const;
  for (const policy of policies) {
    const isRequired = policy !== 'required by nobody';
    let server: TestServer;
    before(async () => {
      const secondFactor = policy === 'required by the server' ? 'required' : 'optional';
      server = await startServer({ store: engine, config: { secondFactor } });
    });
    after(() => server.stop());

    let members = 0;
    /** A user with a password, a passkey and an app. */
    async function member(): Promise<Person> {
      members += 1;
      const endUser = await signUp(server, `member ${members} ${policies.indexOf(policy)}`);
      assert.equal((await endUser.addPasskey()).status, 200);
      await endUser.browser.put('/account/password', { password });
      await setUpApp(endUser.browser, server.clock);
      if (policy === 'required by its user')
        assert.equal((await endUser.browser.patch('/account/second-factor', { required: true })).status, 200);
      return endUser;
    }
    const removeApp = ({ browser }: Person): Promise<Answer> => browser.delete('/account/second-factor/totp');
    const removePasskey = ({ authenticator, browser }: Person): Promise<Answer> =>
      browser.delete(`/webauthn/credentials/${authenticator.credentials[0]!.id}`);
    const nextOf = async (endUser: Person): Promise<NextStep | undefined> =>
      (await logIn(server.visitor(), endUser, password)).body['next'] as NextStep | undefined;

    for (const [first, second] of [
      [removeApp, removePasskey],
      [removePasskey, removeApp],
    ] as const) {
      test(`${policy} ${isRequired ? 'stays' : 'can go'}: ${first === removeApp ? 'the passkey after the app' : 'the app after the passkey'}`, async () => {
        const endUser = await member();
        assert.equal((await first(endUser)).status, 204);
        const { status, body } = await second(endUser);
        if (!isRequired) return assert.equal(status, 204);
        assert.deepEqual([status, body['error']], [409, 'second_factor_required']);
        const next = await nextOf(endUser);
        assert.equal(next?.step, 'second-factor');
        assert.equal(next?.setUp, undefined, 'the password alone sets up another one');
      });
    }

    test(`${policy} ${isRequired ? 'is one of the two' : 'can be none'} after both were removed at once`, async () => {
      for (let round = 0; round < 5; round += 1) {
        const endUser = await member();
        const statuses = (await Promise.all([removeApp(endUser), removePasskey(endUser)])).map(({ status }) => status);
        assert.deepEqual(statuses.toSorted(), isRequired ? [204, 409] : [204, 204]);
      }
    });
  }

  test('is not removed while the account comes to require one at the same moment', async () => {
    const server = await startServer({ store: engine });
    for (let round = 0; round < 10; round += 1) {
      const endUser = await signUp(server, `racer ${round}`);
      await endUser.addPasskey();
      await endUser.browser.put('/account/password', { password });
      const [required, removed] = await Promise.all([
        endUser.browser.patch('/account/second-factor', { required: true }),
        endUser.browser.delete(`/webauthn/credentials/${endUser.authenticator.credentials[0]!.id}`),
      ]);
      assert.deepEqual(
        [required.status, removed.status].toSorted((one, other) => one - other),
        [required.status === 200 ? 200 : 204, 409],
      );
    }
    await server.stop();
  });

  test('goes once the account does not require one any more, and an app that goes leaves the requirement', async () => {
    const server = await startServer({ store: engine });
    const endUser = await signUp(server, 'ada');
    await endUser.addPasskey();
    await endUser.browser.put('/account/password', { password });
    await setUpApp(endUser.browser, server.clock);
    await endUser.browser.patch('/account/second-factor', { required: true });
    assert.equal((await endUser.browser.delete('/account/second-factor/totp')).status, 204);
    assert.equal((await endUser.browser.get('/account/second-factor')).body['required'], true);
    assert.equal((await endUser.browser.patch('/account/second-factor', { required: false })).status, 200);
    const passkey = `/webauthn/credentials/${endUser.authenticator.credentials[0]!.id}`;
    assert.equal((await endUser.browser.delete(passkey)).status, 204);
    await server.stop();
  });
});
