import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { minutes } from '../support/node/clock.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import type { Authenticator } from '../support/node/virtual-authenticator.js';
import { createPasskey, expectSession, signInThroughAutofill, signOut, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';
import { takeClock } from './page-clock.js';
import { testInFullRuns } from '../support/node/quick.js';

describe('a page whose autofill waits for longer than a challenge lives', () => {
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

  /** Brings a user with a passkey to the sign-in form, in a tab whose clock belongs to the test. */
  async function wait(
    username: string,
    journey: (tab: Tab, authenticator: Authenticator) => Promise<void>,
  ): Promise<void> {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator();
    await takeClock(tab);
    await signUp(tab, username);
    await createPasskey(tab, authenticator);
    await signOut(tab);
    await tab.waitForAutofill();
    await journey(tab, authenticator);
    await profile.close();
    assert.deepEqual(server.logs, []);
  }

  testInFullRuns('signs in with a choice made after six minutes, for the request was renewed on the way', async () => {
    await wait('alice', async (tab, authenticator) => {
      for (let minute = 1; minute <= 6; minute += 1) {
        server.clock.advance(minutes);
        await tab.page.evaluate(() => window.advance(60_000));
        await tab.until(
          (renewed) => window.watch.made.conditional === 1 + renewed && window.watch.pending.conditional === 1,
          minute < 4 ? 0 : 1,
        );
      }
      await signInThroughAutofill(tab, authenticator);
      await expectSession(tab, 'alice', 'with a passkey');
    });
  });

  test('signs in with a choice made after six minutes of the computer being asleep, for the request was renewed when the page came to light', async () => {
    await wait('bob', async (tab, authenticator) => {
      server.clock.advance(6 * minutes);
      await tab.page.evaluate(() => {
        window.sleep(6 * 60_000);
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await tab.until(() => window.watch.made.conditional === 2);
      await signInThroughAutofill(tab, authenticator);
      await expectSession(tab, 'bob', 'with a passkey');
    });
  });
});
