import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { HandOff, SessionList } from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { receiveCode, verifyAddress } from '../../support/node/codes.js';
import { describeOnBothEnginesInFullRuns, scaled } from '../../support/node/engines.js';
import { createPerson, signUpWithPasskey, type Person } from '../../support/node/people.js';
import {
  askForToken,
  confirmationIn,
  confirmHandOff,
  goToProvider,
  signInAtProvider,
  signInByFedCm,
  startFederatedServer,
  type FederatedServer,
} from '../../support/node/provider-visit.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

await describeOnBothEnginesInFullRuns('a browser that never got the cookie of its sign-in', (engine) => {
  let server: FederatedServer;
  let serial = 0;
  /** Signed in, with the new cookie. */
  let ada: Person;
  /** What the browser is that still has the cookie from before that sign-in. */
  let left: Person;

  before(async () => {
    server = await startFederatedServer({ store: engine, listens: true });
  });
  after(() => server.stop());
  beforeEach(async () => {
    serial += 1;
    server.provider.endUser = { sub: `mia ${serial}`, preferred_username: `mia ${serial}` };
    ada = await signUpWithPasskey(server, `ada ${serial}`);
    await verifyAddress(server, ada, `ada${serial}@example.com`);
    await ada.signOut();
    const response = await ada.choosePasskey();
    const browser = tabOf(ada.browser);
    left = { ...createPerson({ ...server, visitor: () => browser }, ada.name), authenticator: ada.authenticator };
    assert.equal((await ada.browser.post('/webauthn/login/verify', response)).status, 200);
    assert.notEqual(ada.browser.cookie, left.browser.cookie);
  });

  const tabOf = ({ cookie }: Visitor): Visitor => Object.assign(server.visitor(), { cookie });
  const whoIs = async (visitor: Visitor): Promise<unknown> =>
    (await visitor.get<{ user?: { name: string } }>('/session')).body.user?.name;
  /** The challenge of `path`, answered with the passkey. */
  const choose = async (browser: Visitor, path: string): Promise<object> => {
    const { body } = await browser.post(path);
    const options = { challenge: body['challenge'] as string, rpId: 'localhost' };
    return ada.authenticator.get(options, { origin: server.origin });
  };
  const signInByPasskey = async (browser: Visitor): Promise<Answer> =>
    browser.post('/webauthn/login/verify', await choose(browser, '/webauthn/login/options'));

  const ways: ReadonlyArray<readonly [way: string, status: number, signIn: (browser: Visitor) => Promise<Answer>]> = [
    ['a passkey', 200, signInByPasskey],
    ['FedCM', 200, (browser) => signInByFedCm(browser, server)],
    ['an OpenID provider', 302, (browser) => signInAtProvider(browser, server.provider)],
    [
      'an OpenID provider that takes minutes',
      302,
      async (browser) => {
        const callback = await goToProvider(browser, server.provider);
        server.clock.advance(2 * minutes);
        return browser.get(callback);
      },
    ],
    [
      'a code',
      200,
      async (browser) =>
        browser.post('/otp/verify', { code: await receiveCode(server, browser, `ada${serial}@example.com`) }),
    ],
    [
      'a new account',
      201,
      async (browser) => {
        const cy = createPerson({ ...server, visitor: () => browser }, `cy ${serial}`);
        return cy.signUpByPasskey();
      },
    ],
    [
      'a hand-off',
      200,
      async (browser) => {
        const { body: handOff } = await browser.post<HandOff>('/auth/handoff');
        const other = server.visitor();
        const { headers } = await signInAtProvider(other, server.provider, `?mode=handoff&handoff=${handOff.id}`);
        await confirmHandOff(other, confirmationIn(headers.get('Location')!), handOff);
        return browser.post('/auth/handoff/redeem', { id: handOff.id });
      },
    ],
  ];
  for (const [way, status, signIn] of ways) {
    test(`signs in by ${way} at once, in a session of its own, and the other one stays as it was`, async () => {
      const { cookie } = left.browser;
      assert.equal(await whoIs(left.browser), undefined);
      const answer = await signIn(left.browser);
      assert.deepEqual([answer.status, left.browser.cookie === cookie], [status, false], answer.text);
      assert.notEqual(await whoIs(left.browser), undefined);
      assert.notEqual(left.browser.cookie, ada.browser.cookie);
      const { sessions } = (await ada.browser.get<SessionList>('/sessions')).body;
      assert.ok(sessions.some(({ current }) => current));
      assert.equal(await whoIs(ada.browser), ada.name);
    });
  }

  test('signs in again and again, as often as the cookie does not arrive', async () => {
    const { cookie } = left.browser;
    for (let count = 0; count < 3; count += 1) {
      left.browser.cookie = cookie;
      assert.equal((await signInByPasskey(left.browser)).status, 200);
    }
    assert.deepEqual([await whoIs(left.browser), await whoIs(ada.browser)], [ada.name, ada.name]);
  });

  test('reads and changes nothing of the session', async () => {
    await left.browser.post('/webauthn/login/options');
    for (const [method, path] of [
      ['post', '/webauthn/register/options'],
      ['post', '/webauthn/login/options?step-up'],
      ['get', '/sessions'],
      ['get', '/webauthn/credentials'],
      ['delete', '/account'],
    ] as const)
      assert.equal((await left.browser[method](path)).status, 401, path);
    assert.equal(await whoIs(left.browser), undefined);
  });

  test('uses no challenge of the session up: for a step-up, for another passkey, for a sign-in', async () => {
    const stepUp = await choose(ada.browser, '/webauthn/login/options?step-up');
    const second = createPerson({ ...server, visitor: () => ada.browser }, ada.name);
    const registration = await second.createPasskey();
    const signIn = await choose(ada.browser, '/webauthn/login/options');
    await left.browser.post('/webauthn/login/options');
    for (const [path, response] of [
      ['/webauthn/login/verify?step-up', stepUp],
      ['/webauthn/login/verify', signIn],
      ['/webauthn/register/verify', registration],
    ] as const)
      assert.deepEqual((await left.browser.post(path, response)).body['error'], 'challenge_expired', path);
    assert.equal((await ada.browser.post('/webauthn/register/verify', registration)).status, 200);
    assert.equal((await tabOf(ada.browser).post('/webauthn/login/verify', signIn)).status, 200);
  });

  test('pushes no challenge of the session out, and no code', async () => {
    const response = await choose(ada.browser, '/webauthn/login/options');
    const code = await receiveCode(server, ada.browser, `ada${serial}@example.com`);
    for (let count = 0; count < 9; count += 1) await left.browser.post('/webauthn/login/options');
    await left.browser.post('/otp/request', { to: `ada${serial}@example.com` });
    assert.equal((await ada.browser.post('/otp/verify', { code })).status, 200);
    assert.equal((await ada.browser.post('/webauthn/login/verify', response)).status, 200);
  });

  /** Asks for something with the old cookie, and returns the function that brings the response. */
  const crossings: ReadonlyArray<readonly [way: string, begin: () => Promise<() => Promise<Answer>>]> = [
    [
      'a passkey',
      async () => {
        const response = await choose(left.browser, '/webauthn/login/options');
        return () => left.browser.post('/webauthn/login/verify', response);
      },
    ],
    [
      'FedCM',
      async () => {
        const token = await askForToken(left.browser, server);
        return () => left.browser.post('/auth/fedcm', token);
      },
    ],
    [
      'an OpenID provider',
      async () => {
        const callback = await goToProvider(left.browser, server.provider);
        return () => left.browser.get(callback);
      },
    ],
  ];
  for (const [way, begin] of crossings) {
    test(`goes on with a sign-in by ${way} in the new session, where the new cookie arrives meanwhile`, async () => {
      const complete = await begin();
      left.browser.cookie = ada.browser.cookie;
      const { status, text } = await complete();
      assert.ok(status < 400, text);
      assert.notEqual(await whoIs(left.browser), undefined);
      assert.equal(await whoIs(ada.browser), undefined);
      assert.equal((await complete()).status, 400);
    });
  }

  test('signs in by no code from before that sign-in', async () => {
    const browser = server.visitor();
    const code = await receiveCode(server, browser, `ada${serial}@example.com`);
    const former = tabOf(browser);
    assert.equal((await signInByPasskey(browser)).status, 200);
    await former.post('/webauthn/login/options');
    assert.equal((await former.post('/otp/verify', { code })).status, 400);
    assert.equal(await whoIs(former), undefined);
  });

  test('gets a new cookie after a minute', async () => {
    server.clock.advance(minutes);
    const { cookie } = left.browser;
    await left.browser.post('/webauthn/login/options');
    assert.notEqual(left.browser.cookie, cookie);
  });

  test('signs out of the session too, as long as the requests of one moment last', async () => {
    const other = tabOf(left.browser);
    assert.equal((await signInByPasskey(left.browser)).status, 200);
    assert.equal((await other.post('/logout')).status, 200);
    assert.deepEqual([await whoIs(left.browser), await whoIs(ada.browser)], [undefined, undefined]);
  });

  test('is not signed in by a response that a sign-out overtakes', async () => {
    for (let round = 0; round < Math.max(5, scaled(100)); round += 1) {
      const tab = tabOf(left.browser);
      const response = await choose(tab, '/webauthn/login/options');
      await Promise.all([tab.post('/webauthn/login/verify', response), left.browser.post('/logout')]);
      assert.equal(await whoIs(tab), undefined);
      const next = await ada.signIn();
      assert.equal(next.status, 200);
      left.browser.cookie = ada.browser.cookie;
      await ada.signIn();
    }
  });
});
