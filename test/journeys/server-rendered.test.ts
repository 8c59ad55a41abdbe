import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'esbuild';
import type { Browser } from 'puppeteer-core';
import type { Asset } from '../../server/src/http/assets.js';
import { assetsIn } from '../../server/src/http/assets.js';
import { renderOnServer } from '../project/render-on-server.js';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import { testInFullRuns } from '../support/node/quick.js';
import type { Tab } from '../support/node/tab.js';
import { serveBeside } from './framework-app.js';
import { post } from './notes-page.js';

declare global {
  interface Window {
    /** What the test sees of a page while it loads. */
    seen: { shift: number; texts: Record<string, string[]>; early: number };
  }
}

const field = `<label for="name">Username</label><input id="name" autocomplete="username webauthn">`;
const code = `<label for="code">Code</label><input id="code" autocomplete="one-time-code">`;
const password = 'correct horse battery';
const form = '<latch-password-form></latch-password-form>';
/** Elements with more than a form, which they make in the page too. */
const cards = ['latch-sign-in', 'latch-sign-up'];
const elementsFor = (language: string): string =>
  [
    `<latch-passkey-field lang="${language}">${field}</latch-passkey-field>`,
    `<latch-passkey-button lang="${language}"></latch-passkey-button>`,
    `<latch-oidc-button lang="${language}">Example</latch-oidc-button>`,
    `<latch-otp-input lang="${language}">${code}</latch-otp-input>`,
    form.replace('>', ` lang="${language}">`),
    `<latch-sign-in lang="${language}"></latch-sign-in>`,
    `<latch-sign-up lang="${language}"></latch-sign-up>`,
    '<p>After all of it</p>',
  ].join('\n');

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A page as a server sends it, with a script that defines the tags. */
const page = (body: string, script: string): Asset => ({
  body: encode(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rendered</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/cdn/styles.css"><body>${body}<script type="module" src="${script}"></script>`,
  ),
  contentType: 'text/html; charset=utf-8',
  immutable: false,
});

