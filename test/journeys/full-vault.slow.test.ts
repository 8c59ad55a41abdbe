import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, after, before, beforeEach, suite, test } from 'node:test';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { killBrowser } from './kill-browser.js';
import { startVaultSite, type VaultSite } from './vault-site.js';
import { isSoak } from '../support/node/quick.js';

/** How much the origin may store, in bytes. */
const quotaSize = 8_000_000;
const deletions = 10;
const kills = isSoak ? 20 : 2;

suite('a vault that has filled all the space that the browser gives it', () => {
  let site: VaultSite;
  let profile: string;
  let browser: Browser | undefined;

  before(async () => {
    site = await startVaultSite('full-vault-page.ts');
  });
  after(() => site.stop());

  beforeEach(async () => {
    profile = await mkdtemp(join(tmpdir(), 'latchkey-profile-'));
  });
  afterEach(async () => {
    await killBrowser(browser);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  async function begin(): Promise<Page> {
    browser = await launch({
      executablePath: findChromium()!,
      args: chromiumFlags,
      userDataDir: profile,
      protocolTimeout: 120_000,
    });
    const page = await browser.newPage();
    const devtools = await page.createCDPSession();
    // Chromium remembers for a while how much room there was: it has to be told before anything is stored.
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize });
    await page.goto(site.origin, { waitUntil: 'load' });
    return page;
  }

  async function fill(page: Page): Promise<string[]> {
    const { stored, ends } = (await page.evaluate('page.fill()')) as { stored: string[]; ends: string[] };
    assert.deepEqual(new Set(ends), new Set(['storage_full']));
    return stored;
  }

  test('still deletes, ten times of ten, and only what it was told to', async () => {
    const page = await begin();
    const stored = await fill(page);
    const gone = stored.slice(0, deletions);
    const { deleted, written } = (await page.evaluate(`page.thin(${JSON.stringify(gone)})`)) as Record<
      string,
      string[]
    >;
    assert.deepEqual(deleted, new Array(deletions).fill('done'));
    const more = written!.includes('done') ? ['more'] : [];
    assert.deepEqual(await page.evaluate('page.read()'), [...stored.slice(deletions), ...more].sort());
  });

  test(`still deletes, and has lost nothing, in ${kills} rounds in each of which the browser is killed while it deletes`, async () => {
    let present: string[] = [];
    for (let round = 1; round <= kills; round++) {
      const page = await begin();
      assert.deepEqual(await page.evaluate('page.read()'), present, `in round ${round}`);
      present.push(...(await fill(page)));
      // One that was filled in an earlier round, or in this one, 20,000 bytes each.
      const condemned = present.slice(0, 2 * deletions);
      const wanted = 1 + (round % deletions);
      const said: string[] = [];
      let tell!: () => void;
      const isEnough = new Promise<void>((resolve) => (tell = resolve));
      await page.exposeFunction('say', (text: string) => said.push(text) >= wanted && tell());
      page.evaluate(`page.remove(${JSON.stringify(condemned)})`).catch(() => {});
      await isEnough;
      await killBrowser(browser);
      const left = (await (await begin()).evaluate('page.read()')) as string[];
      // What the page has said last is not all that it has done.
      const gone = condemned.length - condemned.filter((id) => left.includes(id)).length;
      assert.deepEqual(said, condemned.slice(0, said.length), `in round ${round}`);
      assert.ok(gone >= said.length, `in round ${round}`);
      assert.deepEqual(left, present.filter((id) => !condemned.slice(0, gone).includes(id)).sort());
      present = left;
      await browser!.close();
    }
  });
});
