import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { scaled } from '../support/node/engines.js';
import { startEntriesSite, type EntriesSite } from './entries-site.js';

/** A vault remembers 256 keys for a passkey that is not used. Each of the vaults that follow one another has fewer. */
const mostRotations = 250;
const rotations = scaled(1000);
const vaults = Math.ceil(rotations / mostRotations);
const writes = scaled(4000) / vaults;

suite('three tabs at the same vault', () => {
  let site: EntriesSite;
  let browser: Browser;
  before(async () => {
    site = await startEntriesSite('three-tabs-page.ts');
    site.isQuick = true;
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  test(`two queue ${writes} writes each and send them, while the third replaces the key ${rotations / vaults} times: each takes effect once and in order, in ${vaults} vaults`, async () => {
    const context = await browser.createBrowserContext();
    const tabs: Page[] = [];
    for (let index = 0; index < 3; index++) {
      const page = await context.newPage();
      await page.goto(site.origin, { waitUntil: 'load' });
      tabs.push(page);
    }
    const [a, b, c] = tabs as [Page, Page, Page];
    for (let round = 1; round <= vaults; round++) {
      await a.evaluate('page.create()');
      for (const page of tabs) await page.evaluate('page.open()');
      const [ofA, ofB, generation] = (await Promise.all([
        a.evaluate(`page.write('a${round}', ${writes})`),
        b.evaluate(`page.write('b${round}', ${writes})`),
        c.evaluate(`page.rotate(${rotations / vaults})`),
      ])) as [string[], string[], number];
      const records = [...ofA, ...ofB].sort();
      const left = { waiting: 0, refused: 0, records };
      for (const page of tabs) assert.deepEqual(await page.evaluate('page.finish()'), left);
      assert.equal(generation, rotations / vaults + 1);
      for (const own of [ofA, ofB])
        assert.deepEqual(
          site.entries.filter((text) => own.includes(text)),
          own,
        );
      assert.equal(site.entries.length, round * 2 * writes);
      await a.evaluate('page.wipe()');
      for (const page of tabs)
        assert.match((await page.evaluate('page.read()')) as string, /^(storage_lost|vault_locked)$/);
    }
    await context.close();
  });
});
