import assert from 'node:assert/strict';
import { launch, type Browser, type BrowserContext } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../../scripts/chromium.mjs';
import { patience } from './patience.js';
import { openTab, type Tab, type TabOptions, type Visit } from './tab.js';
import { isSoak } from './quick.js';

/** The browser that the test files of this process share: to start one takes longer than many of them. */
let shared: Promise<Browser> | undefined;

/**
 * Opens a headless Chromium: `CHROME_PATH`, or the one that is installed. Without arguments it may be one that other
 * test files have used; `releaseBrowser` ends the use. `more` are further arguments for a separate Chromium, such as
 * one whose FedCM no other test file has used; `without` are arguments of Puppeteer to omit.
 */
export async function launchBrowser(more?: readonly string[], without: string[] = []): Promise<Browser> {
  if (more) return start(more, without);
  if (!(await shared)?.connected) shared = start([], []);
  return shared!;
}

async function start(more: readonly string[], without: string[]): Promise<Browser> {
  const executablePath = findChromium();
  assert.ok(executablePath, 'Chromium was not found. Put it on the PATH, or set CHROME_PATH.');
  return launch({
    executablePath,
    args: [...chromiumFlags, ...more],
    ignoreDefaultArgs: without,
    // What a page does in one call takes minutes in a soak.
    protocolTimeout: isSoak ? 3_600_000 : 3 * patience,
  });
}

/** Closes a browser, or the profiles and pages in the shared one when further test files may follow in this process. */
export async function releaseBrowser(browser: Browser): Promise<void> {
  const mayBeUsedAgain = process.env['TEST_WORKER'] === '1' && browser === (await shared);
  if (!mayBeUsedAgain) return browser.close();
  const contexts = browser.browserContexts().filter((context) => context !== browser.defaultBrowserContext());
  await Promise.all(contexts.map((context) => context.close()));
  const [first, ...others] = await browser.pages();
  await Promise.all(others.map((page) => page.close()));
  const devtools = await browser.target().createCDPSession();
  await devtools.send('Storage.clearCookies'); // of the default profile, where cookies of all ports of localhost meet
  await devtools.detach();
  await first?.goto('about:blank');
}

/** A browser of one user: a separate profile, and tabs whose pages are observed. */
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
