import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { signUp } from '../support/node/people.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { expectSession, signInThroughAutofill, signOut } from './account-page.js';
import { startDemo } from './demo-site.js';
import { testInFullRuns } from '../support/node/quick.js';

const username = 'input[autocomplete~=username]';
const password = 'input[autocomplete=current-password]';
const submit = 'form[data-latch-card] > button';

/** Resolves when the account page greets the user. */
const expectAccount = (tab: Tab, name: string): Promise<unknown> =>
  tab.read('[data-view=account] h1', `Hello, ${name}`);

describe('the sign-up card and the sign-in card', () => {
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

  test('create an account by keyboard in one prompt, and sign in to it again from autofill', async () => {
    const profile = await openProfile(browser, server.origin);
    // This server has no FedCM provider, which the button for one finds out.
    const tab = await profile.open({ expects: /status of 404/ });
    const authenticator = await tab.addAuthenticator();
    await tab.go('/sign-up');
    await tab.fill(username, 'alice');
    await authenticator.whilePresent(async () => {
      await tab.page.keyboard.press('Enter');
      await expectAccount(tab, 'alice');
    });
    await expectSession(tab, 'alice', 'with a passkey');
    await signOut(tab);
    await tab.go('/sign-in');
    await signInThroughAutofill(tab, authenticator);
    assert.equal(await tab.page.evaluate(() => localStorage.getItem('latchkey.last-method')), '{"method":"passkey"}');
    assert.deepEqual(tab.problems, []);
    await profile.close();
  });

  testInFullRuns('leave no account behind when the dialog is dismissed', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await tab.page.evaluateOnNewDocument(() => {
      navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await tab.addAuthenticator();
    await tab.go('/sign-up');
    await tab.fill(username, 'bob');
    await tab.click(submit);
    await tab.read('latch-sign-up >>> [part=status]', 'No account was created. Try again.');
    assert.equal(await server.store.findAccountByUsername('bob'), undefined);
    assert.deepEqual(tab.problems, []);
    await profile.close();
  });

  test('say that a password is wrong, take the right one, and offer a passkey that may be declined', async () => {
    await signUp(server, 'carol', 'correct horse');
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open({ expects: /status of 40[14]/ });
    await tab.addAuthenticator();
    await tab.go('/sign-in');
    await tab.fill(username, 'carol');
    await tab.page.keyboard.press('Enter');
    await tab.find(`${password}:focus`);
    await tab.page.keyboard.type('wrong horse');
    await tab.page.keyboard.press('Enter');
    await tab.read('.latch-problem:not(:empty)', 'Wrong username or password. Try again, or sign in another way.');
    await tab.find(`${password}:focus`);
    await tab.page.keyboard.type('correct horse');
    await tab.page.keyboard.press('Enter');
    await tab.read('latch-sign-in >>> h2', 'Sign in faster next time');
    await tab.click('latch-sign-in >>> [part=action]');
    await expectAccount(tab, 'carol');
    await expectSession(tab, 'carol', 'with a password');
    assert.deepEqual(tab.problems, []);
    await profile.close();
  });

  test('work as ordinary forms without script', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open({ script: false });
    const send = async (path: string): Promise<string> => {
      await tab.go(path);
      await tab.page.type('#username', 'dave');
      await tab.page.type('#password', 'correct horse');
      await Promise.all([tab.page.waitForNavigation(), tab.page.keyboard.press('Enter')]);
      await tab.go('/session');
      const text = await tab.page.$eval('body', ({ textContent }) => textContent!);
      return (JSON.parse(text) as { authMethod: string }).authMethod;
    };
    assert.equal(await send('/sign-up'), 'signup');
    assert.equal(await send('/sign-in'), 'password');
    await profile.close();
  });
});
