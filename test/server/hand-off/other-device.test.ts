import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { DeviceSignIn, SecurityEventList, SessionAnswer, SessionList } from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { describeOnBothEnginesInFullRuns, scaled } from '../../support/node/engines.js';
import { receiveCode, verifyAddress } from '../../support/node/codes.js';
import { signUp, signUpWithPasskey, type Person } from '../../support/node/people.js';
import { logIn, setUpApp } from '../../support/node/second-factors.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

const password = 'correct horse battery';

await describeOnBothEnginesInFullRuns('a sign-in that is approved at another device', (engine) => {
  let server: TestServer;
  let count = 0;
  let phone: Person;
  let television: Visitor;
  let signIn: DeviceSignIn;

  before(async () => {
    server = await startServer({ store: engine });
  });
  after(() => server.stop());
  beforeEach(async () => {
    phone = await signUpWithPasskey(server, `ada ${engine} ${(count += 1)}`);
    television = server.visitor();
    signIn = await begin(television);
  });

  const begin = async (visitor: Visitor): Promise<DeviceSignIn> =>
    (await visitor.post<DeviceSignIn>('/auth/device')).body;
  const approve = (endUser = phone, code = signIn.code): Promise<Answer> =>
    endUser.browser.post('/auth/device/approve', { code });
  const redeem = (visitor = television, { id } = signIn): Promise<Answer> =>
    visitor.post('/auth/device/redeem', { id });
  const outcomeOf = ({ status, body }: Answer): unknown[] => [status, body['error'] ?? body['status']];
  const readSession = async (visitor: Visitor): Promise<SessionAnswer> =>
    (await visitor.get<SessionAnswer>('/session')).body;
  const tabsOf = ({ cookie }: Visitor, number: number): Visitor[] =>
    Array.from({ length: number }, () => Object.assign(server.visitor(), { cookie }));

  test('signs in the device that shows the code, as the user who typed it', async () => {
    assert.deepEqual([signIn.expires, signIn.page], [server.clock.now() + 10 * minutes, '/link']);
    assert.deepEqual(outcomeOf(await redeem()), [202, 'pending']);
    assert.equal((await approve()).status, 200);
    const former = television.cookie;
    const { status, body } = await redeem();
    assert.deepEqual([status, body], [200, {}]);
    assert.notEqual(television.cookie, former);
    const [there, here] = [await readSession(television), await readSession(phone.browser)];
    assert.deepEqual([there.user, there.authMethod, there.authTime], [here.user, 'other_device', here.authTime]);
  });

  test('says what the device is, and takes the code as people type it', async () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
    const started = await television.post<DeviceSignIn>('/auth/device', undefined, { 'User-Agent': firefox });
    const { code } = started.body;
    const { status, body } = await approve(phone, ` ${code.toLowerCase().replace('-', ' ')} `);
    assert.deepEqual([status, body], [200, { device: 'Firefox on Linux' }]);
  });

  test('starts a session of its own, which the list and the security events show', async () => {
    server.clock.advance(1 * minutes);
    await approve();
    await redeem();
    const { sessions } = (await phone.browser.get<SessionList>('/sessions')).body;
    assert.deepEqual(
      sessions.map(({ current, installedApp, authMethod }) => [current, installedApp, authMethod]),
      [
        [true, false, 'signup'],
        [false, false, 'other_device'],
      ],
    );
    const { events } = (await phone.browser.get<SecurityEventList>('/security-events')).body;
    assert.deepEqual([events[0]!.type, events[0]!.method], ['other-device-signed-in', 'other_device']);
    await phone.signOut();
    assert.equal((await readSession(television)).signedIn, true);
  });

  test('is refused without a session, without a recent authentication, and for what is no code', async () => {
    const stranger = server.visitor();
    assert.deepEqual(outcomeOf(await stranger.post('/auth/device/approve', { code: signIn.code })), [
      401,
      'unauthenticated',
    ]);
    for (const code of ['AAAA-AAAA', '-', `${signIn.code}X`])
      assert.deepEqual(outcomeOf(await approve(phone, code)), [400, 'rejected'], code);
    for (const body of [{}, { code: '' }, { code: 7 }, { code: 'x'.repeat(33) }])
      assert.deepEqual(outcomeOf(await phone.browser.post('/auth/device/approve', body)), [400, 'bad_request']);
    server.clock.advance(5 * minutes);
    assert.deepEqual(outcomeOf(await approve()), [403, 'step_up_required']);
    await phone.stepUp();
    assert.equal((await approve()).status, 200);
  });

  test('is redeemed only by the session that began it, and once', async () => {
    await approve();
    assert.deepEqual(outcomeOf(await redeem(server.visitor())), [404, 'not_found']);
    assert.deepEqual(outcomeOf(await redeem(phone.browser)), [404, 'not_found']);
    assert.equal((await redeem()).status, 200);
    assert.deepEqual(outcomeOf(await redeem()), [410, 'redeemed']);
    assert.deepEqual(outcomeOf(await approve()), [400, 'rejected']);
  });

  test('is over after 10 minutes, approved or not', async () => {
    await approve();
    server.clock.advance(10 * minutes);
    assert.deepEqual(outcomeOf(await redeem()), [410, 'expired']);
    const late = await begin(television);
    server.clock.advance(10 * minutes);
    await phone.stepUp();
    assert.deepEqual(outcomeOf(await approve(phone, late.code)), [400, 'rejected']);
  });

  test('signs no one in when either side has signed out meanwhile', async () => {
    await approve();
    await phone.signOut();
    assert.deepEqual(outcomeOf(await redeem()), [404, 'not_found']);
    assert.deepEqual(await readSession(television), { signedIn: false });

    const bo = await signUp(server, `bo ${engine} ${count}`);
    const other = server.visitor();
    const begun = await begin(other);
    await approve(bo, begun.code);
    await other.post('/logout');
    assert.deepEqual(outcomeOf(await redeem(other, begun)), [404, 'not_found']);
  });

  test('ends with the sessions of the account when its owner ends all others', async () => {
    await approve();
    await redeem();
    assert.equal((await phone.browser.delete('/sessions')).status, 200);
    assert.deepEqual(await readSession(television), { signedIn: false });
  });

  test('is a notice of its own to the owner, and marks the device as known only once the user authenticates there', async () => {
    await verifyAddress(server, phone, `ada-${engine}-${count}@example.com`);
    await phone.browser.put('/account/password', { password });
    await server.settled();
    const before = (await server.sent()).length;
    await approve();
    await redeem();
    await server.settled();
    const subjects = async (): Promise<string[]> =>
      (await server.sent()).slice(before).map(({ subject }) => subject.split(':')[0]!);
    assert.deepEqual(await subjects(), ['A device was signed in with a code']);
    await logIn(television, phone, password);
    await server.settled();
    const told = ['A device was signed in with a code', 'A sign-in from a new browser'];
    assert.deepEqual(await subjects(), told);
    await television.post('/logout');
    await logIn(television, phone, password);
    await server.settled();
    assert.deepEqual(await subjects(), told);
  });

  const changes: [what: string, ask: (device: Visitor) => Promise<Answer>][] = [
    ['add a passkey', (device) => device.post('/webauthn/register/options')],
    ['add an automatic passkey', (device) => device.post('/webauthn/register/options?auto')],
    ['set a password', (device) => device.put('/account/password', { password: 'of the attacker’s own' })],
    ['remove the password', (device) => device.delete('/account/password')],
    ['change the account', (device) => device.patch('/account', { email: 'mallory@example.com' })],
    ['delete the account', (device) => device.delete('/account')],
    ['end all other sessions', (device) => device.delete('/sessions')],
    [
      'end a session',
      async (device) => {
        const { sessions } = (await device.get<SessionList>('/sessions')).body;
        return device.delete(`/sessions/${sessions.find(({ current }) => !current)!.id}`);
      },
    ],
    [
      'remove a passkey',
      async (device) => {
        const { credentials } = (await device.get<{ credentials: { id: string }[] }>('/webauthn/credentials')).body;
        return device.delete(`/webauthn/credentials/${credentials[0]!.id}`);
      },
    ],
    ['add an authenticator app', (device) => device.post('/account/second-factor/totp')],
    ['require a second factor', (device) => device.patch('/account/second-factor', { required: true })],
    [
      'let another device in',
      async (device) => device.post('/auth/device/approve', { code: (await begin(server.visitor())).code }),
    ],
  ];
  test('satisfies no step-up until the user has authenticated on the device', async () => {
    await phone.browser.put('/account/password', { password });
    await approve();
    await redeem();
    for (const [what, ask] of changes)
      assert.deepEqual(outcomeOf(await ask(television)), [403, 'step_up_required'], what);
    assert.equal((await logIn(television, phone, password)).status, 200);
    assert.equal((await readSession(television)).authMethod, 'password');
    assert.equal((await television.post('/webauthn/register/options')).status, 200);
    assert.equal((await television.delete('/sessions')).status, 200);
  });

  test('gives no step-up to an app that is installed on the device', async () => {
    await approve();
    await redeem();
    assert.equal((await television.post('/sessions')).status, 201);
    assert.deepEqual(outcomeOf(await television.post('/webauthn/register/options')), [403, 'step_up_required']);
  });

  /** What ends everything that is in flight, in the session that has approved the sign-in. */
  const endings: [what: string, end: () => Promise<Answer>][] = [
    ['all other sessions are ended', () => phone.browser.delete('/sessions')],
    ['the password is changed', () => phone.browser.put('/account/password', { password: 'another horse battery' })],
    ['the password is removed', () => phone.browser.delete('/account/password')],
    [
      'a passkey is removed',
      async () => {
        const { credentials } = (await phone.browser.get<{ credentials: { id: string }[] }>('/webauthn/credentials'))
          .body;
        return phone.browser.delete(`/webauthn/credentials/${credentials[0]!.id}`);
      },
    ],
    ['the account is deleted', () => phone.browser.delete('/account')],
  ];
  for (const [what, end] of endings)
    test(`is not redeemed when ${what} after it was approved`, async () => {
      await phone.browser.put('/account/password', { password });
      await approve();
      const { status, text } = await end();
      assert.ok(status < 300, text);
      assert.deepEqual(outcomeOf(await redeem()), [410, 'expired']);
      assert.deepEqual(await readSession(television), { signedIn: false });
    });

  test('is not redeemed when the user resets the password with a code after it was approved', async () => {
    const address = `ada-${engine}-${count}@example.com`;
    await verifyAddress(server, phone, address);
    await phone.browser.put('/account/password', { password });
    await approve();
    const elsewhere = server.visitor();
    await elsewhere.post('/otp/verify', { code: await receiveCode(server, elsewhere, address) });
    assert.equal((await elsewhere.put('/account/password', { password: 'another horse battery' })).status, 204);
    assert.deepEqual(outcomeOf(await redeem()), [410, 'expired']);
  });

  test('loses against the end of all other sessions at the same moment', async () => {
    for (let round = 0; round < Math.max(5, scaled(50)); round += 1) {
      const device = server.visitor();
      const begun = await begin(device);
      await approve(phone, begun.code);
      await Promise.all([redeem(device, begun), phone.browser.delete('/sessions')]);
      assert.deepEqual(await readSession(device), { signedIn: false });
    }
  });

  test('lets a device in to an account with an authenticator app, whose codes it need not enter', async () => {
    await phone.browser.put('/account/password', { password });
    await setUpApp(phone.browser, server.clock);
    assert.equal((await approve()).status, 200);
    const { status, body } = await redeem();
    assert.deepEqual([status, body], [200, {}]);
    assert.equal((await readSession(television)).user!.name, phone.name);
  });

  test('lets a device in in which another sign-in waits for its second factor', async () => {
    await phone.browser.put('/account/password', { password });
    await setUpApp(phone.browser, server.clock);
    await logIn(television, phone, password);
    const begun = await begin(television);
    await approve(phone, begun.code);
    assert.deepEqual((await redeem(television, begun)).body, {});
    assert.equal((await readSession(television)).user!.name, phone.name);
  });

  test('leaves a session that approves its own code as it is, with the passkey that it ends with', async () => {
    await phone.signOut();
    await phone.signIn();
    const before = await readSession(phone.browser);
    const begun = await begin(phone.browser);
    await approve(phone, begun.code);
    assert.equal((await redeem(phone.browser, begun)).status, 200);
    assert.deepEqual(outcomeOf(await redeem(phone.browser, begun)), [410, 'redeemed']);
    assert.deepEqual(await readSession(phone.browser), before);
    const elsewhere = server.visitor();
    await phone.browser.put('/account/password', { password });
    await logIn(elsewhere, phone, password);
    const { credentials } = (await elsewhere.get<{ credentials: { id: string }[] }>('/webauthn/credentials')).body;
    assert.equal((await elsewhere.delete(`/webauthn/credentials/${credentials[0]!.id}`)).status, 204);
    assert.deepEqual(await readSession(phone.browser), { signedIn: false });
  });

  for (const [what, end] of [
    ['removed', (browser) => browser.delete('/account/password')],
    [
      'reset',
      async (browser) => {
        const address = `ada-${engine}-${count}@example.com`;
        await verifyAddress(server, { ...phone, browser }, address);
        await browser.post('/logout');
        await browser.post('/otp/verify', { code: await receiveCode(server, browser, address) });
        return browser.put('/account/password', { password: 'another horse battery' });
      },
    ],
  ] as [string, (browser: Visitor) => Promise<Answer>][])
    test(`ends with the password of the session that approved it, when that is ${what}`, async () => {
      await phone.browser.put('/account/password', { password });
      await phone.signOut();
      await logIn(phone.browser, phone, password);
      await approve();
      await redeem();
      const elsewhere = server.visitor();
      await logIn(elsewhere, phone, password);
      assert.equal((await end(elsewhere)).status, 204);
      assert.deepEqual(await readSession(television), { signedIn: false });
    });

  test('waits at the device for an address that is verified, and is a session of another device then', async () => {
    const strict = await startServer({ store: engine, config: { verifyAddress: 'added' } });
    const ada = await signUp(strict, 'ada');
    const device = strict.visitor();
    const begun = await begin(device);
    assert.equal((await ada.browser.patch('/account', { email: 'ada@example.com' })).status, 200);
    assert.equal((await approve(ada, begun.code)).status, 200);
    const { body } = await redeem(device, begun);
    assert.equal((body['next'] as { step: string }).step, 'verify-address');
    assert.equal((await readSession(device)).signedIn, false);
    const code = await receiveCode(strict, device, 'ada@example.com');
    assert.equal((await device.post('/otp/verify', { code })).status, 200);
    assert.equal((await readSession(device)).authMethod, 'other_device');
    assert.deepEqual(outcomeOf(await device.delete('/sessions')), [403, 'step_up_required']);
    const { events } = (await device.get<SecurityEventList>('/security-events')).body;
    assert.ok(events.some(({ type }) => type === 'other-device-signed-in'));
    await strict.stop();
  });

  test('keeps an account that is to be deleted, like any other sign-in', async () => {
    await phone.browser.delete('/account');
    await approve();
    await redeem();
    const { body } = await television.get<{ deletesAt?: number }>('/account');
    assert.equal(body.deletesAt, undefined);
    const { events } = (await television.get<SecurityEventList>('/security-events')).body;
    assert.ok(events.some(({ type }) => type === 'deletion-cancelled'));
  });

  test('ends with the passkey that the approving session began with', async () => {
    const ada = phone;
    await ada.signOut();
    await ada.signIn();
    await approve(ada);
    await redeem();
    const { credentials } = (await ada.browser.get<{ credentials: { id: string }[] }>('/webauthn/credentials')).body;
    await ada.browser.put('/account/password', { password: 'correct horse battery' });
    const removed = await ada.browser.delete(`/webauthn/credentials/${credentials[0]!.id}`);
    assert.equal(removed.status, 204, removed.text);
    assert.deepEqual(await readSession(television), { signedIn: false });
  });

  test('replaces the user who was signed in at the device', async () => {
    const cy = await signUp(server, `cy ${engine} ${count}`);
    const begun = await begin(cy.browser);
    await approve(phone, begun.code);
    assert.equal((await redeem(cy.browser, begun)).status, 200);
    assert.equal((await readSession(cy.browser)).user!.name, phone.name);
  });

  test(`gives ${scaled(50)} requests at once one session`, async () => {
    await approve();
    const tabs = tabsOf(television, scaled(50));
    const outcomes = await Promise.all(tabs.map((tab) => redeem(tab)));
    assert.equal(outcomes.filter(({ status }) => status === 200).length, 1);
    const { sessions } = (await phone.browser.get<SessionList>('/sessions')).body;
    assert.equal(sessions.length, 2);
  });

  test(`is approved by one of ${scaled(50)} accounts at once`, async () => {
    const people = await Promise.all(
      Array.from({ length: scaled(50) }, (_, index) => signUp(server, `p${index} ${engine} ${count}`)),
    );
    const outcomes = await Promise.all(people.map((endUser) => approve(endUser)));
    const winners = people.filter((_, index) => outcomes[index]!.status === 200);
    assert.equal(winners.length, 1);
    await redeem();
    assert.equal((await readSession(television)).user!.name, winners[0]!.name);
  });

  test('locks an account that guesses codes, and leaves the sign-in open to others', async () => {
    const strict = await startServer({ store: engine, config: { limitFailures: true } });
    try {
      const [ada, eve] = [await signUp(strict, 'ada'), await signUp(strict, 'eve')];
      const { code } = await begin(strict.visitor());
      for (let wrong = 0; wrong < 10; wrong += 1)
        assert.deepEqual(outcomeOf(await approve(eve, 'AAAA-AAAA')), [400, 'rejected']);
      assert.deepEqual(outcomeOf(await approve(eve, code)), [429, 'rate_limited']);
      assert.equal((await approve(ada, code)).status, 200);
    } finally {
      await strict.stop();
    }
  });
});
