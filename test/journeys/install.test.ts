import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { patience } from '../support/node/patience.js';
import type { TestServer } from '../support/node/server.js';
import { startDemo } from './demo-site.js';
import { testInFullRuns } from '../support/node/quick.js';

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

/** What the page saw of its own installation. */
interface InstallWatch {
  /** Prompts that the browser has offered, and how often their dialog was requested with a gesture. */
  offered: number;
  prompted: number;
  events: string[];
  /** The user answers the open dialog: headless, the browser shows none. */
  answer(outcome: string): void;
}

declare global {
  interface Window {
    installs: InstallWatch;
  }
}

/** Runs in the page before any of its scripts. It is sent as text, so it refers to nothing outside. */
function watchInstalls(): void {
  let answer = (_outcome: string): void => {};
  window.installs = { offered: 0, prompted: 0, events: [], answer: (outcome) => answer(outcome) };
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      window.installs.offered += 1;
      Object.defineProperty(event, 'prompt', {
        value: () => {
          if (!navigator.userActivation.isActive) return Promise.reject(new DOMException('', 'NotAllowedError'));
          window.installs.prompted += 1;
          return new Promise((resolve) => (answer = (outcome) => resolve({ outcome, platform: 'web' })));
        },
      });
    },
    { capture: true },
  );
  for (const name of ['latch-installed', 'latch-install-dismissed'])
    addEventListener(name, () => window.installs.events.push(name));
}

/**
 * Opens a page of the demo in the browser's own profile: nothing can be installed from a private one. Fails at the end
 * if it broke the policy, threw or logged an error.
 */
