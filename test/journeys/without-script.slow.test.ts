import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { signUp } from '../support/node/people.js';
import { setUpApp } from '../support/node/second-factors.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { startDemo } from './demo-site.js';
import { testInFullRuns } from '../support/node/quick.js';

describe('the sign-in page, without script', () => {
  let browser: Browser;
  let server: TestServer;
  before(async () => {
    browser = await launchBrowser();
    server = await startDemo();
    await signUp(server, 'alice', 'correct horse');
  });
  after(async () => {
    await releaseBrowser(browser);
    await server.stop();
  });

  async function submit({ page }: Tab, username: string, password: string): Promise<string> {
    await page.type('#username', username);
    await page.type('#password', password);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    return page.url().slice(server.origin.length);
  }

  /** The sentences of the page that are there to see. */
  function readProblems({ page }: Tab): Promise<string[]> {
    return page.$$eval('p.problem', (paragraphs) =>
      paragraphs.filter((paragraph) => paragraph.checkVisibility()).map(({ innerText }) => innerText),
    );
  }

  test('signs in by password, after it has said that a first try was wrong', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open({ script: false });
    await tab.go('/login');
    assert.deepEqual(await readProblems(tab), []);

    assert.equal(await submit(tab, 'alice', 'wrong horse'), '/login?error=rejected');
    assert.deepEqual(await readProblems(tab), ['Username and password do not match. Try again, or use a passkey.']);

    assert.equal(await submit(tab, 'alice', 'correct horse'), '/');
    await tab.go('/session');
    const session = JSON.parse(await tab.page.$eval('body', ({ textContent }) => textContent!)) as Record<
      string,
      unknown
    >;
    assert.deepEqual([session['signedIn'], session['authMethod']], [true, 'password']);
    await profile.close();
  });

  test('asks for the second factor, and says when no code helps', async () => {
    const bo = await signUp(server, 'bo', 'correct horse');
    const app = await setUpApp(bo.browser, server.clock);
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open({ script: false });
    const enterCode = async (code: string): Promise<string> => {
      await tab.page.type('#code', code);
      await Promise.all([tab.page.waitForNavigation(), tab.page.keyboard.press('Enter')]);
      return tab.page.url().slice(server.origin.length);
    };
    await tab.go('/login');
    assert.equal(await submit(tab, 'bo', 'correct horse'), '/login?error=next_step');
    assert.deepEqual(await readProblems(tab), []);
    assert.equal(await enterCode('000'), '/login?error=wrong_code');
    assert.deepEqual(await readProblems(tab), ['That code is wrong or was used. Enter the next one.']);
    assert.equal(await enterCode(app.code()), '/');
    await tab.go('/login?error=next_step');
    assert.deepEqual(await readProblems(tab), ['That took too long. Sign in again.']);
    assert.equal(await tab.page.$eval('#code', (input) => input.checkVisibility()), false);

    server.restart({ termsUrl: 'https://example.com/terms' });
    assert.equal(await submit(tab, 'alice', 'correct horse'), '/login?error=next_step');
    assert.deepEqual(await readProblems(tab), ['One more step is needed. Continue in a browser that runs JavaScript.']);
    server.restart({});
    await profile.close();
  });

  testInFullRuns('sees a page about a form that is refused, with a link back', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open({ script: false, expects: /status of 413/ });
    await tab.go('/login');
    await tab.page.$eval('#username', (input) => {
      input.removeAttribute('maxlength');
      (input as HTMLInputElement).value = 'x'.repeat(40_000);
    });
    assert.equal(await submit(tab, 'alice', 'correct horse'), '/login');
    assert.equal(
      await tab.page.$eval('main', ({ innerText }) => innerText.replaceAll(/\s+/g, ' ')),
      'That did not work The text is too long. Go back, make it shorter, and try again. Back to sign-in',
    );
    await Promise.all([tab.page.waitForNavigation(), tab.page.click('main a')]);
    assert.equal(await tab.page.$eval('h1', ({ textContent }) => textContent), 'Sign in');
    await profile.close();
  });

  testInFullRuns(
    'says that a user came back without being signed in, and nothing about errors that it does not know',
    async () => {
      const profile = await openProfile(browser, server.origin);
      const tab = await profile.open({ script: false });
      await tab.go('/login?error=cancelled');
      assert.deepEqual(await readProblems(tab), [
        'You went back before you were signed in. Try again when you are ready.',
      ]);
      await tab.go('/login?error=refused');
      assert.deepEqual(await readProblems(tab), ['The provider did not sign you in. Try again, or use another way.']);
      await tab.go('/login?error=%22%20hidden%3E%3Cb%3E');
      assert.deepEqual(await readProblems(tab), []);
      await profile.close();
    },
  );
});
