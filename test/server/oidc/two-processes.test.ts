import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { HandOff } from '../../../src/base/contract/types.js';
import { createClock } from '../../support/node/clock.js';
import { describeOnBothEnginesInFullRuns } from '../../support/node/engines.js';
import { startLyingProvider, type LyingProvider } from '../../support/node/lying-provider.js';
import { startProcesses, type ServerProcesses } from '../../support/node/processes.js';
import {
  askForToken,
  confirmationIn,
  confirmHandOff,
  goToProvider,
  signInAtProvider,
} from '../../support/node/provider-visit.js';
import type { Visitor } from '../../support/node/visitor.js';

await describeOnBothEnginesInFullRuns('two server processes whose people sign in at a provider', (engine) => {
  let provider: LyingProvider;
  let servers: ServerProcesses;
  before(async () => {
    provider = await startLyingProvider();
    const { id, name, issuer, clientId, clientSecret } = provider.settings;
    servers = await startProcesses({
      count: 2,
      store: engine,
      environment: {
        PROVIDERS: JSON.stringify([{ id, name, issuer, clientId, clientSecret }]),
        FEDCM_CONFIG_URL: provider.fedcm.configURL,
        FEDCM_CLIENT_ID: clientId,
        FEDCM_ISSUER: issuer,
      },
    });
  });
  after(async () => {
    await servers.stop();
    await provider.close();
  });

  /**
   * Has 50 tabs of the visitor's browser ask for the same at once, of both processes in turn. Returns how often each
   * status came, and how many of them were signed in.
   */
  async function askAtOnce(
    { cookie, flowCookie }: Visitor,
    ask: (tab: Visitor) => Promise<{ status: number }>,
  ): Promise<unknown> {
    const tabs = Array.from({ length: 50 }, () => Object.assign(servers.visitor(), { cookie, flowCookie }));
    const statuses = await Promise.all(tabs.map(async (tab) => (await ask(tab)).status));
    const counts = Object.fromEntries(
      [...new Set(statuses)].sort().map((status) => [status, statuses.filter((other) => other === status).length]),
    );
    return [counts, tabs.filter((tab) => tab.cookie !== cookie).length];
  }

  test('take turns with one person, from the start of a flow to the end of the session', async () => {
    for (let round = 0; round < 4; round += 1) {
      const ada = servers.visitor();
      const { status, text } = await signInAtProvider(ada, provider);
      assert.equal(status, 302, [text, ...servers.programs.flatMap(({ stderr }) => stderr)].join('\n'));
      for (const _process of servers.programs) assert.equal((await ada.get('/session')).body['signedIn'], true);
      await ada.post('/logout');
      for (const _process of servers.programs) assert.equal((await ada.get('/session')).body['signedIn'], false);
    }
    assert.equal(provider.grants.size, 0);
  });

  test('let one of 50 callbacks with one state win', async () => {
    const visitor = servers.visitor();
    const callback = await goToProvider(visitor, provider);
    assert.deepEqual(await askAtOnce(visitor, (tab) => tab.get(callback)), [{ 302: 1, 400: 49 }, 1]);
  });

  test('let one of 50 redeem a hand-off', async () => {
    const [app, browser] = [servers.visitor(), servers.visitor()];
    const { id, code } = (await app.post<HandOff>('/auth/handoff')).body;
    const question = (await signInAtProvider(browser, provider, `?mode=handoff&handoff=${id}`)).headers.get(
      'Location',
    )!;
    assert.equal((await confirmHandOff(browser, confirmationIn(question), { code })).status, 200);
    assert.deepEqual(await askAtOnce(app, (tab) => tab.post('/auth/handoff/redeem', { id })), [{ 200: 1, 410: 49 }, 1]);
  });

  test('let one of 50 posts of one token of FedCM win', async () => {
    const visitor = servers.visitor();
    const given = await askForToken(visitor, { provider, clock: createClock(Date.now()) });
    assert.deepEqual(await askAtOnce(visitor, (tab) => tab.post('/auth/fedcm', given)), [{ 200: 1, 400: 49 }, 1]);
  });
});
