import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sentences, type Notice } from '../../../server/src/accounts/notices.js';
import type { LinkedAccounts, SecurityEvent, SecurityEventList } from '../../../src/base/contract/types.js';
import { days, minutes } from '../../support/node/clock.js';
import { receiveCode, verifyAddress } from '../../support/node/codes.js';
import { describeOnBothEnginesInFullRuns } from '../../support/node/engines.js';
import { addAnotherPasskey, copyOf, signUp, signUpWithPasskey } from '../../support/node/people.js';
import {
  goToProvider,
  signInAtProvider,
  startFederatedServer,
  type FederatedServer,
} from '../../support/node/provider-visit.js';
import { enterCode, logIn, setUpApp } from '../../support/node/second-factors.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Visitor } from '../../support/node/visitor.js';

const password = 'correct horse battery';
const firefox = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

async function eventsOf(browser: Visitor): Promise<SecurityEvent[]> {
  const { status, body } = await browser.get<SecurityEventList>('/security-events');
  assert.equal(status, 200);
  return body.events;
}

const typesOf = async (browser: Visitor): Promise<string[]> => (await eventsOf(browser)).map(({ type }) => type);

await describeOnBothEnginesInFullRuns('the security events of an account', (engine) => {
  let server: FederatedServer;
  before(async () => {
    server = await startFederatedServer({ store: engine });
  });
  after(() => server.stop());

  /** Lets a moment pass, so that the order of events is that of the clock. */
  const tick = (): void => server.clock.advance(1);

  test('are those of its sign-ins, its settings and its sessions', async () => {
    const ada = await signUp(server, 'ada', password);
    const { browser } = ada;
    const expected: string[] = ['account-created'];
    const step = async (types: string[], act: () => Promise<{ status: number; text: string }>): Promise<void> => {
      tick();
      const { status, text } = await act();
      assert.ok(status < 400, `${types.join()}: ${text}`);
      expected.unshift(...types);
      assert.deepEqual((await typesOf(browser)).slice(0, expected.length), expected);
    };
    await step(['passkey-added'], () => ada.addPasskey());
    const { id } = ada.authenticator.credentials[0]!;
    await step(['passkey-renamed'], () => browser.patch(`/webauthn/credentials/${id}`, { nickname: 'Blue key' }));
    await step(['stepped-up'], () => ada.stepUp());
    await step(['name-changed'], () => browser.patch('/account', { displayName: 'Ada L' }));
    await step(['address-changed'], () => browser.patch('/account', { email: 'ada@example.com' }));
    tick();
    const code = await receiveCode(server, browser, 'ada@example.com');
    await step(['address-verified'], () => browser.post('/otp/verify', { code }));
    await step(['address-removed'], () => browser.patch('/account', { email: null }));
    await step(['password-set'], () => browser.put('/account/password', { password }));
    await step(['password-removed'], () => browser.delete('/account/password'));
    await step(['installed-app-signed-in'], () => copyOf(ada, server).post('/sessions'));
    await step(['sessions-ended'], () => browser.delete('/sessions'));
    await step(['identity-linked'], async () => browser.get(await goToProvider(browser, server.provider, '?link')));
    const { body } = await browser.get<LinkedAccounts>('/account/identities');
    await step(['identity-unlinked'], () => browser.delete(`/account/identities/${body.identities[0]!.id}`));
    tick();
    const last = await addAnotherPasskey(ada, server);
    expected.unshift('passkey-added');
    await step(['passkey-removed'], () => browser.delete(`/webauthn/credentials/${last}`));
    await step(['deletion-requested'], () => browser.delete('/account'));
    await step(['deletion-cancelled'], () => browser.post('/account/restore'));
    const renamed = (await eventsOf(browser)).find(({ type }) => type === 'passkey-renamed');
    assert.equal(renamed?.detail, 'Blue key');
  });

  test('name the method and the device of sign-ins, and the sign-outs', async () => {
    const bo = await signUp(server, 'bo', password);
    const elsewhere = server.visitor();
    tick();
    await elsewhere.post('/login', { username: 'bo', password }, firefox);
    tick();
    await elsewhere.post('/logout');
    tick();
    await elsewhere.post('/logout');
    const [out, signedIn] = (await eventsOf(bo.browser)).map(({ id: _random, ...event }) => event);
    const device = 'Firefox on Linux';
    assert.deepEqual(out, { type: 'signed-out', at: server.clock.now() - 1, device });
    assert.deepEqual(signedIn, { type: 'signed-in', at: server.clock.now() - 2, device, method: 'password' });
  });

  test('tell a recovery from another registration, and sessions that were ended from the list', async () => {
    const cy = await signUpWithPasskey(server, 'cy');
    await verifyAddress(server, cy, 'cy@example.com');
    tick();
    const thief = server.visitor();
    const code = await receiveCode(server, thief, 'cy@example.com');
    await thief.post('/otp/verify', { code });
    tick();
    await addAnotherPasskey({ ...cy, browser: thief }, server);
    tick();
    const { sessions } = (await cy.browser.get<{ sessions: { id: string; current: boolean }[] }>('/sessions')).body;
    await cy.browser.delete(`/sessions/${sessions.find(({ current }) => !current)!.id}`);
    const events = await eventsOf(cy.browser);
    assert.deepEqual(
      events.slice(0, 3).map(({ type, method }) => [type, method]),
      [
        ['session-ended', undefined],
        ['recovery', undefined],
        ['signed-in', 'otp'],
      ],
    );
  });

  test('come in pages, and never with those of others', async () => {
    const di = await signUp(server, 'di', password);
    await signUp(server, 'stranger', password);
    for (let count = 0; count < 60; count += 1) await server.visitor().post('/login', { username: 'di', password });
    const first = (await di.browser.get<SecurityEventList>('/security-events')).body;
    const rest = (await di.browser.get<SecurityEventList>(`/security-events?from=${first.next}`)).body;
    assert.deepEqual([first.events.length, rest.events.length, rest.next], [50, 11, undefined]);
    assert.equal(new Set([...first.events, ...rest.events].map(({ id }) => id)).size, 61);
    for (const from of ['', 'x', '1', '1.', `1.${'x'.repeat(65)}`, '99999999999999999.a', '1.a b', '-1.a'])
      assert.equal((await di.browser.get(`/security-events?from=${encodeURIComponent(from)}`)).status, 400, from);
  });

  test('are written to the log too, with the user and without what the user has typed', async () => {
    server.entries.length = 0;
    const { browser } = await signUp(server, 'secret-name', password);
    await browser.patch('/account', { displayName: 'Secret name', email: 'secret-name@example.com' });
    const logged = server.entries.filter(({ event }) => event.startsWith('security:'));
    const { id: userId } = (await server.store.findAccountByUsername('secret-name'))!;
    assert.deepEqual(logged, [
      { level: 'info', event: 'security:account-created', userId, method: 'signup', device: '' },
      { level: 'info', event: 'security:name-changed', userId, device: '' },
      { level: 'info', event: 'security:address-changed', userId, device: '' },
    ]);
    assert.doesNotMatch(JSON.stringify(server.entries), /secret-name|Secret name/);
  });
});

