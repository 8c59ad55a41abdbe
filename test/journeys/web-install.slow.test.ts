import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { build } from 'esbuild';
import { PNG } from 'pngjs';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { root } from '../../scripts/run.mjs';
import type * as Module from '../../src/install/index.js';
import { findProgram, startDisplay } from '../support/runner/display.mjs';

const skip =
  findProgram('Xvfb') && findProgram('xdotool') ? false : 'There is no Xvfb, or no xdotool, on this machine.';
const features = '--enable-blink-features=WebAppInstallation,InstallElement,WebAppInstallElement';
const icon = PNG.sync.write(Object.assign(new PNG({ width: 144, height: 144 }), {}));

/** A server of an app at `/`, with its manifest and the elements from their sources. */
async function serveApp(name: string, manifest: object, scripts: ReadonlyMap<string, Uint8Array>): Promise<Server> {
  const files = new Map<string, [type: string, body: string | Uint8Array]>([
    ['/icon.png', ['image/png', icon]],
    [
      '/app.webmanifest',
      [
        'application/manifest+json',
        JSON.stringify({
          id: '/app',
          name,
          start_url: '/',
          display: 'standalone',
          icons: [{ src: '/icon.png', sizes: '144x144', type: 'image/png' }],
          ...manifest,
        }),
      ],
    ],
  ]);
  for (const [file, code] of scripts) files.set(`/${file}`, ['text/javascript', code]);
  const server = createServer((request, response) => {
    const [type, body] = files.get(request.url!) ?? [
      'text/html',
      `<!doctype html><link rel="manifest" href="/app.webmanifest"><script type="module" src="/entry.js"></script><main></main>`,
    ];
    response.setHeader('content-type', type).setHeader('access-control-allow-origin', '*').end(body);
  }).listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

const originOf = (server: Server) => `http://localhost:${(server.address() as AddressInfo).port}`;

/** The install button from its sources, as the modules that a page loads. */
async function bundle(): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import './src/define/install-button.ts'; import * as install from './src/install/index.ts'; globalThis.latchkey = install;`,
      resolveDir: root,
      loader: 'ts',
    },
    outdir: 'out',
    entryNames: 'entry',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    tsconfig: `${root}tsconfig.json`,
    logLevel: 'error',
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
}

describe('Web Install in Chromium with its blink features', { skip }, () => {
  let display: Awaited<ReturnType<typeof startDisplay>>;
  let browser: Browser;
  let page: Page;
  let servers: Server[];
  let here: string, other: string, nameless: string;

  before(async () => {
    const scripts = await bundle();
    servers = await Promise.all([
      serveApp('Here', {}, scripts),
      serveApp('Elsewhere', {}, scripts),
      serveApp('', { name: '' }, scripts),
    ]);
    [here, other, nameless] = servers.map(originOf) as [string, string, string];
    display = await startDisplay();
  });

  after(async () => {
    await browser?.close();
    display?.end();
    for (const server of servers ?? []) server.close();
  });

  /** Every test has a browser of its own: what is installed stays installed in its profile. */
  beforeEach(async () => {
    await browser?.close();
    browser = await launch({
      executablePath: findChromium()!,
      headless: false,
      env: { ...process.env, DISPLAY: display.name },
      args: [...chromiumFlags, features, '--window-position=0,0', '--window-size=1200,900'],
      protocolTimeout: 60_000,
    });
    [page] = (await browser.pages()) as [Page];
    page.setDefaultTimeout(20_000);
    await page.goto(here);
    await page.waitForFunction(() => customElements.get('latch-install-button'));
  });

  /** Puts a button into the page, and keeps what it reports. */
  async function put(attributes: string): Promise<void> {
    await page.evaluate((text) => {
      document.querySelector('main')!.innerHTML = `<latch-install-button ${text}></latch-install-button>`;
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      for (const name of ['latch-installed', 'latch-install-dismissed', 'latch-install-failed'])
        document.addEventListener(name, (event) =>
          seen.push([name, (event as CustomEvent<Error | undefined>).detail?.message].filter(Boolean).join(': ')),
        );
    }, attributes);
  }

  /** Clicks, and answers the dialog of the browser: a try before it is there reaches an empty part of the page. */
  async function answer(selector: string, outcome: 'accept' | 'decline'): Promise<void> {
    await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.splice(0));
    await page.locator(selector).click();
    let tries = 0;
    const isAnswered = () =>
      page
        .waitForFunction(() => (globalThis as unknown as { seen: string[] }).seen.length > 0, { timeout: 1500 })
        .then(
          () => true,
          () => false,
        );
    do {
      // The dialog is at the upper edge, with "Install" at its right. It ignores what comes too soon after another click.
      if (outcome === 'decline') await display.press('Escape');
      else await display.click(762, tries++ % 2 ? 226 : 250);
    } while (!(await isAnswered()));
  }

  const seen = async (): Promise<string[]> => {
    await page.waitForFunction(() => (globalThis as unknown as { seen: string[] }).seen.length > 0);
    return page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  };
  /** Waits until the browser takes clicks on its own button, which has to be visible for a while. */
  const browserButtonIsReady = () =>
    page.waitForFunction(() => {
      const { shadowRoot } = document.querySelector('latch-install-button')!;
      return (shadowRoot!.querySelector('install') as { isValid?: boolean } | null)?.isValid;
    });
  const ownButton = 'latch-install-button >>> [part~="button"]';
  const browserButton = 'latch-install-button >>> install';

  test('installs the app of the page by navigator.install(), and hides the button', async () => {
    await put('');
    await answer(ownButton, 'accept');
    assert.deepEqual(await seen(), ['latch-installed']);
    await page.waitForSelector('latch-install-button[installed]');
  });

  test('reports that the user has declined, and opens the dialog again at the next click', async () => {
    await put('');
    await answer(ownButton, 'decline');
    assert.deepEqual(await seen(), ['latch-install-dismissed']);
    await answer(ownButton, 'accept');
    await page.waitForSelector('latch-install-button[installed]');
  });

  test('explains in the steps why the browser refuses the manifest of the page', async () => {
    await page.goto(nameless);
    await page.waitForFunction(() => customElements.get('latch-install-button'));
    await put('');
    await page.locator(ownButton).click();
    await page.locator('latch-install-button >>> .problems li ::-p-text(name)').wait();
  });

  test('installs the app of another origin by the browser’s own button, with the same events', async () => {
    await put(`manifest-url="${other}/app.webmanifest" manifest-id="/app" install-url="${other}/"`);
    await browserButtonIsReady();
    await answer(browserButton, 'decline');
    assert.deepEqual(await seen(), ['latch-install-dismissed']);
    await put(`manifest-url="${other}/app.webmanifest"`);
    await browserButtonIsReady();
    await answer(browserButton, 'accept');
    assert.deepEqual(await seen(), ['latch-installed']);
    await page.waitForSelector('latch-install-button[installed]');
  });

  test('explains why the browser refuses the app of another origin', async () => {
    await put(`manifest-url="${nameless}/app.webmanifest"`);
    await browserButtonIsReady();
    await page.locator(browserButton).click();
    const [event] = await seen();
    assert.match(event!, /^latch-install-failed: The browser refuses to install the app\. .*name/);
  });

  test('installs the app of another origin by script, once the user has allowed it', async () => {
    const devtools = await browser.target().createCDPSession();
    await devtools.send('Browser.setPermission', {
      permission: { name: 'web-app-installation' },
      setting: 'granted',
      origin: here,
    });
    await page.evaluate((manifestUrl) => {
      const button = document.querySelector('main')!.appendChild(document.createElement('button'));
      const { install } = (globalThis as unknown as { latchkey: typeof Module }).latchkey;
      button.textContent = 'Install';
      button.onclick = async () => {
        const outcome = await install({ target: { manifestUrl } }).catch((error: Error) => error.message);
        (globalThis as unknown as { seen: string[] }).seen.push(outcome);
      };
      Object.assign(globalThis, { seen: [] });
    }, `${other}/app.webmanifest`);
    await answer('main button', 'accept');
    assert.deepEqual(await seen(), ['accepted']);
  });
});
