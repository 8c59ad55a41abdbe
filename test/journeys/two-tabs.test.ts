import assert from 'node:assert/strict';
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

test('a second tab learns of a sign-in and of a sign-out', async () => {
  const profile = await openProfile(browser, server.origin);
  const account = await profile.open();
  const front = await profile.open();
  await account.go('/home');
  await front.go('/look-admin');
  const tab = await profile.open();
  const authenticator = await tab.addAuthenticator();

  await signUp(tab, 'alice', 'correct horse');
  await account.find('[data-view=account]');
  await expectSession(account, 'alice', 'by creating this account');
  await front.read('[data-signed-in]:not([hidden])', 'alice');

  await createPasskey(tab, authenticator);
  await signOut(tab);
  await account.read('.notice', 'You’re signed out.');
  await account.find('[data-view=sign-in]');
  await front.find('[data-signed-out]:not([hidden])');

  // a page that is opened after both tabs have asked for options shares their session
  await tab.page.goto(`${server.origin}/passkey-button`, { waitUntil: 'networkidle0' });
  await authenticator.whilePresent(async () => {
    await tab.click('latch-passkey-button >>> [part=button]');
    await tab.find('[data-view=account]');
  });
  await account.find('[data-view=account]');
  await expectSession(account, 'alice', 'with a passkey');
  await front.read('[data-signed-in]:not([hidden])', 'alice');
  assert.equal(await front.page.$eval('[data-signed-out]', (link) => link.checkVisibility()), false);
  await profile.close();
});
