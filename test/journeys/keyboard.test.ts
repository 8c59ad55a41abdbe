import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, KeyInput } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { expectSession } from './account-page.js';
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

async function press(tab: Tab, ...keys: KeyInput[]): Promise<void> {
  for (const key of keys) await tab.page.keyboard.press(key);
}

/** The text, or else the id, of what has the focus, through shadow roots. */
function readFocus(tab: Tab): Promise<string> {
  return tab.page.evaluate(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    if (focused instanceof HTMLInputElement) return focused.id;
    return focused?.ariaLabel ?? ((focused as HTMLElement | null)?.innerText ?? '').trim();
  });
}

test('everything works by keyboard alone, and the focus goes along when the view changes', async () => {
  const profile = await openProfile(browser, server.origin);
  const tab = await profile.open({ expects: /status of 401/ });
  const authenticator = await tab.addAuthenticator();
  await tab.go('/home');
  await tab.find('[data-view=sign-in]');
  while ((await readFocus(tab)) !== 'Create an account') await press(tab, 'Tab');
  await press(tab, 'Enter');
  await tab.find('[data-view=sign-up]');
  assert.equal(await tab.page.title(), 'Create an account · Quire');

  await press(tab, 'Tab');
  assert.equal(await readFocus(tab), 'username');
  await tab.page.keyboard.type('alice');
  await press(tab, 'Tab');
  await tab.page.keyboard.type('correct horse');
  await press(tab, 'Enter');
  await tab.find('[data-view=account]');
  assert.equal(await readFocus(tab), 'Hello, alice');

  await tab.find('latch-passkey-list >>> [part=button][aria-disabled=false]');
  await authenticator.whilePresent(async () => {
    await press(tab, 'Tab', 'Space');
    await tab.read('latch-passkey-list >>> [part=status]', 'Your passkey is ready');
  });
  assert.equal(await readFocus(tab), 'Add a passkey', 'the focus stays on the button that was pressed');
  await press(tab, 'Tab');
  assert.match(await readFocus(tab), /^Actions for Passkey/);
  // past the two questions about passkeys
  await press(tab, 'Tab', 'Tab', 'Tab');
  assert.equal(await readFocus(tab), 'display-name');
  await press(tab, 'Tab');
  assert.equal(await readFocus(tab), 'Save');
  await press(tab, 'Tab');
  assert.equal(await readFocus(tab), 'new-password');
  await press(tab, 'Tab');
  assert.equal(await readFocus(tab), 'Save password');
  await press(tab, 'Tab');
  assert.equal(await readFocus(tab), 'Link it');
  await press(tab, 'Tab');
  assert.equal(await readFocus(tab), 'Sign out');
  await press(tab, 'Enter');
  await tab.find('[data-view=sign-in]');
  assert.equal(await readFocus(tab), 'Sign in');
  assert.equal(await tab.page.title(), 'Sign in · Quire');

  await tab.waitForAutofill();
  await press(tab, 'Tab');
  await tab.page.keyboard.type('alice');
  await press(tab, 'Tab');
  await tab.page.keyboard.type('wrong');
  await press(tab, 'Enter');
  await tab.read('latch-password-form >>> [part=status]', 'Wrong username or password.');
  assert.equal(await readFocus(tab), 'password', 'the focus goes to the field that the sentence is about');

  await authenticator.whilePresent(async () => {
    await press(tab, 'Tab', 'Tab');
    assert.equal(await readFocus(tab), 'Sign in with a passkey');
    await press(tab, 'Enter');
    await tab.find('[data-view=account]');
  });
  await expectSession(tab, 'alice', 'with a passkey');
  await profile.close();
});
