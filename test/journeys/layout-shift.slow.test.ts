import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import { isSoak } from '../support/node/quick.js';
import type { TestServer } from '../support/node/server.js';
import { startDemo } from './demo-site.js';

declare global {
  interface Window {
    /** What moved in the page while it loaded, and how much that counts. */
    moves: { value: number; what: string[] }[];
  }
}

/** How much of a page may move while it loads, as cumulative layout shift. */
const most = 0.02;
const widths = [1280, 390];
/** A phone in a bad network, in bytes per second. */
const slow = { offline: false, latency: 150, download: 200_000, upload: 90_000 };
/** The pages that are also loaded in a slow network, where styles, scripts and answers come far apart. */
const mainPages = ['/', '/sign-in', '/sign-up', '/docs/', '/docs/elements/latch-sign-in.html', '/docs/first-page.html'];
/** The pages for a user who is signed in. */
const ownPages = ['/home', '/account-settings', '/private-notes', '/passkey-list', '/session-list'];

const listPages = (folder: string): string[] =>
  readdirSync(join(root, 'dist/demo', folder)).flatMap((file) => /^(.+)\.html$/.exec(file)?.[1] ?? []);
const otherPages = [
  ...listPages('').map((name) => `/${name === 'index' ? '' : name}`),
  ...listPages('docs/elements').map((name) => `/docs/elements/${name}.html`),
  '/docs/endpoints.html',
  '/docs/frameworks.html',
].filter((path) => !mainPages.includes(path));

describe('the pages of the demo and of the documentation', () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    server = await startDemo();
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    await server.stop();
  });

  /** Opens a page without anything cached, and says what moved, if that is too much. */
  async function load(page: Page, path: string): Promise<string[]> {
    await page.goto(server.origin + path, { waitUntil: 'load' });
    await page.waitForFunction(() => !document.querySelector(':not(:defined)'));
    // Puppeteer may not hear the end of a request of the page before
    await page.waitForNetworkIdle({ concurrency: 1 });
    const moves = await page.evaluate(
      () =>
        new Promise<Window['moves']>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.moves))),
        ),
    );
    const sum = moves.reduce((total, { value }) => total + value, 0);
    if (sum <= most) return [];
    return [
      `${path}: ${sum.toFixed(3)}`,
      ...moves.map(({ value, what }) => `  ${value.toFixed(4)} ${what.join(', ')}`),
    ];
  }

  /** Opens an empty page in a profile of its own. */
  async function open(width: number): Promise<Page> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage({ type: 'window' });
    await page.setCacheEnabled(false);
    await page.setViewport({ width, height: width < 600 ? 844 : 900 });
    await page.evaluateOnNewDocument(() => {
      window.moves = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; sources: { node: Node | null }[] }[])
          window.moves.push({
            value: entry.value,
            what: entry.sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 60) ?? String(node)),
          });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    return page;
  }

  async function loadAll(width: number, paths: readonly string[], prepare?: (page: Page) => Promise<unknown>) {
    const found: string[] = [];
    const waiting = [...paths];
    const work = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        const page = await open(width);
        await prepare?.(page);
        found.push(...(await load(page, path)));
        await page.browserContext().close();
      }
    };
    // pages wait most of their time, for a network that is slow or idle
    await Promise.all(Array.from({ length: 3 }, work));
    assert.deepEqual(found, []);
  }

  for (const [column, width] of widths.entries()) {
    /** A full run loads each of these in one of the windows. */
    const others = otherPages.filter((_path, index) => isSoak || index % widths.length === column);

    test(`hardly move while they load in a slow network, at ${width} px`, () =>
      loadAll(width, mainPages, (page) => page.emulateNetworkConditions(slow)));

    test(`hardly move while they load, at ${width} px`, () => loadAll(width, [...mainPages, ...others]));

    test(`hardly move for a user who is signed in, at ${width} px`, () =>
      loadAll(width, ownPages, async (page) => {
        await page.goto(`${server.origin}/offline`);
        await page.evaluate(async (name) => {
          const body = JSON.stringify({ username: name, password: 'correct horse battery' });
          await fetch('/signup', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
        }, `ada ${Math.random()}`);
      }));
  }
});
