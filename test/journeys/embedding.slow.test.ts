import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import type { Tab } from '../support/node/tab.js';
import { testInFullRuns } from '../support/node/quick.js';
import { openProfileWithPasskey, signUp } from './account-page.js';
import { startDemoAt } from './demo-site.js';

const button = 'latch-passkey-field >>> [part=button]';

describe('a page of ours in a frame of another origin of the same site', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof startDemoAt>>;
  let ours: string;
  let embedder: string;
  let stranger: string;
  before(async () => {
    browser = await launchBrowser();
    site = await startDemoAt((port) => {
      [ours, embedder, stranger] = ['rp', 'emb', 'other'].map((name) => `http://${name}.app.localhost:${port}`) as [
        string,
        string,
        string,
      ];
      return { origins: [ours], rpId: 'rp.app.localhost', embedders: [embedder] };
    });
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  /** What the tab sends to the server about where a passkey was used, once for each ceremony. */
  function watchClientData({ page }: Tab): object[] {
    const seen: object[] = [];
    page.on('request', (request) => {
      const { response } = JSON.parse(request.postData() ?? '{}') as { response?: { clientDataJSON: string } };
      if (!response) return;
      const { type, origin, crossOrigin, topOrigin } = JSON.parse(
        Buffer.from(response.clientDataJSON, 'base64url').toString(),
      ) as Record<string, unknown>;
      seen.push({ type, origin, crossOrigin, topOrigin });
    });
    return seen;
  }

  test('signs in by the button, and the session is that of the site in every tab', async () => {
    const { profile, passkeys } = await openProfileWithPasskey(browser, ours, 'alice');
    const tab = await profile.open();
    const clientData = watchClientData(tab);
    const authenticator = await tab.addAuthenticator(passkeys);
    await tab.go(`${embedder}/embedder`);
    const frame = await tab.lookInto('iframe');
    await frame.waitForAutofill();
    await authenticator.whilePresent(async () => {
      await frame.click(button);
      await frame.read('[data-view=account] h1', 'Hello, alice');
    });
    assert.deepEqual(clientData, [{ type: 'webauthn.get', origin: ours, crossOrigin: true, topOrigin: embedder }]);

    const own = await profile.open();
    await own.go('/home');
    await own.read('[data-view=account] h1', 'Hello, alice');
    await frame.click('latch-sign-out-button >>> [part=button]');
    await own.find('[data-view=sign-in]');
    await frame.find('[data-view=sign-in]');
    await profile.close();
  });

  testInFullRuns('signs in through autofill', async () => {
    const { profile, passkeys } = await openProfileWithPasskey(browser, ours, 'bob');
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator(passkeys);
    await tab.go(`${embedder}/embedder`);
    const frame = await tab.lookInto('iframe');
    await frame.waitForAutofill();
    await authenticator.whilePresent(async () => {
      await frame.chooseInAutofill();
      await frame.read('[data-view=account] h1', 'Hello, bob');
    });
    await profile.close();
  });

  testInFullRuns('creates a passkey for the user who is signed in, on a click', async () => {
    const profile = await openProfile(browser, ours);
    const own = await profile.open();
    await signUp(own, 'carol');
    const tab = await profile.open();
    const clientData = watchClientData(tab);
    const authenticator = await tab.addAuthenticator();
    await tab.go(`${embedder}/embedder`);
    const frame = await tab.lookInto('iframe');
    await authenticator.whilePresent(async () => {
      await frame.click('latch-passkey-create >>> [part=button]');
      await frame.read('latch-passkey-create >>> [part=status]', 'Your passkey is ready');
    });
    assert.deepEqual(clientData, [{ type: 'webauthn.create', origin: ours, crossOrigin: true, topOrigin: embedder }]);
    await profile.close();
  });

  test('refuses in words, and asks the browser for nothing, where the page has not said that it may be embedded', async () => {
    const profile = await openProfile(browser, ours);
    const tab = await profile.open();
    await tab.addAuthenticator();
    await tab.go(`${embedder}/embedder`);
    await (await tab.lookInto('iframe')).frame.goto(`${ours}/passkey-field`);
    const frame = await tab.lookInto('iframe');
    await frame.click(button);
    await frame.read('latch-passkey-field >>> [part=status]', 'Open this page in its own window to continue.');
    const { made, events } = await frame.frame.evaluate(() => window.watch);
    assert.deepEqual(made, { conditional: 0, modal: 0, create: 0 });
    assert.match(events.join(), /latch-sign-in-failed .*"code":"unsupported"/);
    await profile.close();
  });

  testInFullRuns('is not shown by the browser in a page that is no configured embedder', async () => {
    const profile = await openProfile(browser, ours);
    const tab = await profile.open({ expects: /frame-ancestors/ });
    await tab.go(`${stranger}/embedder`);
    const { frame } = await tab.lookInto('iframe');
    assert.deepEqual([frame.url(), await frame.$('latch-passkey-field')], ['chrome-error://chromewebdata/', null]);
    await profile.close();
  });
});

testInFullRuns(
  'a page of ours in a frame of another site says that it has to be opened in a window of its own, and asks for nothing',
  async () => {
    let ours = '';
    let elsewhere = '';
    const site = await startDemoAt((port) => {
      [ours, elsewhere] = ['rp', 'elsewhere'].map((name) => `http://${name}.localhost:${port}`) as [string, string];
      return { origins: [ours], rpId: 'rp.localhost', embedders: [elsewhere] };
    });
    const browser = await launchBrowser();
    const profile = await openProfile(browser, ours);
    const tab = await profile.open();
    const asked: string[] = [];
    tab.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await tab.page.goto(`${elsewhere}/embedder`, { waitUntil: 'networkidle0' });
    const frame = await tab.lookInto('iframe');
    await frame.read('h1', 'Open this page in its own window');
    assert.deepEqual(
      asked.filter((path) => /^\/(?:session|webauthn)/.test(path)),
      [],
    );
    assert.equal(await frame.frame.$eval('[data-view]', (view) => view.checkVisibility()), false);
    await profile.close();
    await releaseBrowser(browser);
    await site.stop();
  },
);

test('only the page that embeds may frame another origin, and hands on nothing but what signing in needs', async () => {
  const site = await startDemoAt((port) => ({
    origins: [`http://rp.app.localhost:${port}`],
    rpId: 'rp.app.localhost',
    embedders: ['http://emb.app.localhost:9'],
  }));
  const ours = site.origin.replace('localhost', 'rp.app.localhost');
  const read = async (path: string) => {
    const { headers } = await fetch(site.origin + path);
    return {
      policy: headers.get('Content-Security-Policy')!.split('; '),
      permissions: headers.get('Permissions-Policy')!.split(', '),
    };
  };
  const embedder = await read('/embedder');
  const own = `(self "${ours}")`;
  assert.deepEqual(
    embedder.policy.filter((directive) => directive.startsWith('frame-')),
    [`frame-src ${ours}`, `frame-ancestors 'self' http://emb.app.localhost:9`],
  );
  assert.deepEqual(embedder.permissions, [
    'camera=()',
    'geolocation=()',
    'microphone=()',
    `identity-credentials-get=${own}`,
    `otp-credentials=${own}`,
    `publickey-credentials-create=${own}`,
    `publickey-credentials-get=${own}`,
  ]);
  for (const path of ['/', '/embedded', '/home', '/login', '/style.css']) {
    const { policy, permissions } = await read(path);
    assert.deepEqual(
      policy.filter((directive) => directive.startsWith('frame-src')),
      [],
      path,
    );
    assert.deepEqual(
      permissions.slice(-4),
      [
        'identity-credentials-get=(self)',
        'otp-credentials=(self)',
        'publickey-credentials-create=(self)',
        'publickey-credentials-get=(self)',
      ],
      path,
    );
  }
  await site.stop();
});
