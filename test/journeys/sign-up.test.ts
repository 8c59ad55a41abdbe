import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { expectSession, signInThroughAutofill, signOut } from './account-page.js';
import { startDemo } from './demo-site.js';
import { testInFullRuns } from '../support/node/quick.js';

const create = 'latch-passkey-create >>> [part=button]';
const signOutButton = 'latch-sign-out-button:not([everything]) >>> button';

/** Types a name and no password into the form for a new account. */
async function signUpWithoutPassword(tab: Tab, username: string): Promise<void> {
  await tab.go('/home#sign-up');
  await tab.fill('#username', username);
  await tab.click('form button');
}

describe('an account without a password', () => {
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

  test('gets its passkey before the page goes on, is signed out of without a question, and is signed in to with it', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator();
    await authenticator.whilePresent(async () => {
      await signUpWithoutPassword(tab, 'alice');
      await tab.read('[data-view=account] h1', 'Hello, alice');
    });
    await signOut(tab);
    await signInThroughAutofill(tab, authenticator);
    await expectSession(tab, 'alice', 'with a passkey');
    await profile.close();
  });

  testInFullRuns('says what is missing when the passkey is cancelled, and creates it at the next click', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await tab.page.evaluateOnNewDocument(() => {
      const real = navigator.credentials.create.bind(navigator.credentials);
      let isFirst = true;
      navigator.credentials.create = (options) => {
        if (!isFirst) return real(options);
        isFirst = false;
        return Promise.reject(new DOMException('', 'NotAllowedError'));
      };
    });
    const authenticator = await tab.addAuthenticator();
    await signUpWithoutPassword(tab, 'bob');
    await tab.read('[data-view=first-passkey] h1', 'Create your passkey');
    await tab.read('latch-passkey-create >>> [part=status]', 'No passkey was created. Try again.');
    await authenticator.whilePresent(async () => {
      await tab.click(create);
      await tab.read('[data-view=account] h1', 'Hello, bob');
    });
    await profile.close();
  });

  testInFullRuns('is signed out of only after a question while there is no way back in', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await tab.page.evaluateOnNewDocument(() => {
      navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await signUpWithoutPassword(tab, 'carol');
    const account = tab.page.waitForResponse((answer) => answer.url().endsWith('/account'));
    await tab.click('[data-skip]');
    await tab.read('[data-view=account] h1', 'Hello, carol');
    await account;

    await tab.click(signOutButton);
    await tab.read('dialog[open] h2', 'Sign out and lose this account?');
    await tab.page.keyboard.press('Enter');
    await tab.until(() => document.querySelector('dialog') === null);
    await expectSession(tab, 'carol', 'by creating this account');

    await tab.click(signOutButton);
    await tab.click('dialog[open] button[value=sign-out]');
    await tab.find('[data-view=sign-in]');
    await profile.close();
  });
});
