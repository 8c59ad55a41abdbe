import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { DeviceSignIn, SecurityEventList, SessionAnswer, SessionList } from '../../../src/core/contract-types.js';
import { minutes } from '../../support/node/clock.js';
import { describeOnBothEnginesInFullRuns, scaled } from '../../support/node/engines.js';
import { signUp, signUpWithPasskey, type Person } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

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
  const approve = (person = phone, code = signIn.code): Promise<Answer> =>
    person.browser.post('/auth/device/approve', { code });
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
    assert.deepEqual([there.user, there.authMethod, there.authTime], [here.user, here.authMethod, here.authTime]);
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
      sessions.map(({ current, installedApp }) => [current, installedApp]),
      [
        [true, false],
        [false, false],
      ],
    );
    const { events } = (await phone.browser.get<SecurityEventList>('/security-events')).body;
    assert.equal(events[0]!.type, 'signed-in');
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
    const outcomes = await Promise.all(people.map((person) => approve(person)));
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
