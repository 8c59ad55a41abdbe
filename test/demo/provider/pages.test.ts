import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../../support/node/browser.js';
import { firstOf } from '../../support/node/quick.js';
import { startProvider, type DevelopmentProvider } from '../../support/node/provider.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe('the pages of the development provider', () => {
  let browser: Browser;
  let provider: DevelopmentProvider;
  let tab: Page;
  const problems: string[] = [];
  before(async () => {
    provider = await startProvider();
    browser = await launchBrowser();
    tab = await browser.newPage();
    tab.on('console', (message) => problems.push(message.text()));
  });
  after(async () => {
    await releaseBrowser(browser);
    await provider.close();
  });

  const open = (path: string): Promise<unknown> => tab.goto(provider.settings.issuer + path);
  const press = (button: string): Promise<unknown> => Promise.all([tab.waitForNavigation(), tab.click(button)]);
  const views: Record<string, () => Promise<unknown>> = {
    'who can sign in': () => open('/sign-in'),
    'who has signed in': () => open('/sign-in').then(() => press('button[value="katherine"]')),
    'that a user went back': () => open('/sign-in').then(() => press('button[value=""]')),
    'the question whether to sign out': () => open('/sign-out'),
    'that everybody is signed out': () => open('/sign-out').then(() => press('button')),
    'why a user is refused': () => open('/refused'),
    'what the app promises': () => open('/promises'),
  };

  for (const scheme of firstOf(1, ['light', 'dark'])) {
    for (const [what, show] of Object.entries(views)) {
      test(`show ${what}, on a small ${scheme} screen, without a fault that axe would find`, async () => {
        await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await tab.setViewport({ width: 320, height: 640 });
        await show();
        assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
        await tab.evaluate(axe);
        const { violations, passes } = (await tab.evaluate(
          'axe.run(document, { resultTypes: ["violations"] })',
        )) as AxeResults;
        assert.ok(passes.length > 10, 'axe looked at the page');
        assert.deepEqual(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          [],
        );
        assert.deepEqual(problems, []);
      });
    }
  }
});
