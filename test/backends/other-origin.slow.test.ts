import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { startServer, type TestServer } from '../support/node/server.js';
import { walkThroughElements } from './app-journey.js';
import { startApp, type AppSite } from './app-site.js';

/** The address of a server under another host name of localhost, which Chromium resolves. */
const at = (host: string, { origin }: { origin: string }) => origin.replace('localhost', host);

describe('a backend on another origin of the same site', () => {
  let browser: Browser;
  let app: AppSite;
  let backend: TestServer;
  let head = '';
  before(async () => {
    browser = await launchBrowser();
    const site = await startApp(() => ({ handle: () => undefined, prepare: async () => ({ head }) }));
    app = { ...site, origin: at('app.example.localhost', site) };
    backend = await startServer({
      listens: true,
      config: { origins: ['http://api.example.localhost:3000'], appOrigins: [app.origin], rpId: 'example.localhost' },
    });
  });
  after(async () => {
    await releaseBrowser(browser);
    await app.close();
    await backend.stop();
  });

  const baseUrl = (address: string) => `<meta name="latch-base-url" content="${address}/">`;
  const optIn = '<meta name="latch-backend" content="same-site">';

  test('serves all elements of a page that has opted in', async () => {
    const api = at('api.example.localhost', backend);
    head = baseUrl(api) + optIn;
    await walkThroughElements({
      browser,
      site: app,
      name: 'ada',
      canChange: true,
      async signIn({ page }) {
        const status = await page.evaluate(async (address) => {
          const body = JSON.stringify({ username: 'ada', password: 'correct horse battery' });
          const headers = { 'content-type': 'application/json' };
          return (await fetch(address, { method: 'POST', headers, body, credentials: 'include' })).status;
        }, `${api}/signup`);
        assert.equal(status, 201);
      },
    });
  });

  for (const [what, host, meta, reason] of [
    ['another site', 'api.other.localhost', optIn, /is on another site than http:\/\/app\.example\.localhost/],
    ['the same site without the opt-in', 'api.example.localhost', '', /"baseUrl" must be a URL on http:\/\/app\.exam/],
  ] as const) {
    test(`is refused in words if it is on ${what}`, async () => {
      head = baseUrl(at(host, backend)) + meta;
      const profile = await openProfile(browser, app.origin);
      const tab = await profile.open();
      await tab.go('/');
      await tab.click('latch-passkey-button >>> [part=button]');
      await tab.read('latch-passkey-button >>> [part=status]', '.');
      assert.match(tab.problems.join('\n'), reason);
      tab.problems.length = 0;
      const cookies = await tab.page.browserContext().cookies();
      assert.deepEqual(cookies, [], 'no cookie of the look at the site is left');
      await profile.close();
    });
  }
});
