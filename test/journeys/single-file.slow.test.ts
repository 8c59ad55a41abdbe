import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { openProfileWithPasskey } from './account-page.js';
import { startDemo } from './demo-site.js';
import { plainPages } from './plain-page.js';
import { testInFullRuns } from '../support/node/quick.js';

const ours = 'latch-passkey-field >>> [part=button]';
const theirs = 'other-passkey-field >>> [part=button]';

describe('a page of another site', () => {
  let browser: Browser;
  let server: TestServer;
  before(async () => {
    browser = await launchBrowser();
    server = await startDemo({ pages: await plainPages() });
  });
  after(async () => {
    await releaseBrowser(browser);
    await server.stop();
  });

  async function whoIsSignedIn(tab: Tab): Promise<string | undefined> {
    return tab.page.evaluate(
      async () => ((await (await fetch('/session')).json()) as { user?: { name: string } }).user?.name,
    );
  }

  test('signs a user in with one script tag and one tag around its input', async () => {
    const { profile, passkeys } = await openProfileWithPasskey(browser, server.origin, 'alice');
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator(passkeys);
    await tab.go('/plain');
    await authenticator.whilePresent(async () => {
      await tab.click(ours);
      await tab.read('latch-passkey-field >>> [part=status]', 'You’re signed in.');
    });
    assert.equal(await whoIsSignedIn(tab), 'alice');
    await profile.close();
  });

  testInFullRuns(
    'may hold two copies of the package, which take turns: never are two requests before the browser',
    async () => {
      const { profile, passkeys } = await openProfileWithPasskey(browser, server.origin, 'bob');
      const tab = await profile.open();
      // there is no passkey, so a request stays pending until another one replaces it
      await tab.go('/two-copies');
      for (const [turn, button] of [ours, theirs, ours, ours, theirs, theirs, ours, theirs].entries()) {
        await tab.click(button);
        await tab.until(
          (least) => window.watch.made.modal > least && window.watch.pending.modal === 1,
          [0, 1, 2, 2, 3, 3, 4, 5][turn]!,
        );
      }

      // each request ended by being superseded, with our own error as its reason, and none by the browser's
      // OperationError
      assert.deepEqual([...new Set((await tab.page.evaluate(() => window.watch)).outcomes)], ['LatchError']);
      assert.equal(
        await tab.page.evaluate(
          () =>
            customElements.get('other-passkey-field')!.prototype instanceof customElements.get('latch-passkey-field')!,
        ),
        false,
        'they are two copies',
      );

      // what is pending may take the passkey as soon as there is one, so only one element is left to do so
      await tab.page.evaluate(() => document.querySelector('other-passkey-field')!.remove());
      const authenticator = await tab.addAuthenticator(passkeys);
      await authenticator.whilePresent(async () => {
        await tab.click(ours);
        await tab.read('latch-passkey-field >>> [part=status]', 'You’re signed in.');
      });
      assert.equal(await whoIsSignedIn(tab), 'bob');
      assert.equal((await tab.page.evaluate(() => window.watch)).mostAtOnce, 1);
      await profile.close();
    },
  );
});
