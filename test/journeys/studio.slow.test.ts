import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import { runsEverything } from '../support/node/quick.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { startDemo } from './demo-site.js';

/** How much the first view of the page may transfer, in bytes. */
const most = 120_000;
const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

describe('the studio', () => {
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

  const colorOf = (page: Page, selector: string): Promise<string> =>
    page.$eval(selector, (element) => getComputedStyle(element).backgroundColor);
  const submit = 'latch-sign-in form > button';

  async function open(tab: Tab, fragment = ''): Promise<void> {
    await tab.go('about:blank');
    await tab.go(`/${fragment}`);
    await tab.find('latch-sign-in:defined input');
  }

  test('is reached by keyboard after the header, in the order in which it is read', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await open(tab);
    const stops: string[] = [];
    while (!stops.includes('Save as a page') && stops.length < 60) {
      await tab.page.keyboard.press('Tab');
      stops.push(
        await tab.page.evaluate(() => {
          let focused = document.activeElement as HTMLInputElement;
          while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement as HTMLInputElement;
          return focused.labels?.[0]?.innerText.trim().split('\n')[0] || focused.innerText.trim().split('\n')[0]!;
        }),
      );
    }
    const wanted = [
      'Skip to the content',
      'Latchkey',
      'Docs',
      'Studio',
      'Demo',
      'GitHub',
      'Get started',
      'Why, and when not',
      'Acme',
      'Username or email',
      'Continue',
      'Sign in with a passkey',
      'Accent',
      'Font',
      'Density',
      'Language',
      'Phone width',
      'Copy link to this look',
      'Save as a page',
    ];
    assert.deepEqual(
      stops.filter((stop) => wanted.includes(stop)),
      wanted,
    );
    await profile.close();
  });

  test('shows a brand that is chosen by keyboard, with its code, and keeps it in the address', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await open(tab);
    await tab.page.focus('[name=brand][value=acme]');
    await tab.page.keyboard.press('ArrowRight');
    await tab.page.waitForFunction(() => location.hash === '#look?brand=sherbet');
    await tab.page.waitForFunction(
      (selector) => getComputedStyle(document.querySelector(selector)!).backgroundColor === 'rgb(124, 47, 232)',
      {},
      submit,
    );
    await tab.read('[data-code=css]', '--latch-radius: 26px;');
    await tab.read('[data-code=html]', 'Sign in to Sherbet');
    assert.equal(await tab.page.$eval('latch-sign-in h2', (heading) => heading.textContent), 'Sign in to Sherbet');
    await profile.close();
  });

  test('restores a look from its link, and speaks its language from right to left', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await open(tab, '#look?brand=console&accent=%23336699&theme=light&language=ar');
    assert.equal(await colorOf(tab.page, submit), 'rgb(51, 102, 153)');
    await tab.find('.studio-stage[dir=rtl][lang=ar]');
    await tab.read(submit, 'متابعة');
    assert.equal(await tab.page.$eval('[name=accent]', (input) => (input as HTMLInputElement).value), '#336699');
    await profile.close();
  });

  test('ignores a link that holds anything else, and says so', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await open(tab, '#look?brand=sherbet&accent=%23336699%3Bbackground%3Aurl(%2F%2Fevil.example%2Fx)');
    await tab.read('[data-news]', 'This link holds a look that the studio does not know.');
    assert.equal(await tab.page.$eval('[name=brand][value=acme]', (box) => (box as HTMLInputElement).checked), true);
    await profile.close();
  });

  test('plays the passkey from autofill to the account and back, by keyboard alone', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await open(tab);
    const { keyboard } = tab.page;
    await tab.page.focus('latch-sign-in input');
    await tab.find('.autofill:popover-open');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await tab.find('dialog.sheet[open]');
    await tab.read('dialog.sheet', 'Simulated by this page');
    assert.equal(await tab.page.evaluate(() => document.activeElement?.textContent), 'Continue');
    await keyboard.press('Enter');
    await tab.find('latch-sign-in:state(done)');
    await tab.read('[data-scene=account]:not([hidden]) h2', 'You are signed in as Ada Lovelace');
    await tab.click('[data-account] > latch-sign-out-button >>> [part=button]');
    await tab.find('[data-scene=sign-in]:not([hidden]) latch-sign-in input');
    await profile.close();
  });

  test('lets the sheet be dismissed, and the card goes on', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await open(tab);
    await tab.click('latch-sign-in >>> [part=ways] [part=button]');
    await tab.find('dialog.sheet[open]');
    await tab.page.keyboard.press('Escape');
    await tab.page.waitForFunction(() => !document.querySelector('dialog.sheet'));
    await tab.find('[data-scene=sign-in]:not([hidden]) latch-sign-in input');
    await profile.close();
  });

  test('loads at most 120 kB at first, all of it from its own site, and hardly moves', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await tab.page.setCacheEnabled(false);
    const requested: HTTPRequest[] = [];
    tab.page.on('request', (request) => requested.push(request));
    let bytes = 0;
    await tab.devtools.send('Network.enable');
    tab.devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await tab.page.evaluateOnNewDocument(() => {
      Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number }[])
          (globalThis as unknown as { shift: number }).shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await open(tab);
    // Puppeteer may not hear the end of a request of the page before
    await tab.page.waitForNetworkIdle({ concurrency: 1 });
    assert.deepEqual(
      requested
        .map((request) => request.url())
        .filter((url) => url.startsWith('http') && !url.startsWith(server.origin)),
      [],
    );
    assert.ok(bytes > 20_000 && bytes <= most, `${bytes} bytes`);
    const shift = await tab.page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
    assert.ok(shift <= 0.02, `a shift of ${shift}`);
    await profile.close();
  });

  test('has no fault for axe in any brand, light and dark, nor in its sheet and its account', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    const faults: string[] = [];
    const look = async (what: string, options = {}): Promise<void> => {
      await tab.page.evaluate(axe);
      const settings = JSON.stringify({ resultTypes: ['violations'], ...options });
      const { violations } = (await tab.page.evaluate(`axe.run(document, ${settings})`)) as {
        violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
      };
      for (const { id, nodes } of violations)
        for (const { target, failureSummary } of nodes)
          faults.push(`${what}: ${id} at ${target.join(' ')}: ${failureSummary}`);
    };
    await tab.page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    const brands = ['acme', 'sherbet', 'night', 'paper', 'brutal', 'console'];
    for (const brand of runsEverything ? brands : brands.slice(0, 1))
      for (const theme of ['light', 'dark']) {
        await open(tab, `#look?brand=${brand}&theme=${theme}`);
        // brands and themes differ in colors, of what axe looks at
        await look(
          `${brand}, ${theme}`,
          brand === 'acme' && theme === 'light' ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] },
        );
      }
    await tab.page.focus('latch-sign-in input');
    await tab.find('.autofill:popover-open');
    await look('autofill');
    await tab.click('.autofill button');
    await tab.find('dialog.sheet[open]');
    await look('sheet');
    await tab.click('dialog.sheet button[value=yes]');
    await tab.find('[data-scene=account]:not([hidden]) latch-account:defined');
    await tab.page.waitForNetworkIdle({ concurrency: 1 });
    await look('account');
    assert.deepEqual(faults, []);
    await profile.close();
  });
});
