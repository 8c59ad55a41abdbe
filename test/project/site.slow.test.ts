import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { startDemo } from '../journeys/demo-site.js';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import { root } from './stranger.js';

const pages = readdirSync(join(root, 'dist/demo/docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .sort();

const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

describe('the site in a browser', () => {
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

  const open = async (page: Page, file: string): Promise<void> => {
    await page.goto(`${server.origin}/docs/${file}`);
    await page.waitForFunction(() => !document.querySelector(':not(:defined)'));
  };

  test('has on no page a message in the console, a request to another site, a fault for axe or too little room at 320 px', async () => {
    const page = await browser.newPage({ type: 'window' });
    const complaints: string[] = [];
    let file = '';
    const complain = (what: string): void => void complaints.push(`${file}: ${what}`);
    page.on('pageerror', (error) => complain((error as Error).message));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complain(message.text());
    });
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== server.origin) complain(`requests ${request.url()}`);
    });
    for (file of pages) {
      await page.setViewport({ width: 1280, height: 900 });
      await open(page, file);
      await page.evaluate(axe);
      for (const value of ['light', 'dark']) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        for (const fault of await page.evaluate(runAxe)) complain(fault);
      }
      await page.setViewport({ width: 320, height: 640 });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 320) complain(`is ${width} px wide`);
    }
    await page.close();
    assert.deepEqual(complaints, []);
  });

  test('shows its text and its pages without script', async () => {
    const page = await browser.newPage({ type: 'window' });
    await page.setJavaScriptEnabled(false);
    const bare: string[] = [];
    for (const file of pages) {
      await page.goto(`${server.origin}/docs/${file}`);
      const text = await page.$eval('main', (main) => main.textContent);
      const links = await page.$$eval('nav a', (found) => found.length);
      if (text.length < 200 || links < 40) bare.push(file);
    }
    await page.close();
    assert.deepEqual(bare, []);
  });

  test('finds a page by words in it, and leads there by keyboard alone', async () => {
    const page = await browser.newPage({ type: 'window' });
    await open(page, 'index.html');
    await page.keyboard.press('/');
    await page.keyboard.type('related origins');
    await page.waitForSelector('.results li a');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    for (const word of [/related/i, /origins/i])
      assert.match(await page.$eval('main', (main) => main.textContent), word);
    await page.close();
  });

  test('signs in with the passkey of the page, and shows each failure of the backend', async () => {
    const page = await browser.newPage({ type: 'window' });
    await open(page, 'elements/latch-passkey-button.html');
    await page.click('latch-passkey-button >>> button');
    await page.click('dialog.simulated button[value=yes]');
    await page.waitForSelector('latch-passkey-button:state(done)');
    await page.waitForFunction(() => document.querySelector('.events li')?.textContent.includes('latch-signed-in'));
    for (const situation of ['is offline', 'fails', 'refuses: too many attempts']) {
      await page.select('[name=network]', situation);
      await page.click('latch-passkey-button >>> button');
      await page.waitForSelector('latch-passkey-button:state(failed)');
    }
    await page.close();
  });

  test('opens at its folder without a slash', async () => {
    const response = await fetch(`${server.origin}/docs`, { redirect: 'manual' });
    assert.deepEqual([response.status, response.headers.get('location')], [308, 'docs/']);
  });
});

/** Runs in the page, after axe. */
async function runAxe(): Promise<string[]> {
  const { axe: runner } = globalThis as unknown as {
    axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
  };
  const { violations } = await runner.run();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 160)}`);
}
