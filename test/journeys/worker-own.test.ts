import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import { expectKept, fetchIn, registerWorker, startWorkerSite, notifyWorker } from './worker-site.js';

/** The worker of an app that uses Workbox itself. */
const script = `
import { registerRoute } from 'workbox-routing';
import { addWorkerListeners, createRoutes } from 'latchkey/worker';

const options = { precache: [{ url: '/app.txt', revision: '1' }], personal: ['/feed/*'] };
for (const { match, handler } of createRoutes(options)) registerRoute(match, handler);
registerRoute(({ url }) => url.pathname === '/own', async () => new Response('made by the app itself'));
addWorkerListeners(options);
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
`;

test('the routes work in the worker of an app, beside its own', async () => {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: root },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    alias: { 'latchkey/worker': join(root, 'dist/worker/index.js') },
  });
  const site = await startWorkerSite(
    (_request, url) =>
      new Response(url.pathname === '/own-worker.js' ? outputFiles[0]!.text : `this is ${url.pathname}`, {
        headers: { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' },
      }),
  );
  const browser = await launchBrowser();
  try {
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects: /ERR_|Failed to fetch|FetchEvent/ });
    await tab.go('/');
    await registerWorker(tab, '/own-worker.js');
    await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'a1' });
    for (const path of ['/app.txt', '/feed/1', '/other']) assert.equal(await fetchIn(tab, path), `200 this is ${path}`);
    await expectKept(tab, ['/app.txt?latchkey-revision=1', '/feed/1']);
    await site.stop();
    assert.deepEqual(
      [
        await fetchIn(tab, '/app.txt'),
        await fetchIn(tab, '/feed/1'),
        await fetchIn(tab, '/own'),
        await fetchIn(tab, '/other'),
      ],
      ['200 this is /app.txt', '200 this is /feed/1', '200 made by the app itself', 'TypeError'],
    );
    await profile.close();
  } finally {
    await releaseBrowser(browser);
    await site.stop();
  }
});