describe('an account that is attacked', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ config: { limitFailures: true } });
  });
  after(() => server.stop());

  test('has one event in a quarter of an hour, however many clients are refused, and its owner gets a message', async () => {
    const ada = await signUp(server, 'ada', password);
    await verifyAddress(server, ada, 'ada@example.com');
    const before = (await server.sent()).length;
    const attack = async (): Promise<void> => {
      for (let client = 0; client < 4; client += 1) {
        const attacker = server.visitor({ address: `10.0.0.${client}` });
        for (let tries = 0; tries < 12; tries += 1)
          await attacker.post('/login', { username: 'ada', password: 'wrong password' });
      }
      await server.settled();
    };
    await attack();
    const lockOuts = async (): Promise<SecurityEvent[]> =>
      (await eventsOf(ada.browser)).filter(({ type }) => type === 'locked-out');
    assert.equal((await lockOuts()).length, 1);
    assert.deepEqual(
      (await server.sent()).slice(before).map(({ subject, to }) => [subject, to.address]),
      [['Someone tries to sign in to your account: Latchkey tests', 'ada@example.com']],
    );
    server.clock.advance(15 * minutes);
    await attack();
    assert.equal((await lockOuts()).length, 2);
    assert.deepEqual(server.logs, []);
  });

  test('leaves no trace for a name that no account has', async () => {
    const attacker = server.visitor({ address: '10.9.9.9' });
    for (let tries = 0; tries < 12; tries += 1)
      await attacker.post('/login', { username: 'unknown', password: 'wrong password' });
    await server.settled();
    assert.deepEqual(server.logs, []);
  });
});

