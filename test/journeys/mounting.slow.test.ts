import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { assetsIn, type Asset } from '../../server/src/http/assets.js';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { patience } from '../support/node/patience.js';
import { root } from '../support/node/program.js';
import type { Tab } from '../support/node/tab.js';
import { serveBeside } from './framework-app.js';
import { isSoak } from '../support/node/quick.js';

declare global {
  interface Window {
    /** What the page holds. */
    held: { timers: Set<unknown>; channels: Set<unknown> };
  }
}

const { modules } = JSON.parse(readFileSync(join(root, 'custom-elements.json'), 'utf8')) as {
  modules: { declarations: { tagName?: string }[] }[];
};
const tags = modules.flatMap(({ declarations }) => declarations.flatMap(({ tagName }) => tagName ?? []));
const cycles = isSoak ? 500 : 120;

const page: Asset = {
  body: new TextEncoder().encode(
    '<!doctype html><html lang="en"><title>Mounting</title><link rel="icon" href="data:,"><main></main><script type="module" src="/cdn/latchkey.js"></script>',
  ),
  contentType: 'text/html; charset=utf-8',
  immutable: false,
};

/** Counts the timers and channels of the page. Runs before its scripts. */
function watchHeld(): void {
  window.held = { timers: new Set(), channels: new Set() };
  const { setTimeout: start, clearTimeout: end } = window;
  window.setTimeout = ((work: () => void, ...rest: number[]) => {
    const timer = start(
      () => {
        window.held.timers.delete(timer);
        work();
      },
      ...rest,
    );
    window.held.timers.add(timer);
    return timer;
  }) as never;
  window.clearTimeout = ((timer: number) => {
    window.held.timers.delete(timer);
    end(timer);
  }) as never;
  window.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      window.held.channels.add(this);
    }
    override close(): void {
      window.held.channels.delete(this);
      super.close();
    }
  };
}

/** Puts an element into the page and takes it out again, so often. */
async function mount(tag: string, times: number): Promise<void> {
  const place = document.querySelector('main')!;
  for (let time = 0; time < times; time += 1) {
    const element = document.createElement(tag) as HTMLElement & { updateComplete: Promise<unknown> };
    place.append(element);
    await element.updateComplete;
    element.remove();
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10 }));
  }
}

describe(`an element that is mounted and removed ${cycles} times`, { timeout: 1_200_000 }, () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveBeside>>;
  before(async () => {
    browser = await launchBrowser();
    const cdn = assetsIn(join(root, 'dist/cdn'));
    site = await serveBeside(async (path) =>
      path === '/' ? page : path.startsWith('/cdn/') ? cdn(path.slice('/cdn'.length)) : undefined,
    );
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  async function measure({ devtools, page: opened }: Tab) {
    await opened.waitForNetworkIdle({ idleTime: 100, concurrency: 1 });
    for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    const { jsEventListeners } = await devtools.send('Memory.getDOMCounters');
    const { timers, channels } = await opened.evaluate(() => ({
      timers: window.held.timers.size,
      channels: window.held.channels.size,
    }));
    return { usedSize, jsEventListeners, timers, channels };
  }

  for (const tag of tags)
    test(`leaves no listener, timer or channel behind, and less than 200 kB: ${tag}`, async () => {
      const profile = await openProfile(browser, site.origin);
      const tab = await profile.open();
      await tab.page.evaluateOnNewDocument(watchHeld);
      await tab.go('/');
      await tab.until((name) => !!customElements.get(name), tag);
      // What is compiled, cached and grown once is there after half as many cycles.
      await tab.page.evaluate(mount, tag, cycles / 2);
      const earlier = await measure(tab);
      await tab.page.evaluate(mount, tag, cycles);
      // What a request that was given up may hold, it holds until its time limit.
      const end = Date.now() + patience;
      let later = await measure(tab);
      const holdsMore = () =>
        later.usedSize - earlier.usedSize >= 200_000 || later.jsEventListeners > earlier.jsEventListeners;
      while (holdsMore() && Date.now() < end) later = await measure(tab);
      const growth = later.usedSize - earlier.usedSize;
      assert.ok(growth < 200_000, `the heap has grown by ${growth} bytes`);
      assert.ok(
        later.jsEventListeners <= earlier.jsEventListeners,
        `${later.jsEventListeners} listeners after ${earlier.jsEventListeners}`,
      );
      assert.ok(later.timers <= earlier.timers, `${later.timers} timers after ${earlier.timers}`);
      assert.ok(later.channels <= earlier.channels, `${later.channels} channels after ${earlier.channels}`);
      await profile.context.close();
    });
});
