import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { extractSnippets } from '../project/snippets.js';
import { launchBrowser, openProfile, releaseBrowser, type Profile } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import { testInFullRuns } from '../support/node/quick.js';
import type { Tab, TabOptions } from '../support/node/tab.js';
import type { Site } from './framework-app.js';
import { bundle, fileOf, pageOf, serveFiles } from './html-first-site.js';

/** Turbo needs a nonce for the style of its progress bar, and a policy of the page for the markup that it parses. */
const strictPolicy = `<meta name="csp-nonce" content="of-turbo"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self' 'nonce-of-turbo'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types lit-html latchkey default 'allow-duplicates'">`;

const turboHead = `${strictPolicy}<meta name="turbo-refresh-method" content="morph"><link rel="stylesheet" href="/preflight.css"><link rel="stylesheet" href="/styles.css"><script type="module" src="/turbo.js"></script>`;

const links = '<nav><a href="/up">Up</a> <a href="/in">In</a> <a href="/out">Out</a></nav>';

const ownForm = `<form method="post" action="/login"><label>Name <input name="username" autocomplete="username" required></label>
  <label>Password <input name="password" type="password" autocomplete="current-password" required></label><button>Go</button></form>`;

const forms = `<main><latch-sign-in methods="passkey password" id="card"></latch-sign-in>
  <latch-sign-in methods="passkey password" id="own-card">${ownForm}</latch-sign-in>
  <latch-password-form id="form"></latch-password-form>
  <latch-password-form id="own-form">${ownForm}</latch-password-form></main>`;

const password = 'correct horse';

