import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, CDPSession, Page, Protocol } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { startEntriesSite, type EntriesSite } from './entries-site.js';
import { readWorker } from './worker-site.js';

describe('writes that need no key, when the page is closed', () => {
  let site: EntriesSite;
  let browser: Browser;
  before(async () => {
    site = await startEntriesSite('background-page.ts', { worker: await readWorker() });
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  /** Finds the worker of the site, as the browser knows it. */
  async function findRegistration(devtools: CDPSession): Promise<string> {
    const found = new Promise<string>((resolve) =>
      devtools.on(
        'ServiceWorker.workerRegistrationUpdated',
        ({ registrations }: Protocol.ServiceWorker.WorkerRegistrationUpdatedEvent) => {
          const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${site.origin}/` && !isDeleted);
          if (own) resolve(own.registrationId);
        },
      ),
    );
    await devtools.send('ServiceWorker.enable');
    return found;
  }

  async function open(context: { newPage(): Promise<Page> }): Promise<Page> {
    const page = await context.newPage();
    await page.goto(site.origin, { waitUntil: 'load' });
    return page;
  }

  test('are sent by the worker, in order and once each, when the browser says that there is a connection', async () => {
    const context = await browser.createBrowserContext();
    const page = await open(context);
    await page.evaluate('page.register()');
    site.isDown = true;
    await page.evaluate(`page.enqueue('first', 'second')`);
    const other = await context.newPage();
    const devtools = await other.createCDPSession();
    const registrationId = await findRegistration(devtools);
    await page.close();
    site.isDown = false;
    site.isQuick = true;
    const { origin } = site;
    await devtools.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId,
      tag: 'latchkey.background',
      lastChance: false,
    });
    await site.isAdded('second');
    assert.deepEqual(site.entries, ['first', 'second']);
    // Whatever is left now, the page cannot have sent.
    site.isDown = true;
    const again = await open(context);
    await again.waitForFunction('page.count().then((count) => count === 0)');
    assert.deepEqual(site.entries, ['first', 'second']);
    await context.close();
  });
});