describe('the owner of an account', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  test('gets a message about each change that could let others in or lock the owner out', async () => {
    const ada = await signUpWithPasskey(server, 'ada');
    await verifyAddress(server, ada, 'ada@example.com');
    const { browser } = ada;
    let before = (await server.sent()).length;
    const told = async (): Promise<[string, string][]> => {
      const messages = (await server.sent()).slice(before);
      before += messages.length;
      return messages.map(({ subject, to }) => [subject.split(':')[0]!, to.address]);
    };
    await ada.signIn();
    assert.deepEqual(await told(), [], 'a browser that is known');
    await addAnotherPasskey(ada, server);
    assert.deepEqual(await told(), [['A passkey was added to your account', 'ada@example.com']]);
    await browser.delete(`/webauthn/credentials/${ada.authenticator.credentials[0]!.id}`);
    assert.deepEqual(await told(), [['A passkey of your account was removed', 'ada@example.com']]);
    await browser.put('/account/password', { password });
    await told();
    await server.visitor().post('/login', { username: 'ada', password: 'wrong password' });
    assert.deepEqual(await told(), []);
    await server.visitor().post('/login', { username: 'ada', password });
    assert.deepEqual(await told(), [['A sign-in from a new browser', 'ada@example.com']]);
    await browser.patch('/account', { displayName: 'Ada L' });
    assert.deepEqual(await told(), [], 'a name that signs in nowhere');
    await browser.patch('/account', { name: 'ada l' });
    assert.deepEqual(await told(), [['The name that you sign in with was changed', 'ada@example.com']]);
    await browser.patch('/account', { email: 'thief@example.com', name: 'thief' });
    assert.deepEqual(await told(), [
      ['An address of your account was changed', 'ada@example.com'],
      ['The name that you sign in with was changed', 'ada@example.com'],
    ]);
  });

  test('gets a message of every kind that there is, at what it is about', async () => {
    const federated = await startFederatedServer({ config: { limitFailures: true } });
    const ada = await signUp(federated, 'ada', password);
    const { browser } = ada;
    const address = 'ada@example.com';
    await verifyAddress(federated, ada, address);
    const heard = new Set<string>();
    const expect = async (notice: Notice, act: () => Promise<unknown>, at = federated): Promise<void> => {
      const before = (await at.sent()).length;
      await act();
      await at.settled();
      const subjects = (await at.sent()).slice(before).map(({ subject }) => subject.split(':')[0]!);
      assert.ok(subjects.includes(sentences[notice].subject), `${notice}: ${subjects.join(', ')}`);
      heard.add(notice);
    };
    const passkey = await (async () => {
      let id = '';
      await expect('passkey-added', async () => (id = await addAnotherPasskey(ada, federated)));
      await addAnotherPasskey(ada, federated);
      return id;
    })();
    await expect('passkey-removed', () => browser.delete(`/webauthn/credentials/${passkey}`));
    await expect('password-removed', () => browser.delete('/account/password'));
    await expect('password-set', () => browser.put('/account/password', { password }));
    await expect('second-factor-added', () => setUpApp(browser, federated.clock));
    let codes: string[] = [];
    await expect('recovery-codes-replaced', async () => {
      const { body } = await browser.post<{ recoveryCodes: string[] }>('/account/second-factor/recovery-codes');
      codes = body.recoveryCodes;
    });
    await expect('recovery-code-used', async () => {
      const other = federated.visitor();
      await logIn(other, ada, password);
      await enterCode(other, codes[0]!);
    });
    await expect('second-factor-changed', () => browser.patch('/account/second-factor', { required: true }));
    await expect('second-factor-removed', () => browser.delete('/account/second-factor/totp'));
    // The account still requires a second factor, for which a sign-in with the password would wait.
    await browser.patch('/account/second-factor', { required: false });
    await expect('new-browser', () => logIn(federated.visitor(), ada, password));
    await expect('identity-linked', () => signInAtProvider(browser, federated.provider, '?link'));
    await expect('identity-unlinked', async () => {
      const { identities } = (await browser.get<LinkedAccounts>('/account/identities')).body;
      await browser.delete(`/account/identities/${identities[0]!.id}`);
    });
    await expect('installed-app', () => copyOf(ada, federated).post('/sessions'));
    await expect('other-device', async () => {
      const device = federated.visitor();
      const { id, code } = (await device.post<{ id: string; code: string }>('/auth/device')).body;
      await browser.post('/auth/device/approve', { code });
      await device.post('/auth/device/redeem', { id });
    });
    await expect('address-changed', () => browser.patch('/account', { phone: '+41791234567' }));
    await expect('name-changed', () => browser.patch('/account', { name: 'ada l' }));
    await expect('deletion', () => browser.delete('/account'));
    await browser.post('/account/restore');
    const byCode = { ...ada, browser: federated.visitor() };
    const code = await receiveCode(federated, byCode.browser, address);
    await byCode.browser.post('/otp/verify', { code });
    await expect('recovery', () => addAnotherPasskey(byCode, federated));
    await expect('password-reset', () =>
      byCode.browser.put('/account/password', { password: 'another horse battery' }),
    );
    await expect('locked-out', async () => {
      const stranger = federated.visitor({ address: '10.0.0.9' });
      for (let tries = 0; tries < 12; tries += 1) await logIn(stranger, { name: 'ada l' }, 'wrong password');
    });
    await federated.stop();

    const sudden = await startFederatedServer({ config: { deletionGrace: 0 } });
    const bo = await signUp(sudden, 'bo');
    await verifyAddress(sudden, bo, 'bo@example.com');
    await expect('deleted', () => bo.browser.delete('/account'), sudden);
    await sudden.stop();
    assert.deepEqual([...heard].toSorted(), Object.keys(sentences).toSorted());
  });

  test('has the events for as long as they are kept', async () => {
    const keeping = await startServer({ config: { securityEventLifetime: 10 * days } });
    const { browser } = await signUp(keeping, 'bo', password);
    keeping.clock.advance(11 * days);
    await browser.get('/session');
    await keeping.settled();
    assert.deepEqual(await typesOf(browser), []);
    await keeping.stop();
  });
});
