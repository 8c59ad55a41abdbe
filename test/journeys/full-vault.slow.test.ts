import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { launch, type Browser } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { killBrowser } from './kill-browser.js';
import { startVaultSite, type VaultSite } from './vault-site.js';

/** How much the origin may store, in bytes. */
const quotaSize = 8_000_000;
const deletions = 10;

suite('a vault that has filled all the space that the browser gives it', () => {
  let site: VaultSite;
  let browser: Browser | undefined;

  before(async () => {
    site = await startVaultSite('full-vault-page.ts');
    browser = await launch({ executablePath: findChromium()!, args: chromiumFlags });
  });
  after(async () => {
    await killBrowser(browser);
    await site.stop();
  });

  test('still deletes, ten times of ten, and only what it was told to', async () => {
    const page = await browser!.newPage();
    const devtools = await page.createCDPSession();
    // Chromium remembers for a while how much room there was: it has to be told before anything is stored.
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize });
    await page.goto(site.origin, { waitUntil: 'load' });
    const { stored, ends } = (await page.evaluate('page.fill()')) as { stored: number; ends: string[] };
    assert.deepEqual(new Set(ends), new Set(['storage_full']));
    const { deleted, written } = (await page.evaluate(`page.thin(${deletions})`)) as Record<string, string[]>;
    assert.deepEqual(deleted, new Array(deletions).fill('done'));
    const more = written!.includes('done') ? 1 : 0;
    assert.equal(await page.evaluate('page.count()'), stored - deletions + more);
  });
});
