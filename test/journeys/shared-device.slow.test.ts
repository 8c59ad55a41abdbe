import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import type { Assets } from '../../server/src/http/assets.js';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { signOut, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';
import { diaryPages, marks } from './diary-page.js';
import { testInFullRuns } from '../support/node/quick.js';

/**
 * Runs in the page: everything of the site that a user with this browser can read. It is sent as text, so it refers
 * to nothing outside.
 */
async function readEverything(): Promise<string> {
  const found = [
    document.documentElement.innerText,
    document.documentElement.outerHTML,
    document.title,
    document.cookie,
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
  ];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request))!.text());
  }
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name!);
      request.onsuccess = () => resolve(request.result);
    });
    for (const store of database.objectStoreNames) {
      const request = database.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => (request.onsuccess = resolve));
      found.push(JSON.stringify(request.result));
    }
    database.close();
  }
  for (const path of ['/', '/home', '/diary', '/session', '/sessions', '/webauthn/credentials']) {
    found.push(
      await fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        (response) => response.text(),
        () => '',
      ),
    );
  }
  return found.join('\n');
}

describe('on a device that two people use, nothing of the first', () => {
  let browser: Browser;
  let server: TestServer;
  let pages: Assets;
  before(async () => {
    browser = await launchBrowser();
    pages = await diaryPages();
  });
  after(() => releaseBrowser(browser));
  beforeEach(async () => {
    server = await startDemo({ pages });
  });
  afterEach(() => server.stop());

  async function expectNothingOfAlice({ page }: Tab): Promise<void> {
    const everything = await page.evaluate(readEverything);
    assert.deepEqual(
      marks.filter((mark) => everything.includes(mark)),
      [],
    );
    assert.doesNotMatch(everything, /alice/);
  }

  /**
   * Alice signs up and looks at her diary, in two tabs; the first of them goes on to the front page and to the account.
   */
  async function useAsAlice(): Promise<{ profile: Profile; first: Tab; second: Tab }> {
    const profile = await openProfile(browser, server.origin);
    const offline = { expects: /ERR_INTERNET_DISCONNECTED|ERR_CACHE_MISS/ };
    const [first, second] = [await profile.open(offline), await profile.open(offline)];
    await signUp(first, 'alice');
    for (const tab of [first, second]) {
      await tab.go('/diary');
      await tab.until((last) => document.querySelector('main')!.textContent.includes(last), marks.at(-1)!);
      const everything = await tab.page.evaluate(readEverything);
      assert.deepEqual(
        marks.filter((mark) => !everything.includes(mark)),
        [],
        'all of it can be read as long as she is there',
      );
    }
    await first.page.evaluate(() => addEventListener('pageshow', ({ persisted }) => (window.persisted = persisted)));
    await first.go('/look-admin');
    await first.read('[data-signed-in]:not([hidden])', 'alice');
    await first.go('/home');
    await first.find('[data-view=account]');
    return { profile, first, second };
  }

  test('can be read by the second, who is offline: in caches, databases, pages, the back-forward cache and another tab', async () => {
    const { profile, first, second } = await useAsAlice();
    await signOut(first);
    await second.until(() => document.querySelector('main')!.textContent === '');
    await signUp(first, 'bob');
    for (const { page } of [first, second]) await page.setOfflineMode(true);

    for (const tab of [first, second]) await expectNothingOfAlice(tab);
    // bob's form, the account, the front page, the diary, alice's form
    for (let step = 1; step <= 4; step += 1) {
      await first.page.goBack();
      assert.doesNotMatch(
        await first.page.evaluate(() => document.documentElement.outerHTML),
        /alice/,
        first.page.url(),
      );
    }
    await profile.close();
  });

  testInFullRuns(
    'can be read after a sign-out without a connection, of which the server has not heard yet',
    async () => {
      const { profile, first, second } = await useAsAlice();
      for (const { page } of [first, second]) await page.setOfflineMode(true);
      await signOut(first);
      await second.until(() => document.querySelector('main')!.textContent === '');
      for (const tab of [first, second]) await expectNothingOfAlice(tab);

      await first.page.goBack();
      await expectNothingOfAlice(first);
      await first.page.goBack();
      await first.until(() => window.persisted === true);
      await expectNothingOfAlice(first);

      for (const { page } of [first, second]) await page.setOfflineMode(false);
      await signUp(first, 'bob');
      for (const { page } of [first, second]) await page.setOfflineMode(true);
      for (const tab of [first, second]) await expectNothingOfAlice(tab);
      await profile.close();
    },
  );
});
