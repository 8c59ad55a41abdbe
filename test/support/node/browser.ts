import assert from 'node:assert/strict';
import { launch, type Browser, type BrowserContext } from 'puppeteer-core';
import { findChromium } from '../../../scripts/chromium.mjs';
import { openTab, type Tab, type TabOptions, type Visit } from './tab.js';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
];

/**
 * Starts a headless Chromium: `CHROME_PATH`, or the one that is installed. `more` are further arguments of its command
 * line, `without` are some that Puppeteer would add.
 */
export async function launchBrowser(more: readonly string[] = [], without: string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  assert.ok(executablePath, 'There is no Chromium: put one on the PATH, or name it in CHROME_PATH.');
  return launch({ executablePath, args: [...quiet, ...more], ignoreDefaultArgs: without, protocolTimeout: 60_000 });
}

/** A browser as one person uses it: a profile of its own, and tabs whose pages are watched. */
export interface Profile<AnyTab extends Visit = Tab> {
  context: BrowserContext;
  open(options?: TabOptions): Promise<AnyTab>;
  /**
   * Closes all tabs. Fails if a page of any of them did what it must not: broke the policy, threw, or logged an error.
   */
  close(): Promise<void>;
}

/** Opens a profile of Chromium at a server. */
export function openProfile(browser: Browser, origin: string): Promise<Profile> {
  return openProfileOf(browser, (context, options) => openTab(context, origin, options));
}

/** Opens a profile of whichever browser, whose tabs `openIn` opens. */
export async function openProfileOf<AnyTab extends Visit>(
  browser: Browser,
  openIn: (context: BrowserContext, options?: TabOptions) => Promise<AnyTab>,
): Promise<Profile<AnyTab>> {
  const context = await browser.createBrowserContext();
  const tabs: AnyTab[] = [];
  return {
    context,
    async open(options) {
      const tab = await openIn(context, options);
      tabs.push(tab);
      return tab;
    },
    async close() {
      await context.close();
      assert.deepEqual(
        tabs.flatMap(({ problems }) => problems),
        [],
      );
    },
  };
}