describe('an HTML-first page', () => {
  let browser: Browser;
  let site: Site;
  let profile: Profile;
  before(async () => {
    browser = await launchBrowser();
    const turbo = `globalThis.trustedTypes?.createPolicy('default', { createHTML: (text) => text });
      const { visit, session } = await import('@hotwired/turbo');
      await import('./src/define/all.ts');`;
    const [turboScript, tags, htmx2, htmx4, preflight, styles] = await Promise.all([
      bundle(turbo),
      bundle(`import './src/define/all.ts';`),
      fileOf('node_modules/htmx-2/dist/htmx.js'),
      fileOf('node_modules/htmx.org/dist/htmx.js'),
      fileOf('node_modules/tailwindcss/preflight.css'),
      fileOf('src/styles.css'),
    ]);
    const scripts = (htmx: string) =>
      `<script src="/${htmx}.js"></script><script type="module" src="/tags.js"></script>`;
    site = await serveFiles({
      '/turbo.js': turboScript,
      '/tags.js': tags,
      '/htmx-2.js': htmx2,
      '/htmx-4.js': htmx4,
      '/preflight.css': preflight,
      '/styles.css': styles,
      '/up': pageOf(turboHead, `<body>${links}<h1>Up</h1><latch-sign-up></latch-sign-up>`),
      '/in': pageOf(turboHead, `<body>${links}<h1>In</h1><latch-sign-in></latch-sign-in>`),
      '/out': pageOf(turboHead, `<body>${links}<h1>Out</h1><latch-sign-out-button></latch-sign-out-button>`),
      '/turbo': pageOf(turboHead, `<body>${links}<h1>Forms</h1>${forms}`),
      '/htmx-2': pageOf(scripts('htmx-2'), `<body hx-boost="true">${forms}`),
      '/htmx-4': pageOf(scripts('htmx-4'), `<body hx-boost:inherited="true">${forms}`),
      '/': pageOf('', '<body><h1>Start</h1>'),
    });
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  async function open(options?: TabOptions): Promise<Tab> {
    profile = await openProfile(browser, site.origin);
    return profile.open(options);
  }

  const isSignedIn = async ({ page }: Tab, expected: boolean): Promise<unknown> =>
    page.waitForFunction(
      async (wanted) => (await (await fetch('/session')).json()).signedIn === wanted,
      { polling: 100 },
      expected,
    );

  /** Follows a link, which Turbo does without leaving the page. */
  async function follow(tab: Tab, name: string): Promise<void> {
    await tab.click(`nav a ::-p-text(${name})`);
    await tab.until((heading) => document.querySelector('h1')!.textContent === heading, name);
    await tab.until(() => !document.documentElement.hasAttribute('data-turbo-preview'));
  }

  /** Has Turbo morph the page into what the server sends. */
  const refresh = ({ page }: Tab): Promise<void> =>
    page.evaluate(async () => {
      const { Turbo } = window as unknown as { Turbo: { visit(url: string, options: { action: string }): void } };
      const isRendered = new Promise((resolve) => addEventListener('turbo:load', resolve, { once: true }));
      Turbo.visit(location.href, { action: 'replace' });
      await isRendered;
    });

  test('with the preflight of Tailwind 4, the morph of Turbo 8 and a strict policy signs a user up, out and in', async () => {
    const tab = await open();
    const authenticator = await tab.addAuthenticator();
    await tab.go('/up');
    await tab.find('latch-sign-up [name=username]');
    await tab.page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await tab.page.focus('latch-sign-up [name=username]');
    await tab.page.keyboard.type('al');
    await refresh(tab);
    await tab.page.keyboard.type('ice');
    await authenticator.whilePresent(async () => {
      await tab.page.keyboard.press('Enter');
      await isSignedIn(tab, true);
    });
    for (const round of ['passkey', 'again']) {
      await follow(tab, 'Out');
      await tab.click('latch-sign-out-button >>> [part=button]');
      await isSignedIn(tab, false);
      await follow(tab, 'In');
      await tab.waitForAutofill();
      await refresh(tab);
      await tab.find('latch-sign-in [name=username][autocomplete~=webauthn]');
      await authenticator.whilePresent(async () => {
        await tab.chooseInAutofill();
        await isSignedIn(tab, true);
      });
      assert.equal(await tab.page.evaluate(() => 'isSamePage' in window), true, round);
    }
    await profile.close();
  });

  testInFullRuns('with Turbo comes back from the cache with one form each, which works', async () => {
    const tab = await open();
    await tab.addAuthenticator();
    await tab.go('/turbo');
    await tab.page.evaluate(
      (body) => fetch('/signup', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      JSON.stringify({ username: 'bo', password }),
    );
    await tab.find('latch-password-form:not([id^=own]) form button');
    await tab.page.type('#card [name=username]', 'typed');
    for (const way of ['a link', 'back']) {
      await follow(tab, 'Out');
      await tab.page.evaluate(() => fetch('/logout', { method: 'POST' }));
      await (way === 'back' ? tab.page.goBack() : tab.go('/turbo'));
      await tab.until(() => document.querySelector('h1')!.textContent === 'Forms');
      await tab.until(
        () =>
          document.querySelectorAll('main form').length === 4 && document.querySelectorAll('main input').length === 8,
      );
      await tab.page.type('#card [name=username]', 'bo');
      await tab.page.keyboard.press('Enter');
      await tab.find('#card [name=password]:focus');
      await tab.page.keyboard.type(password);
      await tab.page.keyboard.press('Enter');
      await isSignedIn(tab, true);
      await tab.read('#card >>> h2', 'Sign in faster next time');
    }
    await profile.close();
  });

  for (const [path, library] of [
    ['/turbo', 'Turbo Drive'],
    ['/htmx-2', 'hx-boost of htmx 2'],
    ['/htmx-4', 'hx-boost of htmx 4'],
  ] as const)
    (path === '/turbo' ? test : testInFullRuns)(`with ${library} posts no form of a tag in its place`, async () => {
      const name = `user-${path.slice(1)}`;
      const tab = await open();
      await tab.addAuthenticator();
      await tab.go('/');
      await tab.page.evaluate(
        (body) => fetch('/signup', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
        JSON.stringify({ username: name, password }),
      );
      for (const form of ['#form', '#own-form', '#own-card']) {
        await tab.page.evaluate(() => fetch('/logout', { method: 'POST' }));
        await tab.go(path);
        await tab.find('#form form button');
        const types: string[] = [];
        tab.page.on('request', (request) => {
          if (request.method() === 'POST' && request.url().endsWith('/login'))
            types.push(request.headers()['content-type'] ?? '');
        });
        const seen = await tab.page.evaluateHandle(() => {
          const counts = { captured: 0, signedIn: 0 };
          addEventListener('submit', () => (counts.captured += 1), true);
          addEventListener('latch-signed-in', () => (counts.signedIn += 1));
          return counts;
        });
        await tab.page.type(`${form} [name=username]`, name);
        await tab.page.type(`${form} [name=password]`, password);
        await tab.page.keyboard.press('Enter');
        await isSignedIn(tab, true);
        assert.deepEqual(types, ['application/json'], form);
        if (form === '#own-card') await tab.click('#own-card >>> [part=action]');
        await tab.page.waitForFunction((counts) => counts.signedIn === 1, {}, seen);
        // A listener of the page that runs before sees the submit.
        assert.deepEqual(await seen.jsonValue(), { captured: 1, signedIn: 1 }, form);
        assert.equal(new URL(tab.page.url()).pathname, path);
        tab.page.removeAllListeners('request');
      }
      await profile.close();
    });

  testInFullRuns('of docs/html-first.md signs in by its tag, not by a form post', async () => {
    const examples = extractSnippets(
      await readFile(join(root, 'docs/html-first.md'), 'utf8'),
      'docs/html-first.md',
    ).filter(({ language }) => language === 'html');
    assert.deepEqual(
      examples.map(({ text }) => /import (?:\w+ from )?'(?!latchkey)([^']+)'/.exec(text)![1]),
      ['@hotwired/turbo', 'htmx.org', 'unpoly', 'alpinejs'],
    );
    const inline = /<script type="module">(.*?)<\/script>/s;
    const files = await Promise.all(
      examples.map(async ({ text }, index) => [
        [
          `/example-${index}`,
          pageOf(text.replace(inline, `<script type="module" src="/example-${index}.js"></script>`)),
        ] as const,
        [`/example-${index}.js`, await bundle(inline.exec(text)![1]!)] as const,
      ]),
    );
    const shown = await serveFiles({ ...Object.fromEntries(files.flat()), '/home': pageOf('', '<body><h1>Home</h1>') });
    profile = await openProfile(browser, shown.origin);
    // The pages have no icon, and a logout may overtake the offer of a passkey that follows a password.
    const tab = await profile.open({ expects: /status of 404|status of 401 .*\?auto=1/ });
    await tab.go('/home');
    await tab.page.evaluate(
      (body) => fetch('/signup', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      JSON.stringify({ username: 'ada', password }),
    );
    for (const [index, { place, text }] of examples.entries()) {
      await tab.page.evaluate(() => fetch('/logout', { method: 'POST' }));
      await tab.go(`/example-${index}`);
      await tab.until(() => !document.querySelector(':not(:defined)') && !document.querySelector('[slot=fallback]'));
      await tab.page.type('[name=username]', 'ada');
      if (await tab.page.$('latch-sign-in')) {
        await tab.page.keyboard.press('Enter');
        await tab.find('[name=password]:focus');
      } else await tab.page.focus('[name=password]');
      const posted = tab.page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/login'),
      );
      await tab.page.keyboard.type(password);
      await tab.page.keyboard.press('Enter');
      assert.equal((await posted).headers()['content-type'], 'application/json', place);
      await isSignedIn(tab, true);
      if (text.includes('return-to')) await tab.until(() => location.pathname === '/home');
    }
    await profile.close();
    await shown.stop();
  });
});
