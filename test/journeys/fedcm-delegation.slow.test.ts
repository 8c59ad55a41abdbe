import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { button, openFedCmTab, openWithNonce, readSession, startFedCmSite, type FedCmSite } from './fedcm-visit.js';

describe('FedCM delegation in Chromium', () => {
  let site: FedCmSite;
  before(async () => {
    site = await startFedCmSite({}, [], { format: 'vc+sd-jwt' });
  });
  after(() => site.stop());

  /** Signs Ada in with the button, and returns the token that the page has posted. */
  async function signIn(flags: string[]): Promise<string> {
    const browser = await launchBrowser(flags);
    const { tab, dialogs } = await openFedCmTab(browser, site, 'ada');
    await openWithNonce(tab);
    const posted = tab.page.waitForRequest((request) => request.url().endsWith('/auth/fedcm'));
    await tab.click(button);
    await (await dialogs.next()).choose('ada@people.example');
    const { token } = JSON.parse((await posted).postData()!) as { token: string };
    await tab.find('[data-view=account]');
    assert.deepEqual(await readSession(tab), { name: 'ada@people.example', authMethod: 'fedcm' });
    assert.deepEqual(site.server.logs, [], 'the policy was kept');
    await releaseBrowser(browser);
    return token;
  }

  const read = (part: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

  test('signs in with what the browser presents, bound to the origin of the page', async () => {
    const [issued, ...rest] = (await signIn(['--enable-features=FedCmDelegation'])).split('~');
    const binding = rest.pop()!;
    assert.deepEqual(rest.map((disclosure) => read(disclosure)[1]).sort(), ['email', 'name', 'picture']);
    assert.equal(read(binding.split('.')[1]!)['aud'], site.server.origin);
    assert.equal(read(issued!.split('.')[1]!)['aud'], undefined, 'the provider does not know the site');
  });

  test('signs in to the same account with a token as usual in a browser without it', async () => {
    const token = await signIn([]);
    assert.equal(read(token.split('.')[1]!)['aud'], 'latchkey-demo');
  });
});
