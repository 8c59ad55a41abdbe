import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import { minutes } from '../support/node/clock.js';
import type { Tab, TabOptions } from '../support/node/tab.js';
import { testInFullRuns } from '../support/node/quick.js';
import { expectSession, signOut, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';
import {
  button,
  choose,
  readEvents,
  readState,
  startProviderSite,
  status,
  whoIsSignedIn,
  type ProviderSite,
} from './provider-site.js';

declare global {
  interface Window {
    /** Whether the page was shown from the back-forward cache; undefined until it is shown again. */
    persisted?: boolean;
  }
}

describe('the way to the provider in the same window', () => {
  let browser: Browser;
  let site: ProviderSite;
  let profile: Profile;
  before(async () => {
    site = await startProviderSite();
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  const openPage = async (path: string, options?: TabOptions): Promise<Tab> => {
    profile = await openProfile(browser, site.origin);
    const tab = await profile.open(options);
    await tab.go(path);
    return tab;
  };
  const openProvider = async (tab: Tab): Promise<void> => {
    await tab.click(button);
    await tab.find('button[name=person]');
  };

  test('leads back to the page that the button names, signed in', async () => {
    const tab = await openPage('/oidc-button');
    await openProvider(tab);
    await choose(tab.page, 'ada');
    await tab.find('[data-view=account]');
    await expectSession(tab, 'Ada Lovelace', 'at Example ID');
    assert.equal(new URL(tab.page.url()).pathname, '/home');
    await profile.close();
  });

  testInFullRuns('leads back to a page with a message when the person goes back', async () => {
    const tab = await openPage('/redirect');
    await openProvider(tab);
    await choose(tab.page, '');
    await tab.until(() => location.href.endsWith('/redirect?error=cancelled&provider=example'));
    await tab.find(`${button}[aria-disabled=false]`);
    assert.equal(await whoIsSignedIn(tab), undefined);
    await profile.close();
  });

  testInFullRuns('is not taken while the app is offline, and the page says why', async () => {
    const tab = await openPage('/redirect', { expects: /ERR_INTERNET_DISCONNECTED/ });
    await tab.page.setOfflineMode(true);
    await tab.click(button);
    await tab.read(status, 'Can’t reach the server. Check your connection and try again.');
    assert.deepEqual(await readState(tab), ['failed']);
    assert.match((await readEvents(tab)).join(), /"code":"network"/);
    await tab.page.setOfflineMode(false);
    await openProvider(tab);
    await profile.close();
  });

  testInFullRuns('leaves a button that can be used again when the person comes back by the back button', async () => {
    const tab = await openPage('/redirect');
    await tab.page.evaluate(() => addEventListener('pageshow', ({ persisted }) => (window.persisted = persisted)));
    await openProvider(tab);
    await tab.page.goBack();
    await tab.until(() => window.persisted === true);
    await tab.find(`${button}[aria-disabled=false]`);
    assert.deepEqual([await readState(tab), await readEvents(tab)], [[], []]);
    await openProvider(tab);
    await choose(tab.page, 'grace');
    await tab.find('[data-view=account]');
    await profile.close();
  });

  testInFullRuns('ends where the provider cannot be reached, and the back button leads back', async () => {
    site.clock.advance(61 * minutes);
    site.isReachable = false;
    const tab = await openPage('/redirect', { expects: /status of 502/ });
    await Promise.all([tab.page.waitForNavigation(), tab.click(button)]);
    assert.equal(
      await tab.page.$eval('main p', ({ textContent }) => textContent),
      'The sign-in service has a problem. Try again later.',
    );
    site.isReachable = true;
    site.clock.advance(1 * minutes);
    await tab.page.goBack();
    await openProvider(tab);
    await profile.close();
  });

  testInFullRuns('is not taken where the backend has no provider', async () => {
    const server = await startDemo();
    const own = await openProfile(browser, server.origin);
    const tab = await own.open({ expects: /status of 404/ });
    await tab.go('/oidc-button');
    await tab.read(status, 'You can’t sign in this way here. Use another way.');
    assert.equal(new URL(tab.page.url()).pathname, '/oidc-button');
    await own.close();
    await server.stop();
  });

  testInFullRuns('leads through another browser where the app shows a code, and signs in the app alone', async () => {
    const tab = await openPage('/handoff');
    await tab.click(button);
    await tab.find('latch-oidc-button >>> [part=box]');
    const [code, address] = await tab.page.$eval('latch-oidc-button', ({ shadowRoot }) => [
      shadowRoot!.querySelector('[part=box] [aria-hidden]')!.textContent,
      shadowRoot!.querySelector('a')!.href,
    ]);
    const elsewhere = await openProfile(browser, site.origin);
    const other = await elsewhere.open();
    await other.go(address!);
    await Promise.all([other.page.waitForNavigation(), choose(other.page, 'ada')]);
    await other.page.type('input[name=code]', code!);
    await other.page.waitForSelector('button[value=yes]', { visible: true });
    await Promise.all([other.page.waitForNavigation(), other.click('button[value=yes]')]);
    await tab.read(status, 'You’re signed in.');
    assert.deepEqual(
      [await whoIsSignedIn(tab), await readEvents(tab)],
      ['ada', ['latch-signed-in {"method":"oidc","provider":"example"}']],
    );
    await other.go('/home');
    assert.equal(await whoIsSignedIn(other), undefined);
    await elsewhere.close();
    await profile.close();
  });

  testInFullRuns('links an account to one that exists, and signs in to that from then on', async () => {
    const tab = await openPage('/home');
    await signUp(tab, 'someone', 'correct horse battery staple');
    await tab.click('[data-form=link] button');
    await tab.find('button[name=person]');
    await choose(tab.page, 'katherine');
    await tab.read('[data-form=link] [data-done]', 'You can sign in with that account from now on.');
    await signOut(tab);
    await tab.click('a[href^="/auth/start"]');
    await tab.find('button[name=person]');
    await choose(tab.page, 'katherine');
    await tab.find('[data-view=account]');
    await expectSession(tab, 'someone', 'at Example ID');
    await profile.close();
  });

  testInFullRuns('links nothing before an older session is confirmed, which the provider may do', async () => {
    const tab = await openPage('/oidc-button', { expects: /status of 403/ });
    await openProvider(tab);
    await choose(tab.page, 'grace');
    await tab.find('[data-view=account]');
    site.clock.advance(6 * minutes);
    await tab.click('[data-form=link] button');
    await tab.click('dialog [data-method=oidc]');
    await tab.find('button[name=person]');
    await choose(tab.page, 'grace');
    await tab.find('[data-view=account]');
    await Promise.all([
      tab.page.waitForResponse((response) => response.url().endsWith('/home?linked')),
      tab.click('[data-form=link] button'),
    ]);
    await tab.read('[data-form=link] [data-done]', 'You can sign in with that account from now on.');
    await profile.close();
  });
});
