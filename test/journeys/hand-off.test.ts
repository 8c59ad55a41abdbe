import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, afterEach, before, describe, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import { build } from 'esbuild';
import type { Browser } from 'puppeteer-core';
import type { SessionAnswer } from '../../src/base/contract/types.js';
import type { Asset } from '../../server/src/http/assets.js';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import { createRunningClock, minutes } from '../support/node/clock.js';
import { root } from '../support/node/program.js';
import { startProvider, type DevelopmentProvider } from '../support/node/provider.js';
import { startServer, type TestServer } from '../support/node/server.js';
import type { Tab, TabOptions } from '../support/node/tab.js';
import { testInFullRuns } from '../support/node/quick.js';
import { demoPages } from './demo-site.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** An app as a developer writes it without our elements: shows the code and the address, and how it ended. */
const app = `
  import { clientFor, prepareHandOff, signInByHandOff } from 'latchkey/oidc';
  const say = (id, text) => (document.getElementById(id).textContent = text);
  const client = clientFor();
  const handOff = await prepareHandOff({ client });
  const onCode = ({ code, address }) => {
    say('code', code);
    document.getElementById('address').href = address;
  };
  document.querySelector('button').addEventListener('click', () => {
    signInByHandOff({ client, handOff, onCode }).then(({ method }) => say('ending', 'signed in by ' + method), ({ code }) => say('ending', code));
  });
  say('ready', 'ready');`;
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>The app</title><link rel="icon" href="/favicon.svg"><script type="module" src="/app.js"></script>
  <h1>Sign in</h1><p id="ready"></p><button>Sign in elsewhere</button><p id="code"></p><a id="address">Open this</a><p id="ending"></p>`;

async function bundleApp(): Promise<Record<string, Asset>> {
  const { outputFiles } = await build({
    stdin: { contents: app, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  });
  return {
    '/app': { body: encode(page), contentType: 'text/html; charset=utf-8', immutable: false },
    '/app.js': { body: encode(outputFiles[0]!.text), contentType: 'text/javascript; charset=utf-8', immutable: false },
  };
}

describe('a hand-off between two browsers, with the development provider', () => {
  let browser: Browser;
  let provider: DevelopmentProvider;
  let server: TestServer;
  const profiles: Profile[] = [];
  before(async () => {
    provider = await startProvider();
    const pages = await bundleApp();
    server = await startServer({
      listens: true,
      clock: createRunningClock(),
      config: { providers: [provider.settings] },
      pages: async (path) => pages[path] ?? demoPages(path),
    });
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    await server.stop();
    await provider.close();
  });

  afterEach(async () => {
    await Promise.all(profiles.splice(0).map((profile) => profile.close()));
  });

  /** Opens a tab in a browser of its own. */
  const openBrowser = async (options?: TabOptions): Promise<Tab> => {
    const profile = await openProfile(browser, server.origin);
    profiles.push(profile);
    return profile.open(options);
  };
  /** The app, once it shows the code, and what it shows. */
  const beginInApp = async (): Promise<{ device: Tab; code: string; address: string }> => {
    const device = await openBrowser({ expects: /status of 410/ });
    await device.go('/app');
    await device.read('#ready', 'ready');
    await device.click('button');
    await device.read('#code', '-');
    const [code, address] = await device.page.evaluate(
      () =>
        [
          document.getElementById('code')!.textContent!,
          (document.getElementById('address') as HTMLAnchorElement).href,
        ] as const,
    );
    return { device, code, address };
  };
  /** Clicks what leads to another page, whether that can run scripts or not. */
  const follow = async ({ page: shown }: Tab, selector: string): Promise<void> =>
    void (await Promise.all([shown.waitForNavigation(), shown.click(selector)]));
  const readMain = ({ page: shown }: Tab): Promise<string> =>
    shown.$eval('main', ({ textContent }) => textContent!.replaceAll(/\s+/g, ' ').trim());
  /** Opens the address, and plays the user at the provider; an empty name goes back there. */
  const visit = async (tab: Tab, address: string, userId = 'ada'): Promise<void> => {
    await tab.go(address);
    await follow(tab, `button[name=person][value="${userId}"]`);
  };
  /** Types the code of the app, and says yes once the button can be pressed. */
  const typeCode = async (tab: Tab, code: string): Promise<void> => {
    await tab.page.type('input[name=code]', code);
    await tab.page.waitForSelector('button[value=yes]', { visible: true });
    await follow(tab, 'button[value=yes]');
  };
  const readSession = ({ page: shown }: Tab): Promise<SessionAnswer> =>
    shown.evaluate(async () => (await (await fetch('/session')).json()) as SessionAnswer);
  const hasSession = async (tab: Tab): Promise<boolean> =>
    (await tab.page.cookies()).some(({ name }) => name === '__Host-sid');

  test('signs the app in, and not the other browser, which needs no script for it', async () => {
    const { device, code, address } = await beginInApp();
    const other = await openBrowser({ script: false });
    await visit(other, address);
    assert.match(await readMain(other), /Type the code that the app shows.*signed in as Ada Lovelace/);
    assert.equal(await hasSession(other), false);
    await typeCode(other, code);
    assert.match(await readMain(other), /Go back to the app/);
    await device.read('#ending', 'signed in by oidc');
    assert.deepEqual([(await readSession(device)).user!.name, await hasSession(other)], ['ada', false]);
  });

  testInFullRuns('leaves the user who is signed in in the other browser alone', async () => {
    const other = await openBrowser();
    await other.go('/app');
    // Its own hand-off brings a session too, which is not to come last.
    await other.read('#ready', 'ready');
    await other.page.evaluate(async () =>
      fetch('/signup', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: 'grace' }),
      }),
    );
    const { device, code, address } = await beginInApp();
    await visit(other, address);
    await typeCode(other, code);
    await device.read('#ending', 'signed in by oidc');
    await other.go('/app');
    assert.deepEqual([(await readSession(device)).user!.name, (await readSession(other)).user!.name], ['ada', 'grace']);
  });

  testInFullRuns('is not confirmed by the second click of a double click that began on another page', async () => {
    const { address } = await beginInApp();
    const other = await openBrowser();
    await visit(other, address);
    const visibilities = await other.page.$eval('button[value=yes]', (button) => {
      const [arming] = button.getAnimations();
      arming!.pause();
      return [0, 999, 1000].map((time) => {
        arming!.currentTime = time;
        return getComputedStyle(button).visibility;
      });
    });
    assert.deepEqual(visibilities, ['hidden', 'hidden', 'visible']);
  });

  testInFullRuns('is not begun by a link on another site, which leads to the sign-in page', async () => {
    const { address } = await beginInApp();
    const other = await openBrowser();
    await other.go('/app');
    await other.page.goto(`data:text/html,<a href="${address}">a gift</a>`);
    await follow(other, 'a');
    assert.equal(new URL(other.page.url()).pathname, '/login');
  });

  testInFullRuns('tells the app that the person said no', async () => {
    const { device, address } = await beginInApp();
    const other = await openBrowser();
    await visit(other, address);
    await follow(other, 'button[value=no]');
    assert.match(await readMain(other), /You were not signed in/);
    await device.read('#ending', 'cancelled');
    assert.equal((await readSession(device)).signedIn, false);
  });

  testInFullRuns('tells the app that the person went back at the provider', async () => {
    const { device, address } = await beginInApp();
    const other = await openBrowser();
    await visit(other, address, '');
    assert.match(await readMain(other), /You were not signed in/);
    await device.read('#ending', 'cancelled');
  });

  testInFullRuns('tells the app that it is over', async () => {
    const { device, address } = await beginInApp();
    server.clock.advance(10 * minutes);
    await device.read('#ending', 'timed_out');
    const other = await openBrowser({ expects: /status of 410/ });
    await other.go(address);
    assert.match(await readMain(other), /This sign-in has expired/);
  });

  testInFullRuns(
    'shows a person who was sent the address what they would allow, and a third browser nothing',
    async () => {
      const { code, address } = await beginInApp();
      const [victim, third] = [await openBrowser(), await openBrowser({ expects: /status of 400/ })];
      await visit(victim, address);
      assert.match(
        await readMain(victim),
        /If someone sent you here or told you a code, they want to get into your account/,
      );
      await third.go(victim.page.url());
      assert.equal(await third.page.$('form'), null);
      for (const { page: shown } of [victim, third]) assert.equal((await shown.content()).includes(code), false);
    },
  );

  testInFullRuns('asks again after a reload, as when the browser has put the page away meanwhile', async () => {
    const { device, code, address } = await beginInApp();
    const other = await openBrowser();
    await visit(other, address);
    await other.page.reload();
    await typeCode(other, code);
    await device.read('#ending', 'signed in by oidc');
  });

  testInFullRuns('axe finds no fault in the question, or in what follows it', async () => {
    const { code, address } = await beginInApp();
    const other = await openBrowser({ expects: /status of 400/ });
    const check = async (): Promise<void> => {
      for (const scheme of ['light', 'dark']) {
        await other.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await other.page.evaluate(axe);
        const { violations, passes } = (await other.page.evaluate(
          'axe.run(document, { resultTypes: ["violations"] })',
        )) as AxeResults;
        assert.ok(passes.length > 5, 'axe looked at the page');
        assert.deepEqual(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          [],
        );
      }
    };
    await visit(other, address);
    await check();
    await typeCode(other, 'AAAA-AAAA');
    await check();
    await typeCode(other, code);
    await check();
  });

  testInFullRuns('the question fits a narrow screen', async () => {
    const { address } = await beginInApp();
    const other = await openBrowser();
    await other.page.setViewport({ width: 320, height: 640 });
    await visit(other, address);
    assert.equal(await other.page.evaluate(() => document.documentElement.scrollWidth), 320);
    assert.ok(
      (
        await other.page.$$eval('button', (buttons) => buttons.map((button) => button.getBoundingClientRect().height))
      ).every((height) => height >= 44),
    );
  });
});
