import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { startDemo } from '../journeys/demo-site.js';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import { root } from './stranger.js';
import { isSoak } from '../support/node/quick.js';

const pages = readdirSync(join(root, 'dist/demo/docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .concat('../index.html', '../404.html')
  .sort();

/** What a reader does in the example of a tag, and what it leads to. */
interface Use {
  readonly steps: readonly Step[];
  /** An event of the tag, which the page lists. */
  readonly event?: string;
  /** A custom state of the tag. */
  readonly state?: string;
}
type Step =
  readonly ['click' | 'focus', selector: string] | readonly ['type' | 'choose', selector: string, text: string];

const agree: Step = ['click', 'dialog.simulated button[value=yes]'];
const chooseInAutofill: Step = ['click', '.autofill button'];
const press = (tag: string, part = 'button'): Step => ['click', `${tag} >>> [part=${part}]`];

const uses: Readonly<Record<string, Use>> = {
  'latch-sign-in': { steps: [['focus', 'latch-sign-in input'], chooseInAutofill, agree], event: 'latch-signed-in' },
  'latch-sign-up': {
    steps: [['type', 'latch-sign-up [name=username]', 'grace'], ['click', 'latch-sign-up form > button'], agree],
    event: 'latch-signed-up',
  },
  'latch-passkey-field': { steps: [['focus', '#username'], chooseInAutofill, agree], event: 'latch-signed-in' },
  'latch-passkey-button': { steps: [press('latch-passkey-button'), agree], event: 'latch-signed-in' },
  'latch-passkey-create': { steps: [press('latch-passkey-create'), agree], event: 'latch-passkey-created' },
  'latch-passkey-list': { steps: [press('latch-passkey-list'), agree], event: 'latch-passkey-created' },
  'latch-password-form': {
    steps: [
      ['type', 'latch-password-form [name=username]', 'ada@example.com'],
      ['type', 'latch-password-form [name=password]', 'correct horse'],
      ['click', 'latch-password-form form button'],
    ],
    event: 'latch-signed-in',
  },
  'latch-oidc-button': { steps: [press('latch-oidc-button')], event: 'latch-signed-in' },
  'latch-fedcm-button': { steps: [press('latch-fedcm-button'), agree], event: 'latch-signed-in' },
  'latch-otp-input': { steps: [['type', 'latch-otp-input input', '123456']], event: 'latch-signed-in' },
  'latch-digital-credential-button': {
    steps: [press('latch-digital-credential-button'), agree],
    event: 'latch-identity-verified',
  },
  'latch-payment-button': {
    steps: [press('latch-payment-button'), press('latch-payment-button', 'dialog-confirm'), agree],
    event: 'latch-payment-confirmed',
  },
  'latch-account': {
    steps: [
      ['click', 'latch-account >>> [data-opens=name]'],
      ['type', 'latch-account >>> [name=displayName]', ', Countess'],
      ['click', 'latch-account >>> form [part=button]'],
    ],
    event: 'latch-account-changed',
  },
  'latch-vault-unlock': { steps: [press('latch-vault-unlock'), agree], event: 'latch-unlocked' },
  'latch-session-list': {
    steps: [
      press('latch-session-list', 'item-actions'),
      ['click', 'latch-session-list >>> [role=menuitem]'],
      press('latch-session-list', 'dialog-confirm'),
    ],
    event: 'latch-session-revoked',
  },
  'latch-sign-out-button': { steps: [press('latch-sign-out-button')], event: 'latch-signed-out' },
  'latch-offline-status': { steps: [['choose', '[name=network]', 'is offline']], state: 'offline' },
  'latch-install-button': { steps: [press('latch-install-button')], state: 'guiding' },
  'latch-manifest-inspector': { steps: [], event: 'latch-manifest-inspected' },
};

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
    const complaints: string[] = [];
    const waiting = [...pages];
    const look = async (): Promise<void> => {
      const page = await browser.newPage({ type: 'window' });
      let file: string | undefined;
      const complain = (what: string): void => void complaints.push(`${file}: ${what}`);
      page.on('pageerror', (error) => complain((error as Error).message));
      page.on('console', (message) => {
        if (['error', 'warn'].includes(message.type())) complain(message.text());
      });
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== server.origin) complain(`requests ${request.url()}`);
      });
      while ((file = waiting.shift()) !== undefined) {
        await page.setViewport({ width: 1280, height: 900 });
        await open(page, file);
        await page.evaluate(axe);
        // of what axe looks at, the other scheme changes colors alone, which most pages have in common, and so they have
        // what stands around the text
        const isSample = isSoak || pages.indexOf(file) % 4 === 0;
        for (const [value, options] of [
          ['light', isSample ? {} : { include: ['main'], rules: { 'color-contrast': { enabled: false } } }],
          ...(isSample ? [['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }] as const] : []),
        ] as const) {
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
          for (const fault of await page.evaluate(runAxe, options)) complain(fault);
        }
        await page.setViewport({ width: 320, height: 640 });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > 320) complain(`is ${width} px wide`);
      }
      await page.close();
    };
    await Promise.all([look(), look(), look()]);
    assert.deepEqual(complaints, []);
  });

  test('has its text and its pages without script', async () => {
    const texts = await Promise.all(
      pages.map(async (file) => ({ file, text: await (await fetch(`${server.origin}/docs/${file}`)).text() })),
    );
    // The parser of the browser runs no script, and draws nothing.
    const page = await browser.newPage();
    const read = await page.evaluate(
      (found) =>
        found.map(({ file, text }) => {
          const parsed = new DOMParser().parseFromString(text, 'text/html');
          const links = parsed.querySelectorAll('nav a').length;
          return { file, length: parsed.querySelector('main')!.textContent.length, links };
        }),
      texts,
    );
    const bare = read.filter(({ length, links }) => length < 200 || links < 40);
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

  test('has an example of each tag', () => {
    const tags = pages.flatMap((file) => /^elements\/(latch-[\w-]+)\.html$/.exec(file)?.[1] ?? []);
    assert.deepEqual(Object.keys(uses).sort(), tags);
  });

  for (const [tag, { steps, event, state }] of Object.entries(uses))
    test(`lets the reader use ${tag}, and keeps nothing under the names of an app`, async () => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage({ type: 'window' });
      await open(page, `elements/${tag}.html`);
      for (const [kind, selector, text = ''] of steps) {
        const target = (await page.waitForSelector(selector, { visible: true }))!;
        if (kind === 'type') await target.type(text);
        else if (kind === 'choose') await target.select(text);
        else if (kind === 'focus') await target.focus();
        else await target.click();
      }
      if (state) await page.waitForSelector(`${tag}:state(${state})`);
      if (event)
        await page.waitForFunction(
          (name) => [...document.querySelectorAll('.events li')].some((item) => item.textContent.includes(name)),
          {},
          event,
        );
      const names = await page.evaluate(async () => [
        ...Object.keys(localStorage),
        ...(await indexedDB.databases()).map(({ name }) => name),
        ...(await navigator.locks.query()).held!.map(({ name }) => name),
      ]);
      assert.deepEqual(
        names.filter((name) => !name?.startsWith('examples:')),
        [],
      );
      await context.close();
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
async function runAxe({ include = ['html'], ...options }: { include?: string[] }): Promise<string[]> {
  const { axe: runner } = globalThis as unknown as {
    axe: {
      run(context: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    };
  };
  const { violations } = await runner.run({ include }, { resultTypes: ['violations'], ...options });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 160)}`);
}
