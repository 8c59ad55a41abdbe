import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { scaled } from '../support/node/engines.js';
import { startEntriesSite, type EntriesSite, type Moment } from './entries-site.js';
import { killBrowser } from './kill-browser.js';
import { isSoak } from '../support/node/quick.js';

const kills = isSoak ? 20 : 2;
/** How often a page crashes, and at which moments of the server. */
const crashes = scaled(1000);
const moments: readonly Moment[] = ['asked', 'first', 'added', 'answered'];

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
      const isReceived = site.nextMoment('first');
      wanted.push(`entry ${round}`);
      await page.evaluate(`page.enqueue('entry ${round}')`);
      await isReceived;
      await killBrowser(browser);
      const again = await begin();
      const isRepeated = site.nextMoment('again');
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

  test(`${crashes} crashes of a page while it sends, and every write takes effect once and in order`, async () => {
    const wanted = [...site.entries];
    site.isQuick = true;
    let page = await begin();
    for (let round = 0; round < crashes; round++) {
      await page.evaluate('page.open()');
      // Whether the server has made the first or the second write, and whether the page knows of it.
      const moment = moments[round % moments.length]!;
      site.isAnswering = moment !== 'added';
      const isReached = site.nextMoment(moment);
      const texts = [1, 2, 3].map((number) => `round ${round}, entry ${number}`);
      wanted.push(...texts);
      await Promise.all([page.evaluate(`page.enqueueAll(${JSON.stringify(texts)})`), isReached]);
      await crash(page);
      site.isAnswering = true;
      page = await browser!.newPage();
      await page.goto(site.origin, { waitUntil: 'load' });
    }
    await page.evaluate('page.open()');
    let left: unknown;
    do left = await page.evaluate('page.look()');
    while ((left as { waiting: number }).waiting > 0);
    assert.deepEqual([left, site.entries], [{ waiting: 0, refused: 0 }, wanted]);
  });
});

/** Crashes the process of a page, which has no time to put anything in order. */
async function crash(page: Page): Promise<void> {
  const devtools = await page.createCDPSession();
  const isGone = new Promise((resolve) => devtools.once('Inspector.targetCrashed', resolve));
  await devtools.send('Inspector.enable');
  devtools.send('Page.crash').catch(() => {});
  await isGone;
  await page.close().catch(() => {});
}
