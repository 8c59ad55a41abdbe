import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { startServer, type TestServer } from '../support/node/server.js';
import { walkThroughElements } from './app-journey.js';
import { readWorker } from '../journeys/worker-site.js';
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
    const worker = await readWorker();
    const site = await startApp(() => ({
      handle: ({ url }) =>
        new URL(url).pathname === '/service-worker.js'
          ? new Response(worker, { headers: { 'content-type': 'text/javascript' } })
          : undefined,
      prepare: async () => ({ head }),
      script: `
        import { clientFor } from 'latchkey';
        import { openBackgroundQueue } from './src/offline.js';
        globalThis.app = {
          queue: () => openBackgroundQueue({ client: clientFor(), signal: new AbortController().signal }),
          note: (id) => ({ method: 'PUT', path: '/notes/' + id, body: { title: '', text: id }, precondition: 'absent' }),
        };`,
    }));
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

  test('gets the writes that need no key, from the page and from the worker', async () => {
    const api = at('api.example.localhost', backend);
    head = baseUrl(api) + optIn;
    const profile = await openProfile(browser, app.origin);
    const [tab, other] = [await profile.open({ expects: /404/ }), await profile.open({ expects: /Failed to fetch/ })];
    // Elements would ask for options meanwhile, and the cookie of their session would replace that of the user.
    await tab.page.goto(`${app.origin}/none`);
    const status = await tab.page.evaluate(async (address) => {
      const body = JSON.stringify({ username: 'grace', password: 'correct horse battery' });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${address}/signup`, { method: 'POST', headers, body, credentials: 'include' })).status;
    }, api);
    assert.equal(status, 201);
    await tab.go('/');
    await tab.read('#who', 'Signed in: grace');
    await tab.page.evaluate(`app.queue().enqueue(app.note('page'))`);
    await noted('page');

    await tab.page.evaluate(async () => {
      const controlled = new Promise((resolve) => (navigator.serviceWorker.oncontrollerchange = resolve));
      await navigator.serviceWorker.register('/service-worker.js?claim');
      if (!navigator.serviceWorker.controller) await controlled;
    });
    await tab.page.evaluate(`
      globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
      app.queue().enqueue(app.note('worker'));`);
    await other.page.goto(`${app.origin}/none`);
    const found = new Promise<string>((resolve) =>
      other.devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${app.origin}/` && !isDeleted);
        if (own) resolve(own.registrationId);
      }),
    );
    await other.devtools.send('ServiceWorker.enable');
    const registrationId = await found;
    await tab.page.close();
    await other.devtools.send('ServiceWorker.dispatchSyncEvent', {
      origin: app.origin,
      registrationId,
      tag: 'latchkey.background',
      lastChance: false,
    });
    await noted('worker');
    other.problems.length = 0;
    await profile.close();

    /** Resolves when the backend has the note. The test fails by its time limit if it never does. */
    async function noted(id: string): Promise<void> {
      const read = `fetch('${api}/notes/${id}', { credentials: 'include' }).then(({ status }) => status)`;
      const page = await profile.open({ expects: /404/ });
      await page.go('/');
      while ((await page.page.evaluate(read)) !== 200);
      await page.page.close();
    }
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
      const cookies = await tab.page.browserContext().cookies();
      assert.deepEqual(cookies, [], 'no cookie of the look at the site is left');
      // It is reported for each request that is not made. A page that is closed reports nothing more.
      await tab.page.close();
      assert.match(tab.problems.splice(0).join('\n'), reason);
      await profile.close();
    });
  }
});
