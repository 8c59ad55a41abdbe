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

test('a page with options in it offers passkeys, and signs in, without asking for options', async () => {
  const profile = await openProfile(browser, server.origin);
  const tab = await profile.open();
  const authenticator = await tab.addAuthenticator();
  await signUp(tab, 'alice');
  await createPasskey(tab, authenticator);
  await signOut(tab);
  await tab.waitForAutofill();

  const posts: string[] = [];
  tab.page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
  await tab.go('/inline');
  await tab.waitForAutofill();
  assert.deepEqual(posts, []);

  // The user chooses a passkey at once: after a return from the back-forward cache the page would fetch other options.
  await authenticator.whilePresent(async () => {
    await tab.go('/inline');
    await tab.find('[data-view=account]');
  });
  assert.deepEqual(posts, ['/webauthn/login/verify']);
  await expectSession(tab, 'alice', 'with a passkey');
  await profile.close();
});
