import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { testInFullRuns } from '../support/node/quick.js';
import type { TestServer } from '../support/node/server.js';
import { createPasskey, expectSession, signOut, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';

declare global {
  interface Window {
    /** Whether the page was shown from the back-forward cache; undefined until it is shown again. */
    persisted?: boolean;
  }
}

describe('the back-forward cache', () => {
  let browser: Browser;
  let server: TestServer;
  before(async () => {
    browser = await launchBrowser();
    server = await startDemo();
  });
  after(async () => {
    await releaseBrowser(browser);
    await server.stop();
  });

  testInFullRuns('keeps a sign-in page whose autofill was waiting, and autofill works after', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator();
    await signUp(tab, 'alice');
    await createPasskey(tab, authenticator);
    await signOut(tab);

    await tab.go('/passkey-field');
    await tab.waitForAutofill();
    await tab.page.evaluate(() => addEventListener('pageshow', ({ persisted }) => (window.persisted = persisted)));
    await tab.go('/');
    await tab.page.goBack();
    await tab.until(() => window.persisted === true);
    await tab.waitForAutofill();
    assert.deepEqual(await tab.page.evaluate(() => [window.watch.made.conditional, window.watch.outcomes]), [
      2,
      ['AbortError'],
    ]);

    await authenticator.whilePresent(async () => {
      await tab.chooseInAutofill();
      await tab.find('[data-view=account]');
    });
    await expectSession(tab, 'alice', 'with a passkey');
    await profile.close();
  });

  test('gives back no account page of a user who has signed out meanwhile', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await signUp(tab, 'bob');
    await tab.go('/');
    const other = await profile.open();
    await other.go('/home');
    await signOut(other);
    await tab.page.goBack();
    await tab.find('[data-view=sign-in]');
    await profile.close();
  });
});
