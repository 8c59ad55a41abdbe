import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import type { Store } from '../../server/src/store/store.js';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import { startDemo } from './demo-site.js';

describe('looking at pages', () => {
  const written: string[] = [];
  const noteWrites = (store: Store): Store =>
    new Proxy(store, {
      get(target, name: keyof Store) {
        if (!/^(?:find|read|list|check|sweep|watch)/.test(name)) written.push(name);
        return target[name];
      },
    });
  let browser: Browser;
  let server: TestServer;
  before(async () => {
    browser = await launchBrowser();
    server = await startDemo({ wrapStore: noteWrites });
  });
  after(async () => {
    await releaseBrowser(browser);
    await server.stop();
  });

  test('sets no cookie and writes no row while no one signs in', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await tab.addAuthenticator();
    for (const path of ['/', '/home#sign-up', '/passkey-create', '/sign-out-button']) {
      await tab.page.goto(server.origin + path, { waitUntil: 'networkidle0' });
      assert.deepEqual([path, await profile.context.cookies(), written], [path, [], []]);
    }
    await tab.go('/login');
    await tab.waitForAutofill();
    assert.deepEqual(
      [(await profile.context.cookies()).length, written.length > 0],
      [1, true],
      'a page that offers passkeys keeps a challenge',
    );
    await profile.close();
  });
});
