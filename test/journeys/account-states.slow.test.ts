import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { minutes } from '../support/node/clock.js';
import type { TestServer } from '../support/node/server.js';
import { addPasskey, createPasskey, readPasskeyNames, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';
import { testInFullRuns } from '../support/node/quick.js';

describe('the account page', () => {
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

  test('says that there is no connection, says it again after a vain try, and goes on when there is one', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open({ expects: /ERR_FAILED/ });
    let isReachable = false;
    await tab.page.setRequestInterception(true);
    tab.page.on(
      'request',
      (request) => void (isReachable || !request.url().endsWith('/session') ? request.continue() : request.abort()),
    );
    await tab.go('/home');
    await tab.find('[data-view=unreachable]');

    await tab.page.$eval('[data-view]', (view) => (view.id = 'before'));
    await tab.click('[data-retry]');
    await tab.find('[data-view=unreachable]:not(#before)');
    assert.equal(await tab.page.evaluate(() => document.activeElement?.textContent), 'No connection');

    isReachable = true;
    await tab.click('[data-retry]');
    await tab.find('[data-view=sign-in]');
    await profile.close();
  });

  testInFullRuns('keeps what the person is doing in it when it asks again who is signed in', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator();
    await signUp(tab, 'alice');
    await createPasskey(tab, authenticator);
    await tab.fill('#display-name', 'Alice, half typed');
    const asked = tab.page.waitForResponse((response) => response.url().endsWith('/session'));
    await tab.page.evaluate(() => dispatchEvent(new Event('online')));
    await asked;
    await tab.until(() => document.querySelector('.notice')!.textContent === '');
    assert.equal(
      await tab.page.$eval('#display-name', (input) => (input as HTMLInputElement).value),
      'Alice, half typed',
    );
    await tab.read('latch-passkey-list >>> [part=status]', 'Your passkey is ready');
    await profile.close();
  });

  testInFullRuns(
    'asks for the password when the sign-in is too long ago for a new passkey, and then goes on automatically',
    async () => {
      const profile = await openProfile(browser, server.origin);
      const tab = await profile.open({ expects: /status of 40[13]/ });
      const authenticator = await tab.addAuthenticator();
      await signUp(tab, 'bob', 'correct horse');
      server.clock.advance(6 * minutes);
      await authenticator.whilePresent(async () => {
        await tab.click(addPasskey);
        await tab.fill('latch-passkey-list >>> dialog input', 'wrong horse');
        await tab.page.keyboard.press('Enter');
        await tab.read('latch-passkey-list >>> dialog [role=alert]', 'Wrong password');
        await tab.fill('latch-passkey-list >>> dialog input', 'correct horse');
        await tab.page.keyboard.press('Enter');
        await tab.read('latch-passkey-list >>> [part=status]', 'Your passkey is ready');
      });
      assert.equal((await readPasskeyNames(tab)).length, 1);
      await profile.close();
    },
  );

  test('changes the name that is shown, in every tab, once the person has confirmed by passkey that it is them', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open({ expects: /status of 403/ });
    const authenticator = await tab.addAuthenticator();
    await signUp(tab, 'carol');
    await createPasskey(tab, authenticator);
    const other = await profile.open();
    await other.go('/home');
    server.clock.advance(6 * minutes);

    await tab.fill('#display-name', 'Carol of the Hills');
    await tab.page.keyboard.press('Enter');
    await tab.click('dialog [data-cancel]');
    await tab.find('[data-form=name] button[aria-disabled=false]');
    assert.equal(await tab.page.$eval('h1', ({ textContent }) => textContent), 'Hello, carol');

    await authenticator.whilePresent(async () => {
      await tab.click('[data-form=name] button');
      await tab.click('dialog latch-passkey-button >>> [part=button]');
      await tab.read('[data-done]', 'Your name is saved.');
    });
    await tab.read('h1', 'Hello, Carol of the Hills');
    await other.read('h1', 'Hello, Carol of the Hills');
    // The provider of the passkey is notified later.
    while ((await authenticator.passkeys()).some(({ userDisplayName }) => userDisplayName !== 'Carol of the Hills'));
    await profile.close();
  });

  testInFullRuns('has the password confirm a change of the name where the account has no passkey', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open({ expects: /status of 40[13]/ });
    await signUp(tab, 'dave', 'correct horse');
    server.clock.advance(6 * minutes);
    await tab.fill('#display-name', 'Dave');
    await tab.page.keyboard.press('Enter');
    await tab.fill('#step-up-password', 'wrong horse');
    await tab.page.keyboard.press('Enter');
    await tab.read('#step-up-problem', 'Wrong password.');
    assert.equal(await tab.page.$('dialog latch-passkey-button'), null);
    await tab.fill('#step-up-password', 'correct horse');
    await tab.page.keyboard.press('Enter');
    await tab.read('h1', 'Hello, Dave');
    assert.equal(await tab.page.$('dialog'), null);
    await profile.close();
  });
});
