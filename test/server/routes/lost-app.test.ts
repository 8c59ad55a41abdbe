import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDataKeys } from '../../../server/src/crypto/data-keys.js';
import { readSecrets } from '../../../server/src/crypto/secrets.js';
import type {
  NextStep,
  SecondFactorAnswer,
  SecurityEventList,
  SessionAnswer,
} from '../../../src/base/contract/types.js';
import { codeIn, receiveCode, verifyAddress } from '../../support/node/codes.js';
import { describeOnBothEnginesInFullRuns } from '../../support/node/engines.js';
import { signUp, signUpWithPasskey, type Person } from '../../support/node/people.js';
import { enterCode, logIn, setUpApp, type AuthenticatorApp } from '../../support/node/second-factors.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Visitor } from '../../support/node/visitor.js';

const password = 'correct horse battery';
const old = 'the old secret of the tests with enough characters';
const next = '27:the next secret of the tests with enough characters';
const rotated = `${next},${old}`;
const setUp: NextStep = { step: 'second-factor', methods: ['totp'], setUp: true };

await describeOnBothEnginesInFullRuns('an authenticator app whose secret the server has lost', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ store: engine, config: { sessionSecret: old } });
  });
  after(() => server.stop());

  type Member = Person & { app: AuthenticatorApp; address: string };
  const use = (sessionSecret: string): void => server.restart({ sessionSecret });
  const nextOf = async (browser: Visitor): Promise<NextStep | undefined> =>
    (await browser.get<SessionAnswer>('/session')).body.next;
  const settings = async (browser: Visitor): Promise<SecondFactorAnswer> =>
    (await browser.get<SecondFactorAnswer>('/account/second-factor')).body;

  let members = 0;
  /** A user whose app was set up before the old secret was removed. */
  async function memberWithLostApp({ passkey = false, codes = true } = {}): Promise<Member> {
    use(old);
    members += 1;
    const name = `member ${members}`;
    const endUser = passkey ? await signUpWithPasskey(server, name) : await signUp(server, name, password);
    if (passkey) await endUser.browser.put('/account/password', { password });
    const address = `member${members}@example.com`;
    await verifyAddress(server, endUser, address);
    const app = await setUpApp(endUser.browser, server.clock);
    if (!codes) {
      const owner = await server.store.findAccountByUsername(name);
      await useUpCodes(owner!.id, app);
    }
    await endUser.signOut();
    use(next);
    return { ...endUser, app, address };
  }
  /** Uses all recovery codes up. */
  async function useUpCodes(userId: string, app: AuthenticatorApp): Promise<void> {
    for (const code of app.recoveryCodes) {
      const browser = server.visitor();
      const { name } = (await server.store.findAccount(userId))!;
      await logIn(browser, { name }, password);
      assert.equal((await enterCode(browser, code)).status, 200);
    }
    await server.settled();
  }
  async function waiting(member: Member): Promise<Visitor> {
    const browser = server.visitor();
    assert.equal((await logIn(browser, member, password)).status, 200);
    return browser;
  }
  /** Sets another app up in a sign-in that waits for it, and uses it for the next one. */
  async function setUpAnother(member: Member, browser: Visitor): Promise<void> {
    assert.deepEqual(await nextOf(browser), setUp);
    const app = await setUpApp(browser, server.clock);
    assert.equal((await browser.get<SessionAnswer>('/session')).body.signedIn, true);
    const { totp, recoveryCodes } = await settings(browser);
    assert.deepEqual([totp?.unreadable, recoveryCodes], [undefined, 10]);
    const another = await waiting(member);
    assert.deepEqual(await nextOf(another), { step: 'second-factor', methods: ['totp', 'recovery-code'] });
    assert.equal((await enterCode(another, app.code())).status, 200);
  }

  test('is a state of its own: a code is 409, the log and the events of the account say so once', async () => {
    const ada = await memberWithLostApp();
    const browser = await waiting(ada);
    assert.deepEqual(await nextOf(browser), { step: 'second-factor', methods: ['recovery-code'] });
    for (const code of [ada.app.code(), '123456']) {
      const { status, body } = await enterCode(browser, code);
      assert.deepEqual([status, body['error']], [409, 'second_factor_unreadable']);
    }
    await server.settled();
    const { id } = (await server.store.findAccountByUsername(ada.name))!;
    const noted = server.logs.filter(({ event, userId }) => event === 'second-factor-unreadable' && userId === id);
    assert.equal(noted.length, 1);
    assert.equal((await enterCode(browser, ada.app.recoveryCodes[0]!)).status, 200);
    await setUpAnother(ada, browser);
    const { events } = (await browser.get<SecurityEventList>('/security-events')).body;
    assert.equal(events.filter(({ type }) => type === 'second-factor-unreadable').length, 1);
  });

  test('leaves its recovery codes valid, which need no secret of the server, each once', async () => {
    const bo = await memberWithLostApp();
    const [first, second] = bo.app.recoveryCodes;
    const browser = await waiting(bo);
    assert.deepEqual((await enterCode(browser, first!)).body, { next: setUp });
    const again = await waiting(bo);
    assert.equal((await enterCode(again, first!)).status, 400);
    assert.deepEqual((await enterCode(again, second!)).body, { next: setUp });
    await setUpAnother(bo, again);
  });

  test('is replaced after the password and a code to the address of the account, in either order', async () => {
    const cy = await memberWithLostApp({ codes: false });
    const browser = await waiting(cy);
    assert.deepEqual(await nextOf(browser), { step: 'verify-address', address: `m…@example.com` });
    const code = await receiveCode(server, browser, cy.address);
    assert.deepEqual((await browser.post('/otp/verify', { code })).body, { next: setUp });
    await setUpAnother(cy, browser);

    const di = await memberWithLostApp({ codes: false });
    const other = server.visitor();
    const mailed = await receiveCode(server, other, di.address);
    assert.deepEqual((await other.post('/otp/verify', { code: mailed })).body, {
      next: { step: 'second-factor', methods: ['password'] },
    });
    assert.equal((await logIn(other, di, 'a wrong password')).status, 401);
    assert.deepEqual((await logIn(other, di, password)).body, { next: setUp });
    await setUpAnother(di, other);
  });

  test('is not replaced by one proof alone, nor by a code to another address', async () => {
    const ed = await memberWithLostApp({ codes: false });
    const stranger = await waiting(ed);
    assert.equal((await stranger.post('/account/second-factor/totp')).status, 401);
    assert.equal((await stranger.post('/otp/request', { to: 'stranger@example.com' })).status, 202);
    await server.settled();
    assert.equal((await server.sent()).filter(({ to }) => to.address === 'stranger@example.com').length, 0);
    const reader = server.visitor();
    const code = await receiveCode(server, reader, ed.address);
    await reader.post('/otp/verify', { code });
    assert.equal((await reader.post('/account/second-factor/totp')).status, 401);
    assert.equal((await reader.post('/otp/request', { to: ed.address })).status, 202);
    const again = codeIn((await server.sent()).at(-1)!);
    const answer = await reader.post('/otp/verify', { code: again });
    assert.deepEqual(answer.body, { next: { step: 'second-factor', methods: ['password'] } });
    assert.equal((await reader.post('/account/second-factor/totp')).status, 401, 'twice the same proof');
  });

  test('stays in force until the other one is confirmed', async () => {
    const fay = await memberWithLostApp();
    const browser = await waiting(fay);
    await enterCode(browser, fay.app.recoveryCodes[0]!);
    assert.equal((await browser.post('/account/second-factor/totp')).status, 201);
    assert.equal((await enterCode(browser, '123456')).status, 401);
    const stranger = await waiting(fay);
    assert.deepEqual(await nextOf(stranger), { step: 'second-factor', methods: ['recovery-code'] });
    assert.equal((await stranger.post('/account/second-factor/totp')).status, 401);
  });

  test('is shown in the settings of a user who signed in with a passkey, who can replace or remove it', async () => {
    const guy = await memberWithLostApp({ passkey: true });
    assert.equal((await guy.signIn()).status, 200);
    assert.equal((await settings(guy.browser)).totp?.unreadable, true);
    const app = await setUpApp(guy.browser, server.clock);
    assert.equal((await settings(guy.browser)).totp?.unreadable, undefined);
    const browser = await waiting(guy);
    assert.equal((await enterCode(browser, app.code())).status, 200);

    const hal = await memberWithLostApp({ passkey: true });
    await hal.signIn();
    assert.equal((await hal.browser.delete('/account/second-factor/totp')).status, 204);
    assert.deepEqual(await nextOf(await waiting(hal)), undefined);
  });

  test('does not exist after a rotation in which the data key was sealed again, also at once', async () => {
    use(old);
    const ivy = await signUp(server, 'ivy', password);
    const app = await setUpApp(ivy.browser, server.clock);
    // `reseal` with both secrets, and then the old one is gone.
    await createDataKeys(server.store, readSecrets(rotated)).reseal();
    use(next);
    const browser = server.visitor();
    await logIn(browser, ivy, password);
    assert.equal((await enterCode(browser, app.code())).status, 200);
    assert.equal((await settings(browser)).recoveryCodes, 10);
    const another = server.visitor();
    await logIn(another, ivy, password);
    assert.equal((await enterCode(another, app.recoveryCodes[0]!)).status, 200);
    assert.equal((await settings(another)).recoveryCodes, 9);
  });
});
