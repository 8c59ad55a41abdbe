import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import { createPasskey, expectSession, signOut, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';

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

test('autofill that waits in one tab works after a sign-in in another tab has replaced the session', async () => {
  const profile = await openProfile(browser, server.origin);
  const tab = await profile.open();
  const authenticator = await tab.addAuthenticator();
  await signUp(tab, 'alice', 'correct horse');
  await createPasskey(tab, authenticator);
  await signOut(tab);

  await tab.go('/passkey-field');
  await tab.waitForAutofill();
  const other = await profile.open();
  await other.go('/home');
  await other.fill('#username', 'alice');
  await other.fill('#password', 'correct horse');
  await other.click('form button');
  await other.find('[data-view=account]');

  await authenticator.whilePresent(async () => {
    // The page renews its request for the new session; one that begins only now is answered before anything is chosen.
    await Promise.race([tab.chooseInAutofill(), tab.find('[data-view=account]')]);
    await tab.find('[data-view=account]');
  });
  await expectSession(tab, 'alice', 'with a passkey');
  await profile.close();
});