/** An application of other Lit elements too, which loads Lit's support for hydration first. */
async function bundleWithLitHydration(): Promise<Asset> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import '@lit-labs/ssr-client/lit-element-hydrate-support.js'; import './dist/define/all.js';`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    conditions: ['browser', 'production'],
    logLevel: 'error',
  });
  return { body: encode(outputFiles[0]!.text), contentType: 'text/javascript; charset=utf-8', immutable: false };
}

describe('a page that was rendered on the server', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveBeside>>;
  before(async () => {
    browser = await launchBrowser();
    const texts = [elementsFor('en'), elementsFor('de'), form, ...cards.map((tag) => `<${tag}></${tag}>`)];
    const [english, german, alone, ...alones] = (await renderOnServer(texts, ['de'])) as [string, string, string];
    const files: Record<string, Asset> = {
      '/english': page(english, '/cdn/latchkey.js'),
      '/german': page(german, '/cdn/latchkey.js'),
      '/': page('', '/cdn/latchkey.js'),
      '/alone': page(alone, '/cdn/latchkey.js'),
      ...Object.fromEntries(cards.map((tag, index) => [`/${tag}`, page(alones[index]!, '/cdn/latchkey.js')])),
      '/beside-lit': page(english, '/beside-lit.js'),
      '/beside-lit.js': await bundleWithLitHydration(),
    };
    const singleFile = assetsIn(join(root, 'dist/cdn'));
    site = await serveBeside(async (path) =>
      path.startsWith('/cdn/') ? singleFile(path.slice('/cdn'.length)) : files[path],
    );
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  async function openTab(options = {}): Promise<{ tab: Tab; said: string[]; close(): Promise<void> }> {
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects: /status of 404/, ...options });
    const said: string[] = [];
    // Chromium reports that the server has no providers.
    const isExpected = (address = '') => address.endsWith('/auth/providers');
    tab.page.on('console', (message) => {
      const { url } = message.location();
      if (!isExpected(url)) said.push(`${message.type()}: ${message.text()} ${url ?? ''}`);
    });
    return { tab, said, close: () => profile.close() };
  }

  /** Notes all layout shifts, and which texts each element shows in any frame. */
  function watch({ page }: Tab): Promise<unknown> {
    return page.evaluateOnNewDocument(() => {
      window.seen = { shift: 0, texts: {}, early: 0 };
      addEventListener('DOMContentLoaded', () => {
        const note = (records: MutationRecord[]) => {
          const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
          if (document.readyState !== 'complete') window.seen.early += added.length;
        };
        new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
      });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
      const look = () => {
        for (const element of document.querySelectorAll('body > *')) {
          // A browser may draw a frame while the parser is in the middle of an element.
          if (document.readyState === 'loading' && !element.nextElementSibling) continue;
          // The form of a card moves from its shadow root into the page.
          const places =
            element.querySelector('form[data-latch-card]') || element.shadowRoot?.querySelector('form[data-latch-card]')
              ? 'h2, p, label, button'
              : '[part=button]';
          const parts = [element.shadowRoot, places === '[part=button]' ? null : element].flatMap((root) => [
            ...(root?.querySelectorAll<HTMLElement>(places) ?? []),
          ]);
          const text = parts
            .filter((part) => part.checkVisibility() && !part.closest('[aria-hidden=true]') && part.innerText)
            .map((part) => part.innerText)
            .sort()
            .concat(places === '[part=button]' ? [] : `${(element as HTMLElement).offsetHeight} px`)
            .join(' | ');
          const texts = (window.seen.texts[element.localName] ??= []);
          if (element.shadowRoot && texts.at(-1) !== text) texts.push(text);
        }
        requestAnimationFrame(look);
      };
      look();
    });
  }

  for (const [path, language] of [
    ['/english', 'English'],
    ['/german', 'German'],
    ['/beside-lit', 'English, by an app with Lit’s own hydration'],
  ] as const)
    testInFullRuns(`comes alive without a flash, a shift or a word in the console, in ${language}`, async () => {
      const { tab, said, close } = await openTab();
      await watch(tab);
      await tab.go(path);
      for (const tag of ['latch-password-form', ...cards]) await tab.find(`${tag} > form`);
      await tab.until(() => document.querySelectorAll(':not(:defined)').length === 0);
      await tab.until(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))),
      );
      const { shift, texts, early } = await tab.page.evaluate(() => window.seen);
      assert.ok(shift <= 0.01, `the layout shift is ${shift}`);
      for (const tag of [
        'latch-passkey-field',
        'latch-passkey-button',
        'latch-oidc-button',
        'latch-otp-input',
        ...cards,
      ])
        assert.equal(texts[tag]!.length, 1, `${tag} showed ${JSON.stringify(texts[tag])}`);
      assert.notEqual(texts['latch-passkey-field']![0], '');
      assert.equal(early, 0, 'nothing is put into the page while a framework may still hydrate it');
      const doubled = await tab.page.$$eval('body > *', (elements) =>
        elements
          .filter(({ shadowRoot }) => (shadowRoot?.querySelectorAll('[part=status]').length ?? 1) !== 1)
          .map(({ localName }) => localName),
      );
      assert.deepEqual(doubled, [], 'what the server has rendered is replaced, not doubled');
      assert.deepEqual(said, []);
      await close();
    });

  for (const [path, element] of [
    ['/alone', 'latch-password-form'],
    ['/latch-sign-in', 'latch-sign-in'],
  ] as const)
    testInFullRuns(`signs in by the form of a server in <${element}>, without script`, async () => {
      const username = `grace-${element}`;
      const helper = await openTab();
      await helper.tab.go('/');
      await post(helper.tab, '/signup', { username, password });
      await helper.close();
      const { tab, close } = await openTab({ script: false });
      await tab.go(path);
      await sendWithoutScript(tab, element, username);
      assert.equal(await readSignedIn(tab), true);
      await close();
    });

  testInFullRuns('creates an account by the form of a server, without script', async () => {
    const { tab, close } = await openTab({ script: false });
    await tab.go('/latch-sign-up');
    await sendWithoutScript(tab, 'latch-sign-up', 'hedy');
    assert.equal(await readSignedIn(tab), true);
    await close();
  });

  async function sendWithoutScript({ page }: Tab, element: string, username: string): Promise<void> {
    await page.type(`${element} >>> [name=username]`, username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  }

  async function readSignedIn(tab: Tab): Promise<boolean> {
    await tab.go('/session');
    const session = JSON.parse(await tab.page.$eval('body', ({ textContent }) => textContent!)) as {
      signedIn: boolean;
    };
    return session.signedIn;
  }

  test('keeps what was typed before the script came, and the cursor, and signs in', async () => {
    const helper = await openTab();
    await helper.tab.go('/alone');
    await post(helper.tab, '/signup', { username: 'ada', password: 'correct horse battery' });
    await helper.close();

    const { tab, said, close } = await openTab();
    let release = (): void => {};
    const typed = new Promise<void>((resolve) => (release = resolve));
    await tab.page.setRequestInterception(true);
    tab.page.on('request', (request) => {
      if (request.url().endsWith('/cdn/latchkey.js')) void typed.then(() => request.continue());
      else void request.continue();
    });
    const opened = tab.go('/alone');
    await tab.page.locator('latch-password-form >>> #username').fill('ada');
    await tab.page.focus('latch-password-form >>> #username');
    release();
    await opened;
    await tab.find('latch-password-form > form');
    const kept = await tab.page.$eval('latch-password-form [name=username]', (input) => [
      (input as HTMLInputElement).value,
      document.activeElement === input,
    ]);
    assert.deepEqual(kept, ['ada', true]);
    await tab.fill('latch-password-form [name=password]', 'correct horse battery');
    await tab.page.keyboard.press('Enter');
    await tab.read('latch-password-form >>> [part=status]', 'You’re signed in.');
    assert.deepEqual(said, []);
    await close();
  });
});
