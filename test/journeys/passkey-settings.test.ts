import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { minutes } from '../support/node/clock.js';
import type { TestServer } from '../support/node/server.js';
import { createPasskey, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';

const list = 'latch-passkey-list >>>';
const password = 'correct horse';

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

test('a user names their passkey, removes it with that same passkey when the session is old, and adds another one with the password', async () => {
  const profile = await openProfile(browser, server.origin);
  const tab = await profile.open({ expects: /403/ });
  const authenticator = await tab.addAuthenticator();
  await signUp(tab, 'alice', password);
  await createPasskey(tab, authenticator);
  const [first] = await authenticator.passkeys();

  await tab.go('/passkey-list');
  await tab.read(`${list} [part=item-title]`, 'Passkey');
  await tab.choose(list, 'Rename');
  await tab.find(`${list} #nickname`);
  await tab.page.keyboard.type('Laptop');
  await tab.page.keyboard.press('Enter');
  await tab.read(`${list} [part=item-title]`, 'Laptop');

  server.clock.advance(6 * minutes);
  await tab.choose(list, 'Remove');
  await authenticator.whilePresent(async () => {
    await tab.click(`${list} dialog [value=yes]`);
    await tab.read(`${list} [part=status]`, 'Passkey removed.');
  });
  await tab.read(`${list} .empty`, 'No passkeys yet');
  let kept = await authenticator.passkeys();
  while (kept.length > 0) kept = await authenticator.passkeys();

  server.clock.advance(6 * minutes);
  await tab.click(`${list} [part=button]`);
  await tab.find(`${list} #password`);
  await tab.page.keyboard.type(password);
  await authenticator.whilePresent(async () => {
    await tab.page.keyboard.press('Enter');
    await tab.read(`${list} [part=item-title]`, 'Passkey');
  });
  const [second] = await authenticator.passkeys();
  assert.notEqual(second!.credentialId, first!.credentialId);
  await profile.close();
  assert.deepEqual(server.logs, []);
});
