import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { signUp, signUpWithPasskey } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';

await describeOnBothEngines('requests at the same moment', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ store: engine });
  });
  after(() => server.stop());

  test('of 50 verifies of one response exactly one wins', async () => {
    const ada = await signUpWithPasskey(server, 'ada');
    for (let round = 0; round < scaled(200); round += 1) {
      const response = await ada.choosePasskey();
      const { cookie } = ada.browser;
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => {
          const tab = server.visitor();
          tab.cookie = cookie;
          return tab.post('/webauthn/login/verify', response).then(({ status }) => ({ status, cookie: tab.cookie }));
        }),
      );
      const winners = answers.filter(({ status }) => status === 200);
      assert.equal(winners.length, 1);
      assert.equal(answers.filter(({ status }) => status === 400).length, 49);
      ada.browser.cookie = winners[0]!.cookie;
    }
  });

  test('of 50 registrations with one response exactly one is stored', async () => {
    const bo = await signUp(server, 'bo');
    const response = await bo.createPasskey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => bo.browser.post('/webauthn/register/verify', response)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal((await server.store.listCredentials((await server.store.findAccountByUsername('bo'))!.id)).length, 1);
  });

  test('signing out ends the session, whatever else is in flight', async () => {
    for (let round = 0; round < Math.max(5, scaled(100)); round += 1) {
      const cy = await signUpWithPasskey(server, `cy ${round}`);
      const signIns = [await cy.choosePasskey(), await cy.choosePasskey()];
      const { cookie } = cy.browser;
      const tabs = Array.from({ length: 6 }, () => {
        const tab = server.visitor();
        tab.cookie = cookie;
        return tab;
      });
      await Promise.all([
        tabs[0]!.post('/webauthn/login/options'),
        tabs[1]!.post('/webauthn/register/options'),
        cy.browser.post('/logout'),
        tabs[2]!.post('/webauthn/login/verify', signIns[0]),
        tabs[3]!.post('/webauthn/login/options'),
        tabs[4]!.get('/session'),
        tabs[5]!.post('/webauthn/login/verify', signIns[1]),
      ]);
      for (const tab of tabs) assert.deepEqual((await tab.get('/session')).body, { signedIn: false });
      const witness = server.visitor();
      witness.cookie = cookie;
      assert.deepEqual((await witness.get('/session')).body, { signedIn: false });
    }
  });
});
