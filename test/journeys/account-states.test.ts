import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile } from '../support/node/browser.js';
import { minutes } from '../support/node/clock.js';
import type { TestServer } from '../support/node/server.js';
import { createPasskey, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';

describe('the account page', () => {
  let browser: Browser;
  let server: TestServer;
  before(async () => {
    browser = await launchBrowser();
    server = await startDemo();
  });
  after(async () => {
    await browser.close();
    await server.stop();
  });

  test('says that there is no connection, says it again after a vain try, and goes on when there is one', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open({ expects: /ERR_FAILED/ });
    let isReachable = false;
    await tab.page.setRequestInterception(true);
    tab.page.on('request', (request) => void (isReachable || !request.url().endsWith('/session') ? request.continue() : request.abort()));
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

  test('goes on showing what has happened in it when it asks again who is signed in', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator();
    await signUp(tab, 'alice');
    await createPasskey(tab, authenticator);
    await tab.page.evaluate(() => dispatchEvent(new Event('online')));
    await tab.until(() => document.querySelector('.notice')!.textContent === '');
    assert.equal(await tab.page.$eval('[data-passkey]', (offer) => (offer as HTMLElement).dataset['passkey']), 'fresh');
    await profile.close();
  });

  test('leads to signing in again when the sign-in is too long ago for a new passkey', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open({ expects: /status of 403/ });
    await signUp(tab, 'bob', 'correct horse');
    assert.equal(await tab.page.$eval('[data-sign-in-again]', (link) => link.checkVisibility()), false);
    server.clock.advance(6 * minutes);
    await tab.click('latch-passkey-create >>> [part=button]');
    await tab.read('latch-passkey-create >>> [part=status]', 'Sign in again first');

    await tab.click('[data-sign-in-again] a');
    await tab.fill('username', 'bob');
    await tab.fill('password', 'correct horse');
    await tab.click('form button');
    await tab.read('[data-who]', 'You are signed in as bob.');
    const authenticator = await tab.addAuthenticator();
    await tab.go('/home');
    await createPasskey(tab, authenticator);
    await profile.close();
  });
});
