import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../../support/node/browser.js';
import { startProvider, type DevelopmentProvider } from '../../support/node/provider.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import { createRunningClock } from '../../support/node/clock.js';
import { testInFullRuns } from '../../support/node/quick.js';

declare global {
  interface Window {
    /** What the page has heard on the channel. */
    heard: unknown[];
  }
}

const page = {
  body: new TextEncoder().encode('<!doctype html><title>The app</title>'),
  contentType: 'text/html',
  immutable: false,
};

describe('a browser at the development provider', () => {
  let browser: Browser;
  let provider: DevelopmentProvider;
  let server: TestServer;
  before(async () => {
    provider = await startProvider();
    server = await startServer({
      config: { providers: [provider.settings] },
      clock: createRunningClock(),
      listens: true,
      pages: async () => page,
    });
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    await server.stop();
    await provider.close();
  });

  const openTab = async (path: string): Promise<Page> => {
    const tab = await (await browser.createBrowserContext()).newPage();
    await tab.goto(server.origin + path);
    return tab;
  };
  /** Chooses a user on the provider's page; an empty text goes back. */
  const choose = (tab: Page, person: string): Promise<unknown> =>
    Promise.all([tab.waitForNavigation(), tab.click(`button[value="${person}"]`)]);
  const readName = (tab: Page): Promise<string | undefined> =>
    tab.evaluate(async () => ((await (await fetch('/session')).json()) as { user?: { name: string } }).user?.name);
  const openPopup = async (tab: Page): Promise<Page> => {
    await tab.evaluate(() => {
      window.heard = [];
      new BroadcastChannel('auth').onmessage = ({ data }) => window.heard.push(data);
    });
    const opened = new Promise<Page>((resolve) => tab.once('popup', (popup) => resolve(popup!)));
    await tab.evaluate(() => void window.open('/auth/start?mode=popup', 'provider', 'popup'));
    const popup = await opened;
    await popup.waitForSelector('form');
    return popup;
  };
  const hear = async (tab: Page): Promise<unknown[]> => {
    await tab.waitForFunction(() => window.heard.length > 0);
    return tab.evaluate(() => window.heard);
  };

  test('is signed in in the same window, and on the page it asked for', async () => {
    const tab = await openTab('/auth/start?returnTo=/home%3Fnew');
    assert.ok(tab.url().startsWith(`${provider.settings.issuer}/interaction/`));
    await choose(tab, 'ada');
    assert.equal(tab.url(), `${server.origin}/home?new`);
    assert.equal(await readName(tab), 'ada');
  });

  testInFullRuns('comes back to a page with a message when the person goes back', async () => {
    const tab = await openTab('/auth/start?returnTo=/home');
    await choose(tab, '');
    assert.equal(tab.url(), `${server.origin}/login?error=cancelled&provider=example`);
    assert.equal(await readName(tab), undefined);
  });

  for (const [person, message] of [
    ['grace', { type: 'signed-in' }],
    ['', { type: 'sign-in-failed', reason: 'access_denied' }],
  ] as const) {
    test(`hears from the popup that it ends as ${message.type}, and the popup closes`, async () => {
      const tab = await openTab('/home');
      const popup = await openPopup(tab);
      const closed = new Promise((resolve) => popup.once('close', resolve));
      await popup.click(`button[value="${person}"]`);
      assert.deepEqual(await hear(tab), [message]);
      await closed;
      assert.equal(await readName(tab), person || undefined);
    });
  }

  test('takes no callback of another browser', async () => {
    const tab = await openTab('/auth/start');
    await tab.setRequestInterception(true);
    const callback = new Promise<URL>((resolve) => {
      tab.on('request', (request) => {
        const address = new URL(request.url());
        if (address.pathname !== '/auth/callback/example') return void request.continue();
        resolve(address);
        return void request.abort();
      });
    });
    await tab.click('button[value="ada"]');
    const { pathname, search } = await callback;
    const victim = await openTab(pathname + search);
    assert.match(
      await victim.evaluate(() => document.body.innerText),
      /This sign-in has expired\. Go back to the app and try again\./,
    );
    await victim.goto(`${server.origin}/home`);
    assert.equal(await readName(victim), undefined);
  });
});
