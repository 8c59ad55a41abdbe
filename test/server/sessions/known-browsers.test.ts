import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { knownBrowsersPerAccount, secondFactorGuesses } from '../../../server/src/config/limits.js';
import type { SessionList } from '../../../src/base/contract/types.js';
import { days, minutes } from '../../support/node/clock.js';
import { receiveCode, verifyAddress } from '../../support/node/codes.js';
import { describeOnBothEnginesInFullRuns } from '../../support/node/engines.js';
import { signUp, signUpWithPasskey, type Person } from '../../support/node/people.js';
import { enterCode, logIn, setUpApp } from '../../support/node/second-factors.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Visitor } from '../../support/node/visitor.js';

const password = 'correct horse battery';
const other = 'another horse battery';

await describeOnBothEnginesInFullRuns('browsers that an account knows', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ store: engine, config: { limitFailures: true } });
  });
  after(() => server.stop());

  let networks = 0;
  const visitor = (): Visitor => {
    networks += 1;
    return server.visitor({ address: `2001:db8:${networks.toString(16)}::1` });
  };
  /** A browser in which the user signed in. */
  async function knownBrowser(endUser: Person, secret = password): Promise<Visitor> {
    const browser = visitor();
    assert.equal((await logIn(browser, endUser, secret)).status, 200);
    return browser;
  }
  /** Whether the browser still counts apart from strangers: a stranger's network has no guesses left. */
  async function isKnown(endUser: Person, browser: Visitor): Promise<boolean> {
    const copy = server.visitor({ address: '198.51.100.99' });
    for (let count = 0; count < 11; count += 1) await logIn(copy, endUser, 'wrong');
    copy.knownCookie = browser.knownCookie;
    const { status } = await logIn(copy, endUser, 'wrong');
    assert.ok(status === 401 || status === 429, String(status));
    server.clock.advance(15 * minutes);
    return status === 401;
  }

  const changes: Record<string, (endUser: Person) => Promise<{ status: number }>> = {
    'a new password': ({ browser }) => browser.put('/account/password', { password: other }),
    'a removed password': ({ browser }) => browser.delete('/account/password'),
    'a sign-out everywhere': ({ browser }) => browser.delete('/sessions'),
    'a second factor that is required': ({ browser }) => browser.patch('/account/second-factor', { required: true }),
    'a deletion that is requested': ({ browser }) => browser.delete('/account'),
    'an authenticator app': async ({ browser }) => {
      await setUpApp(browser, server.clock);
      return { status: 200 };
    },
    'new recovery codes': async ({ browser }) => {
      await setUpApp(browser, server.clock);
      return browser.post('/account/second-factor/recovery-codes');
    },
    'a removed app': async ({ browser }) => {
      await setUpApp(browser, server.clock);
      return browser.delete('/account/second-factor/totp');
    },
  };
  for (const [index, [what, change]] of Object.entries(changes).entries())
    test(`are forgotten with ${what}, but for the one in which it happens`, async () => {
      const endUser = await signUpWithPasskey(server, `changer ${index}`);
      await endUser.browser.put('/account/password', { password });
      const { id } = (await server.store.findAccountByUsername(endUser.name))!;
      const marks = await Promise.all([knownBrowser(endUser), knownBrowser(endUser)]);
      const known = (browser: Visitor) =>
        server.store.findKnownBrowser(id, [hashOf(browser.knownCookie!), hashOf('never')]);
      for (const browser of [...marks, endUser.browser]) assert.ok(await known(browser));
      const { status, ...rest } = await change(endUser);
      assert.ok(status < 300, JSON.stringify(rest));
      for (const browser of marks) assert.equal(await known(browser), undefined);
      assert.ok(await known(endUser.browser));
    });

  test('are forgotten one by one with the session that its owner ends in the list, and kept with a sign-out', async () => {
    const endUser = await signUp(server, 'tidy', password);
    const [lost, kept, left] = [await knownBrowser(endUser), await knownBrowser(endUser), await knownBrowser(endUser)];
    const { id } = (await lost.get<SessionList>('/sessions')).body.sessions.find(({ current }) => current)!;
    assert.equal((await endUser.browser.delete(`/sessions/${id}`)).status, 204);
    await left.post('/logout');
    const known: boolean[] = [];
    for (const browser of [lost, kept, left, endUser.browser]) known.push(await isKnown(endUser, browser));
    assert.deepEqual(known, [false, true, true, true]);
  });

  test('are forgotten with a password that is reset after a code', async () => {
    const endUser = await signUp(server, 'resetter', password);
    await verifyAddress(server, endUser, 'resetter@example.com');
    const mark = await knownBrowser(endUser);
    assert.equal(await isKnown(endUser, mark), true);
    const browser = visitor();
    const code = await receiveCode(server, browser, 'resetter@example.com');
    assert.equal((await browser.post('/otp/verify', { code })).status, 200);
    assert.equal((await browser.put('/account/password', { password: other })).status, 204);
    assert.equal(await isKnown(endUser, mark), false);
    assert.equal(await isKnown(endUser, browser), true);
  });

  test('are the 20 in which it was signed in to last, and none after 180 days', async () => {
    const endUser = await signUp(server, 'traveller', password);
    const { id } = (await server.store.findAccountByUsername(endUser.name))!;
    const browsers: Visitor[] = [];
    for (let count = 0; count < knownBrowsersPerAccount + 3; count += 1) {
      server.clock.advance(1 * minutes);
      browsers.push(await knownBrowser(endUser));
    }
    const isRemembered = async ({ knownCookie }: Visitor): Promise<boolean> =>
      (await server.store.findKnownBrowser(id, [hashOf(knownCookie!)])) !== undefined;
    const remembered = await Promise.all(browsers.map(isRemembered));
    assert.deepEqual(remembered, [...Array(3).fill(false), ...Array(knownBrowsersPerAccount).fill(true)]);
    await server.store.sweep(server.clock.now() + 180 * days);
    assert.deepEqual((await Promise.all(browsers.map(isRemembered))).filter(Boolean), []);
  });

  test('share the guesses at a second factor, as strangers do, and begin anew when they are forgotten', async () => {
    const endUser = await signUp(server, 'guessed', password);
    const app = await setUpApp(endUser.browser, server.clock);
    const marks: Visitor[] = [];
    for (let count = 0; count < 13; count += 1) {
      const browser = visitor();
      await logIn(browser, endUser, password);
      server.clock.advance(minutes);
      assert.equal((await enterCode(browser, app.code())).status, 200);
      marks.push(browser);
    }
    let compared = 0;
    for (let round = 0; round < 2; round += 1) {
      for (const browser of marks) {
        await logIn(browser, endUser, password);
        for (let count = 0; count < 10; count += 1)
          if ((await enterCode(browser, '000000')).status === 400) compared += 1;
      }
      server.clock.advance(15 * minutes);
    }
    assert.equal(compared, secondFactorGuesses.most);
    await logIn(endUser.browser, endUser, password);
    assert.equal((await enterCode(endUser.browser, app.code())).status, 429, 'the guesses of the day are used up');
    assert.equal((await enterCode(endUser.browser, app.recoveryCodes[0]!)).status, 200);
    assert.equal((await endUser.browser.put('/account/password', { password: other })).status, 204);
    await logIn(endUser.browser, endUser, other);
    assert.equal((await enterCode(endUser.browser, app.code())).status, 200);
  });
});

describe('the mark of a browser', () => {
  test('is in the database as a hash, and needs no secret of the server', async () => {
    const server = await startServer({ config: { limitFailures: true } });
    const endUser = await signUp(server, 'ada', password);
    const { id } = (await server.store.findAccountByUsername('ada'))!;
    const mark = endUser.browser.knownCookie!;
    assert.equal(await server.store.findKnownBrowser(id, [mark]), undefined);
    assert.deepEqual(await server.store.findKnownBrowser(id, [hashOf(mark)]), { hash: hashOf(mark), epoch: 0 });
    server.restart({ sessionSecret: 'new:another secret of the tests with enough characters' });
    await logIn(endUser.browser, endUser, password);
    assert.equal(endUser.browser.knownCookie, mark);
    await server.stop();
  });
});

function hashOf(mark: string): string {
  return createHash('sha256').update(mark).digest('base64url');
}
