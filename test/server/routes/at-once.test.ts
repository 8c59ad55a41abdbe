import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SessionAnswer, SessionList } from '../../../src/base/contract/types.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { addAnotherPasskey, copyOf, createPerson, signUp, signUpWithPasskey } from '../../support/node/people.js';
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

  test('autofill that waits in one tab works once after a sign-in in another tab, and a registration begun before it does not', async () => {
    const hal = await signUpWithPasskey(server, 'hal');
    const sameBrowser = { origin: server.origin, visitor: () => hal.browser };
    const [waiting, registration] = [await hal.choosePasskey(), await createPerson(sameBrowser, 'hal').createPasskey()];
    await signUp(sameBrowser, 'ida');
    assert.equal(
      (await hal.browser.post('/webauthn/register/verify', registration)).body['error'],
      'challenge_expired',
    );
    const copy = copyOf(hal, server);
    assert.equal((await hal.browser.post('/webauthn/login/verify', waiting)).status, 200);
    for (const browser of [copy, hal.browser])
      assert.equal((await browser.post('/webauthn/login/verify', waiting)).body['error'], 'challenge_expired');
    assert.deepEqual((await hal.browser.get<SessionAnswer>('/session')).body.user?.name, 'hal');
  });

  test('of 50 registrations with one response exactly one is stored', async () => {
    const bo = await signUp(server, 'bo');
    const response = await bo.createPasskey();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bo.browser.post('/webauthn/register/verify', response)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal((await server.store.listCredentials((await server.store.findAccountByUsername('bo'))!.id)).length, 1);
  });

  test('of 50 sign-ups with one response exactly one creates an account, with one passkey and one session', async () => {
    const kim = createPerson(server, 'kim');
    const response = await kim.beginSignUp();
    const tabs = Array.from({ length: 50 }, () => copyOf(kim, server));
    const answers = await Promise.all(tabs.map((tab) => tab.post('/signup/verify', response)));
    const winners = tabs.filter((_, index) => answers[index]!.status === 201);
    assert.equal(winners.length, 1);
    assert.equal(answers.filter(({ status }) => status === 400).length, 49);
    const account = await server.store.findAccountByUsername('kim');
    assert.equal((await server.store.listCredentials(account!.id)).length, 1);
    assert.equal((await winners[0]!.get<SessionList>('/sessions')).body.sessions.length, 1);
  });

  test('of many who sign up with one name at once, each with a passkey, one gets it and the others leave nothing', async () => {
    const rivals = Array.from({ length: 12 }, () => createPerson(server, 'lou'));
    const responses = await Promise.all(rivals.map((rival) => rival.beginSignUp()));
    const answers = await Promise.all(
      rivals.map(({ browser }, index) => browser.post('/signup/verify', responses[index])),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).filter((status) => status !== 409),
      [201],
    );
    const stored = await Promise.all(responses.map(({ id }) => server.store.findCredential(id)));
    assert.equal(stored.filter(Boolean).length, 1);
    const signedIn = await Promise.all(rivals.map(({ browser }) => browser.get('/session')));
    assert.equal(signedIn.filter(({ body }) => body['signedIn']).length, 1);
  });

  test('of two passkeys that 50 requests remove exactly one stays', async () => {
    for (let round = 0; round < scaled(100); round += 1) {
      const di = await signUpWithPasskey(server, `di ${round}`);
      const ids = [di.authenticator.credentials[0]!.id, await addAnotherPasskey(di, server)];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => di.browser.delete(`/webauthn/credentials/${ids[index % 2]}`)),
      );
      const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
      assert.deepEqual([count(204), count(404) + count(409)], [1, 49]);
      assert.equal(
        (await server.store.listCredentials((await server.store.findAccountByUsername(`di ${round}`))!.id)).length,
        1,
      );
    }
  });

  test('of 50 requests to end one session exactly one does', async () => {
    for (let round = 0; round < scaled(100); round += 1) {
      const ed = await signUp(server, `ed ${round}`);
      const other = copyOf(ed, server);
      await other.post('/sessions');
      const { id } = (await ed.browser.get<SessionList>('/sessions')).body.sessions.find(({ current }) => !current)!;
      const answers = await Promise.all(Array.from({ length: 50 }, () => ed.browser.delete(`/sessions/${id}`)));
      assert.equal(answers.filter(({ status }) => status === 204).length, 1);
      assert.equal(answers.filter(({ status }) => status === 404).length, 49);
      assert.deepEqual((await other.get('/session')).body, { signedIn: false });
    }
  });

  test('of many accounts that ask for a name one gets it', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, index) => signUp(server, `flo ${index}`)));
    const answers = await Promise.all(people.map(({ browser }) => browser.patch('/account', { name: 'Flo' })));
    assert.deepEqual(
      answers.map(({ status }) => status).filter((status) => status !== 409),
      [200],
    );
  });

  test('of 50 step-ups with one response exactly one wins', async () => {
    const gil = await signUpWithPasskey(server, 'gil');
    const response = await gil.choosePasskey({}, '?step-up');
    const tabs = Array.from({ length: 50 }, () => copyOf(gil, server));
    const answers = await Promise.all(tabs.map((tab) => tab.post('/webauthn/login/verify?step-up', response)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ status }) => status === 400).length, 49);
  });

  test('signing out ends the session, whatever else is in flight', async () => {
    for (let round = 0; round < Math.max(5, scaled(100)); round += 1) {
      const cy = await signUpWithPasskey(server, `cy ${round}`);
      const signIns = [await cy.choosePasskey(), await cy.choosePasskey()];
      const stepUp = await cy.choosePasskey({}, '?step-up');
      const { cookie } = cy.browser;
      const tabs = Array.from({ length: 8 }, () => {
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
        tabs[6]!.post('/webauthn/login/verify?step-up', stepUp),
        tabs[7]!.post('/webauthn/login/options?step-up'),
      ]);
      for (const tab of tabs) assert.deepEqual((await tab.get('/session')).body, { signedIn: false });
      const witness = server.visitor();
      witness.cookie = cookie;
      assert.deepEqual((await witness.get('/session')).body, { signedIn: false });
    }
  });
});
