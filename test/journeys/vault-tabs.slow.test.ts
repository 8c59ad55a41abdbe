import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { startVaultSite, type VaultSite } from './vault-site.js';
import { isSoak } from '../support/node/quick.js';

/** What a tab says that it has done. */
interface Report {
  kept: string[];
  rotations: number;
  additions: number;
  unlocked: number;
}

const times = isSoak ? 200 : 5;

suite('two tabs that change the keys of one vault at once', () => {
  let site: VaultSite;
  let browser: Browser;

  before(async () => {
    site = await startVaultSite('vault-tab-page.ts');
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  async function openTab(): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(site.origin, { waitUntil: 'load' });
    return page;
  }

  /** Has a page work for longer than the protocol waits for an answer. */
  async function workIn(page: Page, tab: string): Promise<Report> {
    let tell!: (end: { report?: Report; error?: string }) => void;
    const told = new Promise<{ report?: Report; error?: string }>((resolve) => (tell = resolve));
    await page.exposeFunction('tell', tell);
    await page.evaluate(
      `void page.work('${tab}', ${times}).then((report) => tell({ report }), (error) => tell({ error: String(error) }))`,
    );
    const { report, error } = await told;
    assert.equal(error, undefined);
    return report!;
  }

  test(`lose no passkey in ${times} new keys and ${times} new passkeys each, and the vault opens with every one`, async (context) => {
    const tabs = [await openTab(), await openTab()];
    await tabs[0]!.evaluate('page.create()');
    const reports = await Promise.all(tabs.map((tab, index) => workIn(tab, `tab ${index}`)));
    assert.deepEqual(
      reports.map(({ rotations, additions }) => [rotations, additions]),
      [
        [times, times],
        [times, times],
      ],
    );
    const passkeys = reports.flatMap(({ kept }) => kept);
    const { opened, ...found } = (await tabs[0]!.evaluate(`page.read(${JSON.stringify(passkeys)})`)) as {
      opened: string[];
      keys: number;
      generation: number;
      vaults: number;
    };
    assert.deepEqual(opened, passkeys);
    assert.deepEqual(found, { keys: passkeys.length + 1, generation: 1 + 2 * times, vaults: 1 });
    context.diagnostic(`unlocked ${reports.map(({ unlocked }) => unlocked).join(' and ')} times`);
  });
});
