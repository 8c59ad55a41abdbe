import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { days, minutes } from '../support/node/clock.js';
import type { TestServer } from '../support/node/server.js';
import { signInByPassword, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';

const [first, second] = ['correct horse', 'staple of another horse'] as const;

describe('the settings of the account page', () => {
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

  test('change the password, after the old one has confirmed who the user is', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open({ expects: /status of 403/ });
    await signUp(tab, 'alice', first);
    server.clock.advance(6 * minutes);
    await tab.fill('#new-password', second);
    await tab.click('form[data-form=password] button');
    await tab.fill('#step-up-password', first);
    await tab.click('dialog button[data-busy]');
    await tab.read('form[data-form=password] [data-done]', 'Your password is saved.');
    assert.equal(await tab.page.$eval('#new-password', (input) => (input as HTMLInputElement).value), '');
    assert.equal((await server.visitor().post('/login', { username: 'alice', password: first })).status, 401);
    assert.equal((await server.visitor().post('/login', { username: 'alice', password: second })).status, 200);
    await profile.close();
  });

  test('delete the account only after a question, and keep it when its owner signs in again in time', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await signUp(tab, 'bob', first);
    await tab.click('form[data-form=delete] button');
    await tab.click('dialog button:not([value])');
    await tab.click('form[data-form=delete] button');
    await tab.click('dialog button[value=delete]');
    await tab.find('[data-view=sign-in]');

    server.clock.advance(13 * days);
    await signInByPassword(tab, 'bob', first);
    await tab.find('[data-deletion=none]:not([hidden])');
    server.clock.advance(2 * days);
    assert.equal((await server.visitor().post('/login', { username: 'bob', password: first })).status, 200);
    await profile.close();
  });

  test('fit in one tag, whose sections load when the user comes to them', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await signUp(tab, 'grace', first);
    await tab.go('/account-settings');
    await tab.click('latch-account >>> [data-opens=name]');
    await tab.fill('latch-account >>> input[name=displayName]', 'Grace Hopper');
    await tab.page.keyboard.press('Enter');
    await tab.read('latch-account >>> section bdi', 'Grace Hopper');
    await tab.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await tab.find('latch-account >>> latch-session-list >>> ::-p-text(This device)');
    await tab.click('latch-account >>> [data-opens=delete]');
    await tab.read('latch-account >>> dialog', 'Someone else can take the name “grace”.');
    await profile.close();
  });
});
