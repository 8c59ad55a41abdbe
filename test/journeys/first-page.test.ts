import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { testInFullRuns } from '../support/node/quick.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import type { Authenticator } from '../support/node/virtual-authenticator.js';
import { serveFirstPage, serveSinglePageApp, walkFirstPage, walkSinglePageApp } from './documented-pages.js';

describe('the first pages that the documents have a newcomer write', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => releaseBrowser(browser));

  async function walk(
    server: TestServer,
    journey: (tab: Tab, authenticator: Authenticator) => Promise<void>,
  ): Promise<void> {
    const profile = await openProfile(browser, server.origin);
    // The pages have no icon, and this server has no provider, which the button for one finds out.
    const tab = await profile.open({ expects: /status of 404/ });
    await journey(tab, await tab.addAuthenticator());
    assert.deepEqual(tab.problems, []);
    await profile.close();
    await server.stop();
  }

  test('the page of docs/first-page.md signs a user up, out and in, again and again, without a reload', async () => {
    await walk(await serveFirstPage(), walkFirstPage);
  });

  testInFullRuns(
    'the app of docs/recipes/single-page-app.md signs a user in, out and in with the new passkey',
    async () => {
      const server = await serveSinglePageApp();
      await walk(server, (tab, authenticator) => walkSinglePageApp(server, tab, authenticator));
    },
  );
});
