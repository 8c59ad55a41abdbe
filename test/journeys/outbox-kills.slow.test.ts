import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { startEntriesSite, type EntriesSite } from './entries-site.js';
import { killBrowser } from './kill-browser.js';

const kills = process.env['SOAK'] === '1' ? 20 : 2;

suite('killing Chromium while the server works on a write of the outbox', () => {
  let site: EntriesSite;
  let profile: string;
  let browser: Browser | undefined;

  before(async () => {
    site = await startEntriesSite('outbox-kill-page.ts');
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
      protocolTimeout: 60_000,
    });
    const page = await browser.newPage();
    await page.goto(site.origin, { waitUntil: 'load' });
    return page;
  }

  test(`${kills} writes take effect once each and in order, although the first request still runs when the next start sends it again`, async () => {
    const wanted: string[] = [];
    for (let round = 1; round <= kills; round++) {
      const page = await begin();
      await page.evaluate('page.open()');
      const isReceived = site.nextRequest('first');
      wanted.push(`entry ${round}`);
      await page.evaluate(`page.enqueue('entry ${round}')`);
      await isReceived;
      await killBrowser(browser);
      const again = await begin();
      const isRepeated = site.nextRequest('again');
      await again.evaluate('page.open()');
      await isRepeated;
      site.finish();
      let left: unknown;
      do left = await again.evaluate('page.look()');
      while ((left as { waiting: number }).waiting > 0);
      assert.deepEqual([left, site.entries], [{ waiting: 0, refused: 0 }, wanted], `in round ${round}`);
      await browser!.close();
    }
  });
});
