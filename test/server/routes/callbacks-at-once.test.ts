import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { goToProvider, startFederatedServer, type FederatedServer } from '../../support/node/provider-visit.js';
import type { Visitor } from '../../support/node/visitor.js';

await describeOnBothEngines('callbacks at the same moment', (engine) => {
  let server: FederatedServer;
  before(async () => {
    server = await startFederatedServer({ store: engine });
  });
  after(() => server.stop());

  /** Tabs of the visitor's browser, each as it is now. */
  const tabsOf = ({ cookie, flowCookie }: Visitor, count: number): Visitor[] =>
    Array.from({ length: count }, () => Object.assign(server.visitor(), { cookie, flowCookie }));

  test('of 50 with one state exactly one makes a session', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      server.provider.endUser = { sub: `ada ${round}`, preferred_username: `ada ${round}` };
      const visitor = server.visitor();
      const callback = await goToProvider(visitor, server.provider);
      const exchanges = server.provider.requests.filter((request) => request === 'POST /token').length;
      const answers = await Promise.all(
        tabsOf(visitor, 50).map(async (tab) => ({ tab, ...(await tab.get(callback)) })),
      );
      const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
      assert.deepEqual([count(302), count(400)], [1, 49]);
      assert.equal(answers.filter(({ tab }) => tab.cookie !== visitor.cookie).length, 1);
      assert.equal(server.provider.requests.filter((request) => request === 'POST /token').length, exchanges + 1);
      const owner = await server.store.findOwner(server.provider.settings.issuer, `ada ${round}`);
      assert.equal((await server.store.listSessions(owner!, server.clock.now())).length, 1);
    }
  });

  test('one new person in 10 browsers gets one account', async () => {
    server.provider.endUser = { sub: 'bo', preferred_username: 'bo' };
    const browsers = Array.from({ length: 10 }, () => server.visitor());
    const callbacks = await Promise.all(browsers.map((browser) => goToProvider(browser, server.provider)));
    const answers = await Promise.all(browsers.map((browser, index) => browser.get(callbacks[index]!)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 10 }, () => 302),
    );
    const names = await Promise.all(
      browsers.map(async (browser) => (await browser.get<{ user: { name: string } }>('/session')).body.user.name),
    );
    assert.deepEqual(new Set(names).size, 1);
  });

  test('signing out wins over a step-up at the provider that comes back at that moment', async () => {
    for (let round = 0; round < Math.max(5, scaled(100)); round += 1) {
      server.provider.endUser = { sub: 'cy', preferred_username: 'cy' };
      const cy = server.visitor();
      await cy.get(await goToProvider(cy, server.provider));
      const stepUp = await goToProvider(cy, server.provider, '?max_age=0');
      const tabs = tabsOf(cy, 2);
      await Promise.all([tabs[0]!.get(stepUp), tabs[1]!.post('/logout')]);
      for (const tab of [...tabs, cy]) assert.deepEqual((await tab.get('/session')).body, { signedIn: false });
    }
  });
});
