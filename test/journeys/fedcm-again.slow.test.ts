import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import type { Tab } from '../support/node/tab.js';
import { signOut } from './account-page.js';
import {
  button,
  openOwnTab,
  readSession,
  replaceButton,
  signInAtProvider,
  startFedCmSite,
  type FedCmSite,
} from './fedcm-visit.js';

const ada = 'ada@people.example';

describe('a user who comes back to a page that signs them in automatically', () => {
  let site: FedCmSite;
  let browser: Browser;
  before(async () => {
    site = await startFedCmSite();
  });
  after(() => site.stop());
  // Chromium does this once in ten minutes, so each has a browser of its own
  beforeEach(async () => {
    browser = await launchBrowser([]);
  });
  afterEach(() => releaseBrowser(browser));

  /** A tab of a user who has signed in by FedCM before. */
  async function comeAndGo() {
    const own = await openOwnTab(browser, site);
    await signInAtProvider(own.tab, site.provider, 'ada');
    await own.tab.go('/fedcm-button');
    await own.tab.click(button);
    await (await own.dialogs.next()).choose(ada);
    await own.tab.find('[data-view=account]');
    return own;
  }

  /** Puts in a button that signs in automatically, and waits until Chromium says that it does not. */
  async function putAutomatic(tab: Tab): Promise<void> {
    const declined = new Promise((resolve) =>
      tab.page.on('console', (message) => /[Ss]ilent mediation/.test(message.text()) && resolve(true)),
    );
    await replaceButton(tab, { automatic: '' });
    await declined;
  }

  test('is signed in without a question when their session has ended', async () => {
    const { tab, dialogs } = await comeAndGo();
    await tab.page.evaluate(() => fetch('/logout', { method: 'POST' }));
    await tab.go('/fedcm-button');
    await replaceButton(tab, { automatic: '' });
    assert.equal((await dialogs.next()).type, 'AutoReauthn');
    await tab.find('[data-view=account]');
    assert.deepEqual(await readSession(tab), { name: 'ada', authMethod: 'fedcm' });
    assert.deepEqual(tab.problems, []);
  });

  test('is not signed in automatically after they have signed out, and is asked when they click', async () => {
    const { tab, dialogs } = await comeAndGo();
    await signOut(tab);
    await tab.go('/fedcm-button');
    await putAutomatic(tab);
    assert.deepEqual([dialogs.shown, (await readSession(tab)).name], [1, undefined]);
    await tab.click(button);
    const { type, accounts } = await dialogs.next();
    assert.deepEqual([type, accounts, tab.problems], ['AccountChooser', { [ada]: 'SignIn' }, []]);
  });

  test('is not signed in automatically at a site that they have never used', async () => {
    const { tab, dialogs } = await openOwnTab(browser, site);
    await signInAtProvider(tab, site.provider, 'grace');
    await tab.go('/fedcm-button');
    await putAutomatic(tab);
    assert.deepEqual(
      [dialogs.shown, (await readSession(tab)).name, await tab.page.evaluate(() => window.watch.events)],
      [0, undefined, []],
    );
  });
});