async function open(
  path: string,
  { userAgent, hasPrompts = true }: { userAgent?: string; hasPrompts?: boolean } = {},
): Promise<{ page: Page; devtools: CDPSession; close(): Promise<void> }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(patience);
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push((error as Error).message));
  const devtools = await page.createCDPSession();
  await page.evaluateOnNewDocument('globalThis.__name ??= (value) => value');
  await page.evaluateOnNewDocument(
    hasPrompts
      ? watchInstalls
      : () => addEventListener('beforeinstallprompt', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  if (userAgent) await devtools.send('Emulation.setUserAgentOverride', { userAgent });
  await page.goto(new URL(path, server.origin).href);
  return {
    page,
    devtools,
    async close() {
      await page.close();
      assert.deepEqual(problems, []);
    },
  };
}

const button = 'latch-install-button >>> button';
const waitFor = (page: Page, text: string) =>
  page.waitForFunction(
    (selector, wanted) =>
      document.querySelector('latch-install-button')!.shadowRoot!.querySelector(selector)?.textContent === wanted,
    {},
    '[role=status]',
    text,
  );

test('Chromium finds the demo fit to be installed, for the app that its manifest names', async () => {
  const { page, devtools, close } = await open('/install-button');
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  const { appId } = await devtools.send('Page.getAppId');
  assert.deepEqual([installabilityErrors, appId], [[], `${server.origin}/`]);
  await page.waitForFunction(() => window.installs.offered === 1);
  await close();
});

test('the real prompt is kept from before there was a button, opens at a click, and tells how it ended', async () => {
  const { page, close } = await open('/install-button');
  await page.waitForFunction(() => window.installs.offered === 1);
  await page.evaluate(() => {
    const old = document.querySelector('latch-install-button')!;
    old.replaceWith(document.createElement('latch-install-button'));
  });
  await page.locator(button).click();
  await page.waitForFunction(() => window.installs.prompted === 1);
  await waitFor(page, 'Continue in the dialog.');
  await page.locator(button).click();
  await page.evaluate(() => window.installs.answer('dismissed'));
  await waitFor(page, 'The app was not installed.');
  assert.deepEqual(await page.evaluate(() => [window.installs.prompted, window.installs.events] as const), [
    1,
    ['latch-install-dismissed'],
  ]);
  await close();
});

test('the button says that the app is being installed, and hides when it is', async () => {
  const { page, close } = await open('/install-button');
  await page.waitForFunction(() => window.installs.offered === 1);
  await page.locator(button).click();
  await page.waitForFunction(() => window.installs.prompted === 1);
  await page.evaluate(() => window.installs.answer('accepted'));
  await waitFor(page, 'Installing the app…');
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await page.waitForFunction(() => document.querySelector<HTMLElement>('latch-install-button')!.offsetHeight === 0);
  assert.deepEqual(await page.evaluate(() => window.installs.events), ['latch-installed']);
  assert.equal(await page.$eval('.notice', ({ textContent }) => textContent), 'The app is installed on this device.');
  await close();
});

testInFullRuns('the browser refuses its dialog without a gesture, and gives it at the next click', async () => {
  const { page, devtools, close } = await open('/install-button');
  // What Puppeteer itself evaluates counts as a gesture, for five seconds.
  const evaluate = async (expression: string) =>
    (
      await devtools.send('Runtime.evaluate', {
        expression,
        userGesture: false,
        awaitPromise: true,
        returnByValue: true,
      })
    ).result.value as unknown;
  const next = 'new Promise((resolve) => requestAnimationFrame(resolve))';
  while ((await evaluate('window.installs.offered')) === 0) await evaluate(next);
  await evaluate(`document.querySelector('latch-install-button').install()`);
  await waitFor(page, 'The app was not installed.');
  assert.equal(await page.evaluate(() => window.installs.prompted), 0);
  await page.locator(button).click();
  await page.waitForFunction(() => window.installs.prompted === 1);
  await close();
});

for (const [name, userAgent, steps] of [
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    [/Share/, /Add to Home Screen/, /Add/],
  ],
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    [/File/, /Add to Dock/, /Add/],
  ],
  [
    'Firefox on Android',
    'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
    [/menu/, /Install/, /Add/],
  ],
  [
    'Firefox on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
    [/taskbar/, /Save/],
  ],
] as const) {
  testInFullRuns(`${name} gets instructions of its own`, async () => {
    const { page, close } = await open('/install-button', { userAgent, hasPrompts: false });
    await page.locator(button).click();
    await page.waitForSelector('latch-install-button >>> dialog[open]');
    const shown = await page.$$eval('latch-install-button >>> ol > li', (items) =>
      items.map(({ textContent }) => textContent!.trim()),
    );
    assert.equal(shown.length, steps.length, shown.join(' '));
    steps.forEach((step, index) => assert.match(shown[index]!, step));
    await page.keyboard.press('Escape');
    await page.waitForFunction(
      () => !document.querySelector('latch-install-button')!.shadowRoot!.querySelector('dialog'),
    );
    await close();
  });
}

testInFullRuns('the button is not there in the window of the app', async () => {
  const app = await launchBrowser([`--app=${server.origin}/install-button`]);
  try {
    const page = (await app.pages())[0]!;
    await page.waitForSelector('latch-install-button[installed]');
    assert.equal(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches), true);
    assert.equal(await page.$eval('latch-install-button', (element) => (element as HTMLElement).offsetHeight), 0);
    assert.equal(await page.$eval('.notice', ({ textContent }) => textContent), 'You are in the installed app.');
  } finally {
    await releaseBrowser(app);
  }
});

testInFullRuns('the inspector judges the demo as Chromium does, under the strict policy', async () => {
  const { page, devtools, close } = await open('/manifest-inspector');
  await page.waitForSelector('latch-manifest-inspector >>> .report');
  const { appId } = await devtools.send('Page.getAppId');
  const shown = await page.$eval('latch-manifest-inspector >>> .engine', (card) => [
    card.querySelector('.verdict')!.textContent,
    card.querySelector('dd')!.textContent!.trim(),
  ]);
  assert.deepEqual(shown, ['Installable, and the browser offers it', appId]);
  assert.equal(await page.$$eval('latch-manifest-inspector >>> .missing', ({ length }) => length), 0);
  await close();
});
