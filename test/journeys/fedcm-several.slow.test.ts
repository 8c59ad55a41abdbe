import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { startProvider, type DevelopmentProvider } from '../support/node/provider.js';
import {
  button,
  openFedCmTab,
  readSession,
  replaceButton,
  signInAtProvider,
  startFedCmSite,
  type FedCmSite,
  type FedCmTab,
} from './fedcm-visit.js';

const ada = 'ada@people.example';
const grace = 'grace@people.example';

describe('a user with an account at two providers', () => {
  let second: DevelopmentProvider;
  let site: FedCmSite;
  before(async () => {
    second = await startProvider('second.localhost');
    site = await startFedCmSite({}, [second]);
  });
  after(async () => {
    await site.stop();
    await second.close();
  });

  /** A tab in which Ada is signed in at the first provider and Grace at the second, at a button that names both. */
  async function open(browser: Browser, attributes: Record<string, string>): Promise<FedCmTab> {
    const opened = await openFedCmTab(browser, site, 'ada');
    const own = await opened.profile.open();
    await signInAtProvider(own, second, 'grace');
    await own.page.close();
    await opened.tab.go('/fedcm-button');
    const providers = [site.provider, second].map(({ fedcm }) => fedcm.configURL).join(' ');
    await replaceButton(opened.tab, { 'config-url': providers, ...attributes });
    return opened;
  }

  test('sees both accounts in one dialog beside the page, and is signed in with the one that they choose', async () => {
    const browser = await launchBrowser([]);
    const { tab, dialogs } = await open(browser, { passive: '' });
    const dialog = await dialogs.next();
    assert.deepEqual(Object.keys(dialog.accounts).sort(), [ada, grace]);
    await dialog.choose(grace);
    await tab.find('[data-view=account]');
    assert.deepEqual(await readSession(tab), { name: 'grace', authMethod: 'fedcm' });
    assert.deepEqual(site.server.logs, [], 'the policy was kept');
    await releaseBrowser(browser);
  });

  test('sees the accounts of the first one after a click, where the browser shows no more', async () => {
    const browser = await launchBrowser([]);
    const { tab, dialogs } = await open(browser, {});
    await tab.click(button);
    const dialog = await dialogs.next();
    assert.deepEqual(Object.keys(dialog.accounts), [ada]);
    await dialog.choose(ada);
    await tab.find('[data-view=account]');
    assert.deepEqual(await readSession(tab), { name: 'ada', authMethod: 'fedcm' });
    await releaseBrowser(browser);
  });

  test('sees both after a click in a browser that can do that', async () => {
    const browser = await launchBrowser(['--enable-features=FedCmActiveModeMultipleIdentityProviders']);
    const { tab, dialogs } = await open(browser, {});
    await tab.click(button);
    const dialog = await dialogs.next();
    assert.deepEqual(Object.keys(dialog.accounts).sort(), [ada, grace]);
    await dialog.choose(grace);
    await tab.find('[data-view=account]');
    assert.deepEqual(await readSession(tab), { name: 'grace', authMethod: 'fedcm' });
    await releaseBrowser(browser);
  });
});
