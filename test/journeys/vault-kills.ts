import assert from 'node:assert/strict';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import { launch, type Browser, type LaunchOptions, type Page } from 'puppeteer-core';
import { killBrowser } from './kill-browser.js';
import { startVaultSite, type VaultSite } from './vault-site.js';

/**
 * Kills a browser so many times while it writes, and so many times while it replaces the key; `options` say which one
 * and how it is started.
 */
export function suiteOfKills(name: string, options: LaunchOptions, kills: number, skip: string | false = false): void {
  suite(`killing ${name} while the vault is written`, { skip }, () => {
    let site: VaultSite;
    let profile: string;
    const former: string[] = [];
    let browser: Browser | undefined;

    before(async () => {
      site = await startVaultSite('vault-kill-page.ts');
    });
    after(() => site.stop());

    beforeEach(async () => {
      profile = await mkdtemp(join(tmpdir(), 'latchkey-profile-'));
    });

    afterEach(async () => {
      await end();
      // What outlives the browser for a moment writes to where the profile was before.
      for (const left of [profile, ...former.splice(0)])
        await rm(left, { recursive: true, force: true, maxRetries: 5 });
    });

    async function begin(): Promise<Page> {
      browser = await launch({ ...options, userDataDir: profile, protocolTimeout: 60_000 });
      const page = await browser.newPage();
      await page.goto(site.origin, { waitUntil: 'load' });
      return page;
    }

    /** Kills the browser, and puts its profile elsewhere. */
    async function end(): Promise<void> {
      if (!(await killBrowser(browser))) return;
      // Puppeteer goes on to tidy up the profile of a Firefox that is gone; it must not find the one that the next
      // Firefox uses.
      const moved = await mkdtemp(join(tmpdir(), 'latchkey-profile-'));
      await rename(profile, moved);
      former.push(profile);
      profile = moved;
    }

    /**
     * Has the page do something that does not end, and kills the browser once it has said `count` things. Resolves with
     * the last one, and fails with what the page fails with.
     */
    async function killAfter(page: Page, work: string, count: number): Promise<string> {
      let heard = 0;
      let tell!: (text: string) => void;
      const said = new Promise<string>((resolve) => (tell = resolve));
      await page.exposeFunction('say', (text: string) => (heard += 1) === count && tell(text));
      const failing = page.evaluate(
        `${work}.catch(({ code, stack }) => Promise.reject(new Error(code + ', ' + stack)))`,
      ) as Promise<never>;
      // Once the browser is killed it fails in any case.
      failing.catch(() => {});
      const last = await Promise.race([said, failing]);
      await end();
      return last;
    }

    const read = async () =>
      (await (await begin()).evaluate('page.read()')) as {
        left: number[];
        right: number[];
        kept: boolean;
        generation: number;
      };

    test(`${kills} kills in the middle of writes lose nothing that was stored, and tear nothing apart`, async () => {
      await (await begin()).evaluate('page.create()');
      let next = 0;
      for (let round = 1; round <= kills; round++) {
        await end();
        const last = await killAfter(await begin(), `page.write(${next})`, 3 + ((round * 7) % 40));
        const { left, right, kept } = await read();
        assert.deepEqual(left, right);
        assert.deepEqual(
          left,
          left.map((_, index) => index),
        );
        assert.ok(left.length > Number(last.replace('stored ', '')), `${last}, but there are ${left.length}`);
        assert.ok(kept);
        next = left.length;
      }
    });

    test(`after ${kills} kills while the key is replaced it opens with the old key or with the new one`, async () => {
      await (await begin()).evaluate('page.create()');
      let before = 0;
      for (let round = 1; round <= kills; round++) {
        await end();
        await killAfter(await begin(), 'page.rotate()', 1 + (round % 7));
        const { kept, generation } = await read();
        assert.ok(kept);
        assert.ok(generation >= before, `from generation ${before} back to ${generation}`);
        before = generation;
      }
    });
  });
}
