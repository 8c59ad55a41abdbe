import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import { startDemo } from './demo-site.js';

let browser: Browser;
let server: TestServer;
before(async () => {
  browser = await launchBrowser();
  server = await startDemo();
});
after(async () => {
  await releaseBrowser(browser);
  await server.stop();
});

/** Runs in the page: the elements whose lines are lower than their letters, which then overlap. */
function findOverlaps(): string[] {
  const overlaps: string[] = [];
  const look = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('body, body *, :host *')) {
      const { fontSize, lineHeight } = getComputedStyle(element);
      if (parseFloat(lineHeight) < parseFloat(fontSize)) overlaps.push(`${element.localName}: ${lineHeight}`);
      if (element.shadowRoot) look(element.shadowRoot);
    }
  };
  look(document);
  return overlaps;
}

test('no lines of text overlap when the text of the demo is twice as large', async () => {
  const profile = await openProfile(browser, server.origin);
  const tab = await profile.open();
  for (const path of ['/', '/home#sign-up', '/login', '/manifest-inspector', '/private-notes']) {
    await tab.go(path);
    await tab.find('h1');
    if (path === '/manifest-inspector') await tab.find('latch-manifest-inspector >>> .report');
    await tab.page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    assert.deepEqual(await tab.page.evaluate(findOverlaps), [], path);
  }
  await profile.close();
});
