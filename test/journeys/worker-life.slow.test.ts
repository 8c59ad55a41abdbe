import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Protocol } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import type { Tab } from '../support/node/tab.js';
import { expectKept, fetchIn, readCaches, registerWorker, startWorkerSite, notifyWorker } from './worker-site.js';
import { testInFullRuns } from '../support/node/quick.js';

/**
 * What the browser says about the versions of the worker; and a way to kill the one that runs, as it does itself when
 * it pleases.
 */
async function watchVersions({ devtools }: Tab): Promise<{ kill(): Promise<void> }> {
  let versions: Protocol.ServiceWorker.ServiceWorkerVersion[] = [];
  let heard = () => {};
  devtools.on('ServiceWorker.workerVersionUpdated', (event) => {
    versions = event.versions.length > 0 ? event.versions : versions;
    heard();
  });
  await devtools.send('ServiceWorker.enable');
  return {
    async kill() {
      await devtools.send('ServiceWorker.stopAllWorkers');
      while (versions.length === 0 || versions.some(({ runningStatus }) => runningStatus !== 'stopped'))
        await new Promise<void>((resolve) => (heard = resolve));
    },
  };
}

describe('the service worker', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => releaseBrowser(browser));

  test('remembers everything although it is killed between any two events', async () => {
    const site = await startWorkerSite(
      (_request, url) => new Response(`this is ${url.pathname}`, { headers: { 'Cache-Control': 'no-cache' } }),
    );
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects: /ERR_|Failed to fetch|FetchEvent/ });
    await tab.go('/');
    const { kill } = await watchVersions(tab);
    await registerWorker(
      tab,
      '/service-worker.js?claim&precache=/first.txt&revision=1&cache-first=/assets/*&personal=/feed/*&offline-page=/offline',
    );
    await kill();
    await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'a1' });
    await kill();
    const kept = ['/first.txt?latchkey-revision=1', '/offline?latchkey-revision=1'];
    for (const path of ['/assets/a.js', '/feed/1', '/feed/2']) {
      assert.equal(await fetchIn(tab, path), `200 this is ${path}`);
      // The answer reaches the page before it is kept.
      await expectKept(tab, [...kept, path]);
      kept.push(path);
      await kill();
    }
    await site.stop();
    for (const path of ['/assets/a.js', '/feed/1', '/first.txt', '/feed/2']) {
      await kill();
      assert.equal(await fetchIn(tab, path), `200 this is ${path}`);
    }
    await kill();
    await tab.go('/elsewhere');
    assert.equal(await tab.page.evaluate(() => document.body.textContent), 'this is /offline');
    await kill();
    await notifyWorker(tab, { type: 'latchkey.signed-out' });
    await kill();
    assert.equal(await fetchIn(tab, '/feed/1'), 'TypeError');
    assert.deepEqual(
      (await readCaches(tab)).filter(([name]) => name.startsWith('latchkey.user.')),
      [],
    );
    await profile.close();
  });

  test('leaves a new version waiting until a page agrees, serves the old files meanwhile, and drops them then', async () => {
    let edition = 1;
    const site = await startWorkerSite(
      (_request, url) =>
        new Response(`${url.pathname}, edition ${edition}`, { headers: { 'Cache-Control': 'max-age=600' } }),
    );
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects: /ERR_|Failed to fetch|FetchEvent/ });
    await tab.go('/');
    const address = (revision: number) =>
      `/service-worker.js?claim&precache=/app.txt&precache=/other.txt&revision=${revision}`;
    await registerWorker(tab, address(1));
    assert.equal(await fetchIn(tab, '/app.txt'), '200 /app.txt, edition 1');

    edition = 2;
    await registerWorker(tab, address(2));
    await tab.until(async () => (await navigator.serviceWorker.getRegistration())!.waiting !== null);
    await expectKept(
      tab,
      [1, 2].flatMap((revision) => ['/app.txt', '/other.txt'].map((path) => `${path}?latchkey-revision=${revision}`)),
    );
    for (let view = 1; view <= 3; view += 1) {
      await tab.go('/');
      assert.deepEqual(
        [
          await fetchIn(tab, '/app.txt'),
          await tab.page.evaluate(() =>
            new URL(navigator.serviceWorker.controller!.scriptURL).searchParams.get('revision'),
          ),
        ],
        ['200 /app.txt, edition 1', '1'],
      );
    }

    await tab.page.evaluate(async () => {
      const taken = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
      (await navigator.serviceWorker.getRegistration())!.waiting!.postMessage({ type: 'SKIP_WAITING' });
      await taken;
    });
    assert.equal(await fetchIn(tab, '/app.txt'), '200 /app.txt, edition 2');
    await expectKept(tab, ['/app.txt?latchkey-revision=2', '/other.txt?latchkey-revision=2']);
    await site.stop();
    assert.equal(await fetchIn(tab, '/other.txt'), '200 /other.txt, edition 2');
    await profile.close();
  });

  testInFullRuns(
    'is not installed, and leaves the old one alone, when a file cannot be had or must not be kept',
    async () => {
      const site = await startWorkerSite(
        (_request, url) =>
          new Response('text', {
            status: url.pathname === '/missing' ? 404 : 200,
            headers: { 'Cache-Control': url.pathname === '/private' ? 'private' : 'no-cache' },
          }),
      );
      const profile = await openProfile(browser, site.origin);
      const tab = await profile.open({ expects: /status of/ });
      await tab.go('/');
      await registerWorker(tab, '/service-worker.js?claim&precache=/app.txt&revision=1');
      for (const path of ['/missing', '/private']) {
        const ended = await tab.page.evaluate(async (address) => {
          const { trustedTypes } = globalThis as unknown as {
            trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
          };
          const registration = await navigator.serviceWorker.register(
            trustedTypes.createPolicy('latchkey', { createScriptURL: (url: string) => url }).createScriptURL(address),
          );
          const { installing } = registration;
          await new Promise<void>((resolve) => {
            const look = () => (installing!.state === 'redundant' || installing!.state === 'installed') && resolve();
            installing!.addEventListener('statechange', look);
            look();
          });
          return installing!.state;
        }, `/service-worker.js?precache=/app.txt&precache=${path}&revision=2`);
        assert.equal(ended, 'redundant', path);
        assert.equal(await fetchIn(tab, '/app.txt'), '200 text');
      }
      await expectKept(tab, ['/app.txt?latchkey-revision=1']);
      await site.stop();
      await profile.close();
    },
  );
});
