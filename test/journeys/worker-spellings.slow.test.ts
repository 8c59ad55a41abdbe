import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { deniedSpelling, harmlessPath } from '../worker/spellings.js';
import { expectKept, fetchIn, registerWorker, startWorkerSite, notifyWorker } from './worker-site.js';
import { isSoak } from '../support/node/quick.js';

/** For each of the two ways of keeping. */
const spellings = isSoak ? 10_000 : 1000;
const sampled = <Value>(values: fc.Arbitrary<Value>, count: number, seed: number): Value[] =>
  fc.sample(values, { numRuns: count, seed });

/**
 * Runs in the page: asks for each path, a hundred at a time, and counts how many were answered. It is sent as text, so
 * it refers to nothing outside.
 */
async function askForAll(paths: string[]): Promise<number> {
  let answered = 0;
  for (let start = 0; start < paths.length; start += 100) {
    const asked = paths.slice(start, start + 100).map(async (path) => {
      const response = await fetch(location.origin + path).catch(() => undefined);
      if (response?.ok && (await response.text()) !== '') answered += 1;
    });
    await Promise.all(asked);
  }
  return answered;
}

for (const list of ['cache-first', 'personal']) {
  test(`no answer about a person is kept under any of ${spellings} spellings, though everything is listed as ${list} and the server lets it be kept`, async () => {
    const site = await startWorkerSite(
      (_request, { pathname }) =>
        new Response(`a secret of alice at ${pathname}`, { headers: { 'Cache-Control': 'public, max-age=600' } }),
    );
    const browser = await launchBrowser();
    try {
      const profile = await openProfile(browser, site.origin);
      const tab = await profile.open({ expects: /status of|ERR_|FetchEvent|Failed to fetch/ });
      await tab.go('/');
      await registerWorker(tab, `/service-worker.js?claim&${list}=/*`);
      await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'a1' });

      const harmless = [...new Set(sampled(harmlessPath, 60, 1))];
      assert.equal(await tab.page.evaluate(askForAll, harmless), harmless.length);
      await expectKept(tab, harmless);

      const paths = [...new Set(sampled(deniedSpelling, spellings * 1.2, list.length))].slice(0, spellings);
      assert.equal(paths.length, spellings);
      const answered = await tab.page.evaluate(askForAll, paths);
      assert.ok(answered > spellings * 0.9, `${answered} were answered`);
      await fetchIn(tab, '/the-last-one');
      await expectKept(tab, [...harmless, '/the-last-one']);
      await profile.close();
    } finally {
      await releaseBrowser(browser);
      await site.stop();
    }
  });
}
