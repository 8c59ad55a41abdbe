import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, afterEach, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { startServer, type TestServer } from '../support/node/server.js';
import { killBrowser } from './kill-browser.js';
import { isSoak } from '../support/node/quick.js';

const kills = isSoak ? 20 : 2;
const path = fileURLToPath(new URL('../support/browser/sign-out-kill-page.ts', import.meta.url));

suite('killing Chromium around a sign-out', () => {
  let server: TestServer;
  let profile: string;
  let browser: Browser | undefined;

  before(async () => {
    const { outputFiles } = await build({
      entryPoints: [path],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      conditions: ['browser'],
    });
    const script = Buffer.from(outputFiles[0]!.contents);
    const document = Buffer.from(
      '<!doctype html><title>Sign out</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
    );
    server = await startServer({
      listens: true,
      pages: async (at) =>
        at === '/page.js'
          ? { body: Uint8Array.from(script), contentType: 'text/javascript', immutable: false }
          : { body: Uint8Array.from(document), contentType: 'text/html', immutable: false },
    });
  });
  after(() => server.stop());

  beforeEach(async () => {
    profile = await mkdtemp(join(tmpdir(), 'latchkey-profile-'));
  });
  afterEach(async () => {
    await killBrowser(browser);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Starts the browser with the profile as it was left, and opens the page. */
  async function begin(): Promise<Page> {
    browser = await launch({
      executablePath: findChromium()!,
      args: chromiumFlags,
      userDataDir: profile,
      protocolTimeout: 60_000,
    });
    const page = await browser.newPage();
    await page.goto(`${server.origin}/home`, { waitUntil: 'load' });
    return page;
  }

  /** Signs in, and closes the browser in order, so that cookies and all else are on the disk. */
  async function signIn(): Promise<void> {
    // As in life, no two sign-ins are at the same time.
    server.clock.advance(1000);
    assert.equal(await (await begin()).evaluate('page.signIn()'), 'signed-in');
    await browser!.close();
  }

  /** Starts the browser again: the user must be signed out here at once, and soon at the backend. */
  async function expectSignedOut(round: number): Promise<void> {
    const page = await begin();
    assert.equal(await page.evaluate('page.read()'), 'signed-out', `in round ${round}`);
    await page.waitForFunction('page.isAtBackend().then((isThere) => !isThere)');
    assert.equal(await page.evaluate('page.read()'), 'signed-out');
    await browser!.close();
  }

  test(`${kills} sign-outs without a connection hold when the browser is killed right after them`, async () => {
    for (let round = 1; round <= kills; round++) {
      await signIn();
      const page = await begin();
      assert.equal(await page.evaluate('page.read()'), 'signed-in');
      await page.setOfflineMode(true);
      assert.equal(await page.evaluate('page.signOut()'), false);
      await killBrowser(browser);
      await expectSignedOut(round);
    }
  });

  test(`${kills} sign-outs hold when the browser is killed in the middle, on a line that hangs`, async () => {
    for (let round = 1; round <= kills; round++) {
      await signIn();
      const page = await begin();
      await page.evaluate('page.read()');
      let tell!: () => void;
      const said = new Promise<void>((resolve) => (tell = resolve));
      await page.exposeFunction('say', tell);
      page.evaluate('page.signOutOnHangingLine()').catch(() => {});
      await said;
      await killBrowser(browser);
      await expectSignedOut(round);
    }
  });

  test(`${kills} writes that wait are counted by a sign-out when the browser is killed right after each`, async () => {
    await signIn();
    for (let round = 1; round <= kills; round++) {
      await (await begin()).evaluate('page.enqueue()');
      await killBrowser(browser);
      assert.equal(await (await begin()).evaluate('page.askedUnsent()'), round);
      await killBrowser(browser);
    }
  });

  test(`${kills} times no vault is missed that a sign-out has deleted when the browser is killed right after it`, async () => {
    for (let round = 1; round <= kills; round++) {
      await signIn();
      await (await begin()).evaluate('page.enqueue()');
      await browser!.close();
      const page = await begin();
      await page.evaluate('page.read()');
      assert.equal(await page.evaluate('page.vaults()'), 1);
      assert.equal(await page.evaluate('page.signOut()'), true);
      await killBrowser(browser);
      assert.equal(await (await begin()).evaluate('page.vaults()'), 0, `in round ${round}`);
      await browser!.close();
    }
  });
});
