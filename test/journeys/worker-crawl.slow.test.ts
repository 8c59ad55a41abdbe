import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { parse } from 'yaml';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import type { Tab } from '../support/node/tab.js';
import { createPasskey, signOut, signUp } from './account-page.js';
import { demoPages, startDemo } from './demo-site.js';
import { fetchIn, readCaches, readWorker, registerWorker, notifyWorker } from './worker-site.js';

/**
 * Every path of the contract that is answered to GET, and everything else that the reference server has beside its
 * pages.
 */
function listRoutes(): string[] {
  const { paths } = parse(readFileSync(join(root, 'contract/openapi.yaml'), 'utf8')) as {
    paths: Record<string, object>;
  };
  const read = Object.entries(paths).flatMap(([path, operations]) =>
    'get' in operations ? [path.replace(/\{.*\}/, 'some-id')] : [],
  );
  return [
    ...read,
    '/',
    '/home',
    '/login',
    '/login.html',
    '/inline',
    '/offline',
    '/session-list',
    '/passkey-list',
    '/manifest.webmanifest',
    '/development/messages',
    '/notes',
    '/notes/some-id',
  ];
}

/** The entries of all caches that have this in their name, path or text. */
const listAbout = async (mark: string, tab: Tab): Promise<string[]> =>
  (await readCaches(tab)).filter((entry) => entry.join('\n').includes(mark)).map(([name, path]) => `${name} ${path}`);

describe('on a device that two people use without a connection', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => releaseBrowser(browser));

  for (const [worker, address] of Object.entries({
    "the demo's own worker": '/service-worker.js',
    'a worker that has everything listed as shared': '/ready-made.js?claim&cache-first=/*&stale-while-revalidate=/*',
    'a worker that has everything listed as personal': '/ready-made.js?claim&personal=/*',
  })) {
    test(`nothing of the first is left to the second by ${worker}`, async () => {
      const readyMade = {
        body: new TextEncoder().encode(await readWorker()),
        contentType: 'text/javascript; charset=utf-8',
        immutable: false,
      };
      const server = await startDemo({
        pages: async (path) => (path === '/ready-made.js' ? readyMade : demoPages(path)),
      });
      const profile = await openProfile(browser, server.origin);
      const tab = await profile.open({ expects: /status of|ERR_|FetchEvent|Failed to fetch/ });
      const authenticator = await tab.addAuthenticator();
      await signUp(tab, 'alice-of-the-tests');
      await createPasskey(tab, authenticator);
      await registerWorker(tab, address);
      await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'a1' });
      let named = 0;
      for (const path of [...listRoutes(), ...listRoutes()])
        named += /alice-of-the-tests/.test(await fetchIn(tab, path)) ? 1 : 0;
      assert.ok(named >= 4, `the routes say who alice is: ${named}`);
      assert.deepEqual(await listAbout('alice-of-the-tests', tab), [], 'while she is there');

      await tab.go('/home');
      await signOut(tab);
      await notifyWorker(tab, { type: 'latchkey.signed-out' });
      await signUp(tab, 'bob-of-the-tests');
      await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'b2' });
      await server.stop();
      for (const path of listRoutes()) assert.doesNotMatch(await fetchIn(tab, path), /alice-of-the-tests/, path);
      assert.deepEqual(
        [...(await listAbout('alice-of-the-tests', tab)), ...(await listAbout('latchkey.user.a1.', tab))],
        [],
      );
      await profile.close();
    });
  }

  test('the demo opens, and says of what is not kept that there is no connection', async () => {
    const server = await startDemo();
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open({ expects: /ERR_|FetchEvent|Failed to (?:fetch|load)/ });
    await tab.go('/home');
    await registerWorker(tab, '/service-worker.js');
    assert.equal(
      await tab.page.evaluate(() => fetch('/service-worker.js').then(({ headers }) => headers.get('Cache-Control'))),
      'no-cache',
      'browsers look for a new version',
    );
    await server.stop();
    await tab.go('/home');
    await tab.find('[data-view=unreachable]');
    await tab.go('/account-settings');
    await tab.read('h1', 'Your account');
    for (const path of ['/', '/passkey-list']) {
      await tab.go(path);
      await tab.read('h1', 'No connection');
    }
    await assert.rejects(tab.go('/login'), /ERR_CONNECTION_REFUSED/);
    await profile.close();
  });
});
