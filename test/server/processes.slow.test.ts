import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CredentialList, PasskeyRequestOptions } from '../../src/base/contract/types.js';
import { describeOnBothEngines, scaled } from '../support/node/engines.js';
import { addAnotherPasskey, signUp, signUpWithPasskey } from '../support/node/people.js';
import { startProcesses, type ServerProcesses } from '../support/node/processes.js';

await describeOnBothEngines('two server processes over one database', (engine) => {
  let servers: ServerProcesses;
  before(async () => {
    servers = await startProcesses({ count: 2, store: engine });
  });
  after(() => servers.stop());

  test('take the requests of one person in turn', async () => {
    const ada = await signUpWithPasskey(servers, 'ada');
    for (let round = 0; round < 4; round += 1) {
      assert.equal((await ada.signOut()).status, 200);
      assert.deepEqual((await ada.browser.get('/session')).body, { signedIn: false });
      assert.equal((await ada.signIn()).status, 200);
      assert.equal((await ada.browser.get('/session')).body['signedIn'], true);
      assert.equal((await ada.browser.get('/session')).body['signedIn'], true);
    }
  });

  test('let one of 50 verifies of one response win', async () => {
    const bo = await signUpWithPasskey(servers, 'bo');
    for (let round = 0; round < scaled(200); round += 1) {
      const response = await bo.choosePasskey();
      const { cookie } = bo.browser;
      const answers = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const tab = servers.visitor();
          tab.cookie = cookie;
          const { status } = await tab.post('/webauthn/login/verify', response);
          return { status, cookie: tab.cookie };
        }),
      );
      const winners = answers.filter(({ status }) => status === 200);
      assert.equal(winners.length, 1);
      assert.equal(answers.filter(({ status }) => status === 400).length, 49);
      bo.browser.cookie = winners[0]!.cookie;
    }
  });

  test('let no session live on after signing out, whatever the other one does at that moment', async () => {
    const cy = await signUpWithPasskey(servers, 'cy');
    for (let round = 0; round < scaled(100); round += 1) {
      await cy.signIn();
      const response = await cy.choosePasskey();
      const tab = servers.visitor();
      const { cookie } = cy.browser;
      tab.cookie = cookie;
      await Promise.all([
        tab.post('/webauthn/login/verify', response),
        cy.signOut(),
        servers.visitor().get('/session'),
      ]);
      for (const left of [cookie, tab.cookie]) {
        const witness = servers.visitor();
        witness.cookie = left;
        assert.deepEqual((await witness.get('/session')).body, { signedIn: false });
      }
    }
  });

  test('leave one of two passkeys that both are asked to remove', async () => {
    for (let round = 0; round < scaled(100); round += 1) {
      const di = await signUpWithPasskey(servers, `di ${round}`);
      const ids = [di.authenticator.credentials[0]!.id, await addAnotherPasskey(di, servers)];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => di.browser.delete(`/webauthn/credentials/${ids[(index >> 1) % 2]}`)),
      );
      assert.equal(answers.filter(({ status }) => status === 204).length, 1);
      assert.equal((await di.browser.get<CredentialList>('/webauthn/credentials')).body.credentials.length, 1);
    }
  });

  test('give a name to one of many who ask both for it', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await servers.visitor().post('/signup', { username: 'wanted' })).status),
    );
    assert.deepEqual(
      statuses.filter((status) => status !== 409),
      [201],
    );
  });

  test('count failures together', async () => {
    const limited = await startProcesses({ count: 2, store: engine, environment: { RATE_LIMIT: 'on' } });
    const visitor = limited.visitor();
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async () => (await visitor.post('/webauthn/login/verify', {})).status),
    );
    assert.deepEqual([...new Set(statuses)], [400]);
    for (let count = 0; count < 4; count += 1)
      assert.equal((await visitor.post('/webauthn/login/verify', {})).status, 429);
    await limited.stop();
  });

  test('start together on an empty database, again and again', async () => {
    for (let round = 0; round < scaled(20); round += 1) {
      const fresh = await startProcesses({ count: 3, store: engine });
      assert.equal((await fresh.visitor().get('/healthz')).status, 200);
      await fresh.stop();
    }
  });
});

await describeOnBothEngines('a server that is killed', (engine) => {
  test('has kept everything it acknowledged', async () => {
    const server = await startProcesses({ store: engine });
    const ada = await signUpWithPasskey(server, 'ada');
    for (let round = 0; round < scaled(200); round += 1) {
      const name = `person ${round}`;
      const endUser = await signUp(server, name);
      const added = await endUser.addPasskey();
      const signedIn = await ada.signIn();
      await server.kill();
      assert.deepEqual([added.status, signedIn.status], [200, 200]);
      await server.restart();
      assert.equal((await ada.browser.get('/session')).body['signedIn'], true);
      assert.equal((await endUser.browser.get('/session')).body['signedIn'], true);
      assert.equal((await endUser.signIn()).status, 200);
      assert.equal((await server.visitor().post('/signup', { username: name })).status, 409);
    }
    await server.stop();
  });

  test('has acknowledged nothing it did not keep, while it was killed in the middle of work', async () => {
    const server = await startProcesses({ store: engine });
    for (let round = 0; round < scaled(100); round += 1) {
      const acknowledged: string[] = [];
      const work = Array.from({ length: 8 }, async (_, worker) => {
        for (let count = 0; ; count += 1) {
          const name = `worker ${round} ${worker} ${count}`;
          // The proxy breaks the connection when the server is gone, which ends this worker.
          const answer = await server
            .visitor()
            .post('/signup', { username: name })
            .catch(() => undefined);
          if (!answer) return;
          if (answer.status === 201) acknowledged.push(name);
          if (acknowledged.length === 40) void server.kill();
        }
      });
      await Promise.all(work);
      await server.restart();
      for (const name of acknowledged)
        assert.equal((await server.visitor().post('/signup', { username: name })).status, 409, name);
    }
    await server.stop();
  });

  test('accepts a challenge it issued before', async () => {
    const server = await startProcesses({ store: engine });
    const bo = await signUpWithPasskey(server, 'bo');
    const { body } = await bo.browser.post<PasskeyRequestOptions>('/webauthn/login/options');
    await server.kill();
    await server.restart();
    const response = await bo.authenticator.get(body, { origin: server.origin });
    assert.equal((await bo.browser.post('/webauthn/login/verify', response)).status, 200);
    await server.stop();
  });
});
