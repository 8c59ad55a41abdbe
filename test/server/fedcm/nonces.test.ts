import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FedCmNonceAnswer, FedCmToken, PasskeyRequestOptions } from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { describeOnBothEnginesInFullRuns, scaled } from '../../support/node/engines.js';
import { signUp, signUpWithPasskey } from '../../support/node/people.js';
import {
  askForToken,
  signInByFedCm,
  startFederatedServer,
  type FederatedServer,
} from '../../support/node/provider-visit.js';
import type { Visitor } from '../../support/node/visitor.js';

await describeOnBothEnginesInFullRuns('the nonce of a sign-in by FedCM', (engine) => {
  let server: FederatedServer;
  before(async () => {
    server = await startFederatedServer({ store: engine });
  });
  after(() => server.stop());

  const bring = async (visitor: Visitor, given: FedCmToken): Promise<unknown> => {
    const { status, body } = await visitor.post('/auth/fedcm', given);
    return status === 200 ? 200 : `${status} ${body['error'] as string}`;
  };
  const expired = '400 challenge_expired';
  /** Another tab of the visitor's browser, as it is now. */
  const tabOf = ({ cookie }: Visitor): Visitor => Object.assign(server.visitor(), { cookie });
  const whoIs = async (visitor: Visitor): Promise<unknown> =>
    (await visitor.get<{ user?: { name: string } }>('/session')).body.user?.name;

  test('comes with the providers, so that a page need not name one', async () => {
    const { body, headers } = await server.visitor().get<FedCmNonceAnswer>('/auth/fedcm/nonce');
    const { configURL, clientId } = server.provider.fedcm;
    assert.deepEqual(body.providers, [{ configURL, clientId, provider: 'lying' }]);
    assert.match(body.nonce, /^[\w-]{43}$/);
    assert.equal(headers.get('Cache-Control'), 'no-store');
  });

  test('is good once', async () => {
    const visitor = server.visitor();
    const given = await askForToken(visitor, server);
    assert.equal(await bring(visitor, given), 200);
    assert.equal(await bring(visitor, given), expired);
  });

  test('is good once, whatever comes of it', async () => {
    const visitor = server.visitor();
    const given = await askForToken(visitor, server);
    assert.equal(
      await bring(visitor, { ...given, configURL: 'https://login.example/fedcm.json' }),
      '403 unknown_provider',
    );
    assert.equal(await bring(visitor, given), expired);
    assert.equal(await whoIs(visitor), undefined);
  });

  test('is not used up by a body of the wrong shape', async () => {
    const visitor = server.visitor();
    const { token, configURL } = await askForToken(visitor, server);
    for (const body of [{ token }, { token, configURL: 1 }, { token: [token], configURL }])
      assert.equal(await bring(visitor, body as FedCmToken), '400 bad_request');
    assert.equal(await bring(visitor, { token, configURL }), 200);
  });

  test('is good in the browser that asked for it, and in no other', async () => {
    const [ada, mallory] = [server.visitor(), server.visitor()];
    const given = await askForToken(mallory, server);
    assert.equal(await bring(ada, given), expired, 'without a session');
    await ada.get('/auth/fedcm/nonce');
    assert.equal(await bring(ada, given), expired, 'in a session of its own');
    assert.equal(await whoIs(ada), undefined);
    assert.equal(await bring(mallory, given), 200);
  });

  test('is good for five minutes', async () => {
    const visitor = server.visitor();
    const [early, late] = [await askForToken(visitor, server), await askForToken(visitor, server)];
    server.clock.advance(5 * minutes - 1);
    assert.equal(await bring(visitor, early), 200);
    server.clock.advance(1);
    assert.equal(await bring(visitor, late), expired);
  });

  test('of nine that wait the oldest gives way', async () => {
    const visitor = server.visitor();
    const given: FedCmToken[] = [];
    for (let count = 0; count < 9; count += 1) given.push(await askForToken(visitor, server));
    assert.equal(await bring(visitor, given[0]!), expired);
    assert.equal(await bring(visitor, given[1]!), 200);
  });

  test('is no challenge for a passkey, and a challenge for a passkey is no nonce', async () => {
    const ada = await signUpWithPasskey(server, 'ada passkey');
    const { body } = await ada.browser.get<FedCmNonceAnswer>('/auth/fedcm/nonce');
    const response = await ada.authenticator.get({ challenge: body.nonce, rpId: 'localhost' }, server);
    assert.deepEqual((await ada.browser.post('/webauthn/login/verify', response)).body['error'], 'challenge_expired');
    const { challenge } = (await ada.browser.post<PasskeyRequestOptions>('/webauthn/login/options')).body;
    const token = await server.provider.issueToken(challenge, server.clock.now());
    assert.equal(await bring(ada.browser, { token, configURL: server.provider.fedcm.configURL }), expired);
  });

  test('waits in another tab while a user signs in, and is gone when they sign out', async () => {
    const visitor = server.visitor();
    const [first, second, third] = [
      await askForToken(visitor, server),
      await askForToken(visitor, server),
      await askForToken(visitor, server),
    ];
    assert.equal(await bring(visitor, first), 200);
    assert.equal(await bring(visitor, second), 200);
    const tab = tabOf(visitor);
    await visitor.post('/logout');
    assert.equal(await bring(tab, third), expired);
    assert.equal(await whoIs(tab), undefined);
  });

  test('requested in the session of a user leaves them signed in', async () => {
    const bo = await signUp(server, 'bo');
    const { cookie } = bo.browser;
    const answer = await bo.browser.get('/auth/fedcm/nonce');
    assert.equal(answer.headers.get('Set-Cookie'), null);
    assert.deepEqual([bo.browser.cookie, await whoIs(bo.browser)], [cookie, 'bo']);
  });

  test('of 50 posts of one token exactly one makes a session', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      server.provider.endUser = { sub: `many ${round}`, preferred_username: `many ${round}` };
      const visitor = server.visitor();
      const given = await askForToken(visitor, server);
      const tabs = Array.from({ length: 50 }, () => tabOf(visitor));
      const outcomes = await Promise.all(tabs.map((tab) => bring(tab, given)));
      assert.deepEqual(
        outcomes.filter((outcome) => outcome !== expired),
        [200],
      );
      const owner = await server.store.findOwner(server.provider.fedcm.issuer, `many ${round}`);
      assert.equal((await server.store.listSessions(owner!, server.clock.now())).length, 1);
    }
    server.provider.endUser = { sub: 'ada', preferred_username: 'ada' };
  });

  test('one new person in 10 browsers gets one account', async () => {
    server.provider.endUser = { sub: 'cy', preferred_username: 'cy' };
    const browsers = Array.from({ length: 10 }, () => server.visitor());
    const answers = await Promise.all(browsers.map((browser) => signInByFedCm(browser, server)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.deepEqual(new Set(await Promise.all(browsers.map(whoIs))), new Set(['cy']));
    server.provider.endUser = { sub: 'ada', preferred_username: 'ada' };
  });

  test('signing out wins over a token that is posted at that moment', async () => {
    for (let round = 0; round < Math.max(5, scaled(100)); round += 1) {
      const visitor = server.visitor();
      await signInByFedCm(visitor, server);
      const given = await askForToken(visitor, server);
      const tabs = [tabOf(visitor), tabOf(visitor)] as const;
      await Promise.all([bring(tabs[0], given), tabs[1].post('/logout')]);
      for (const tab of [...tabs, visitor]) assert.equal(await whoIs(tab), undefined);
    }
  });
});
