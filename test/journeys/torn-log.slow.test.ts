import assert from 'node:assert/strict';
import { access, appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { killBrowser } from './kill-browser.js';
import { startVaultSite, type VaultSite } from './vault-site.js';
import { isSoak } from '../support/node/quick.js';

/**
 * What every entry of Chromium's log begins with: a checksum, the length of what follows, and that it is one whole
 * entry. A browser that is killed between two writes leaves no more of one than this.
 */
const headOfEntry = Buffer.from([0x33, 0x5a, 0x77, 0x4b, 0xab, 0x04, 0x01]);

/** How often each fault is made. */
const rounds = isSoak ? 20 : 1;

suite('the log of a browser that was killed in the middle of an entry', () => {
  let site: VaultSite;
  let profile: string;
  let browser: Browser | undefined;

  before(async () => {
    site = await startVaultSite('vault-kill-page.ts');
    profile = await mkdtemp(join(tmpdir(), 'latchkey-profile-'));
  });
  after(async () => {
    await killBrowser(browser);
    await site.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  async function begin(path = '/'): Promise<Page> {
    browser = await launch({
      executablePath: findChromium()!,
      args: chromiumFlags,
      userDataDir: profile,
    });
    const page = await browser.newPage();
    await page.goto(site.origin + path, { waitUntil: 'load' });
    return page;
  }

  /** Writes pairs from number `first` on, and resolves when one is stored. */
  async function write(page: Page, first: number): Promise<void> {
    let tell!: () => void;
    const said = new Promise<void>((resolve) => (tell = resolve));
    await page.exposeFunction('say', tell);
    const failing = page.evaluate(`page.write(${first})`) as Promise<never>;
    failing.catch(() => {});
    await Promise.race([said, failing]);
  }

  /** Uses IndexedDB as code outside this package does, in a page that has its code or in one that has not. */
  async function writePlainly(page: Page): Promise<void> {
    await page.evaluate(async () => {
      const opening = indexedDB.open('of another page');
      opening.onupgradeneeded = () => opening.result.createObjectStore('things');
      await new Promise((resolve) => (opening.onsuccess = resolve));
      for (let key = 0; key < 20; key++) {
        const transaction = opening.result.transaction('things', 'readwrite', { durability: 'strict' });
        transaction.objectStore('things').put('x'.repeat(1000), key);
        await new Promise((resolve) => (transaction.oncomplete = resolve));
      }
      opening.result.close();
    });
  }

  /** Leaves half an entry at the end of the log, and resolves with its path, or with nothing if there is no log. */
  async function tearLog(): Promise<string | undefined> {
    const databases = join(profile, 'Default', 'IndexedDB');
    const logs = (await readdir(databases, { recursive: true })).filter((path) => path.endsWith('.log')).sort();
    if (logs.length === 0) return undefined;
    const log = join(databases, logs.at(-1)!);
    await appendFile(log, headOfEntry);
    return log;
  }

  const exists = (log: string): Promise<boolean> =>
    access(log).then(
      () => true,
      () => false,
    );

  /** Waits until Chromium has begun a new log and deleted this one: in another thread, after it has deleted a database. */
  async function untilReplaced(log: string): Promise<void> {
    while (await exists(log));
  }

  test(`costs nothing in ${rounds} rounds, although later visits write behind it`, async (context) => {
    await (await begin()).evaluate('page.create()');
    let before = 0;
    for (let round = 1; round <= rounds; round++) {
      await killBrowser(browser);
      if (!(await tearLog())) return context.skip('this Chromium keeps no such log');
      await write(await begin(), before);
      await killBrowser(browser);
      const { left, kept } = (await (await begin()).evaluate('page.read()')) as { left: number[]; kept: boolean };
      assert.ok(left.length > before, `in round ${round}`);
      assert.ok(kept, `in round ${round}`);
      before = left.length;
    }
  });

  test(`costs nothing in ${rounds} rounds, although pages that only load this package write behind it by their own code`, async (context) => {
    for (let round = 1; round <= rounds; round++) {
      await browser?.close();
      const torn = await tearLog();
      if (!torn) return context.skip('this Chromium keeps no such log');
      const page = await begin();
      await untilReplaced(torn);
      await writePlainly(page);
      await killBrowser(browser);
      assert.equal(await (await begin()).evaluate('page.open()'), 'unlocked', `in round ${round}`);
    }
  });

  test(`is reported as lost in each of ${rounds} rounds, and never as if there had been no vault, when a page without this package wrote behind it`, async (context) => {
    for (let [round, spared] = [1, 0]; round <= rounds;) {
      // A browser that is closed has written everything; one that is killed, `localStorage` seconds ago.
      await browser?.close();
      const torn = await tearLog();
      if (!torn) return context.skip('this Chromium keeps no such log');
      await writePlainly(await begin('/plain'));
      await killBrowser(browser);
      // Chromium may have begun a new log by itself, which loses nothing.
      const isSpared = !(await exists(torn));
      assert.ok((spared += Number(isSpared)) < 10, 'Chromium never writes behind a torn entry.');
      const page = await begin();
      assert.equal(await page.evaluate('page.open()'), isSpared ? 'unlocked' : 'storage_lost', `in round ${round}`);
      round += Number(!isSpared);
      await page.evaluate('page.startOver()');
    }
  });
});
