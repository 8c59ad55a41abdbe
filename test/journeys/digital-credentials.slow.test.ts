import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { createVerifier } from '../../server/src/wallet/verifier.js';
import { createAuthority, type Authority } from '../../demo/wallet/authority.js';
import type { Lies } from '../../demo/wallet/lies.js';
import { createWallet, type Wallet, type WalletOptions } from '../../demo/wallet/wallet.js';
import type { IdentityRequest } from '../../src/base/contract/types.js';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import { createClock } from '../support/node/clock.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { testInFullRuns } from '../support/node/quick.js';
import { signUp } from './account-page.js';
import { startDemo } from './demo-site.js';

const openid4vp = 'openid4vp-v1-unsigned';
const mdoc = 'org-iso-mdoc';
const tag = 'latch-digital-credential-button';
const button = `${tag} >>> [part=button]`;
const status = `${tag} >>> [part=status]`;
const pageOfButton = '/digital-credential-button';

describe('a proof of age from a wallet', () => {
  let browser: Browser;
  let authority: Authority;
  let server: TestServer;
  let profile: Profile;
  let tab: Tab;
  before(async () => {
    browser = await launchBrowser();
    authority = await createAuthority({ now: createClock().now() });
  });
  after(() => releaseBrowser(browser));

  beforeEach(async () => {
    server = await startDemo({ identity: createVerifier({ roots: [authority.root], query: undefined }) });
    profile = await openProfile(browser, server.origin);
    tab = await profile.open({ expects: /status of 400/ });
  });

  afterEach(async () => {
    await profile.close();
    await server.stop();
  });

  const openWallet = (options: Partial<WalletOptions> = {}): Promise<Wallet> =>
    createWallet({ authority, now: server.clock.now, ...options });

  /** Brings the mouse to the button, and resolves with what the page has fetched then. */
  async function approach({ page }: Tab): Promise<IdentityRequest[]> {
    const fetched = Promise.all(
      [openid4vp, mdoc].map((protocol) =>
        page.waitForResponse((response) => response.url().endsWith(`/identity/request?protocol=${protocol}`)),
      ),
    );
    await page.locator(button).hover();
    return Promise.all((await fetched).map((response) => response.json() as Promise<IdentityRequest>));
  }

  /** Has the wallet of the browser answer with what `wallet` makes of the request by `protocol`. */
  async function answer({ devtools }: Tab, wallet: Wallet, request: IdentityRequest, lies?: Lies): Promise<void> {
    const { data } = await wallet.answerRequest({ ...request, origin: server.origin }, lies);
    await devtools.send('DigitalCredentials.setVirtualWalletBehavior', {
      action: 'respond',
      protocol: request.protocol,
      response: data,
    });
  }

  for (const [what, index, options] of [
    ['an identity by OpenID4VP', 0, { prefers: 'dc+sd-jwt' }],
    ['a driving licence by OpenID4VP', 0, { prefers: 'mso_mdoc' }],
    ['a driving licence by the protocol of ISO', 1, {}],
  ] as const) {
    (index === 0 && options.prefers === 'dc+sd-jwt' ? test : testInFullRuns)(
      `is verified by the server when the wallet shows ${what}, to a user who has no account`,
      async () => {
        await tab.go(pageOfButton);
        const requests = await approach(tab);
        await answer(tab, await openWallet(options), requests[index]!);
        await tab.click(button);
        await tab.read(status, 'Your digital ID was verified.');
        await tab.read('[data-told]', 'true');
        assert.equal(server.logs.length, 0);
      },
    );
  }

  testInFullRuns('is verified in the session of who is signed in, who stays so', async () => {
    await signUp(tab, 'ada');
    await tab.go(pageOfButton);
    const requests = await approach(tab);
    await answer(tab, await openWallet(), requests[1]!);
    await tab.click(button);
    await tab.read(status, 'Your digital ID was verified.');
    await tab.go('/home');
    await tab.read('[data-view=account] h1', 'Hello, ada');
  });

  testInFullRuns(
    'is not there when the person declines, and can be asked for again with the same requests',
    async () => {
      await tab.go(pageOfButton);
      const requests = await approach(tab);
      await tab.devtools.send('DigitalCredentials.setVirtualWalletBehavior', { action: 'decline' });
      await tab.click(button);
      await tab.read(status, 'Nothing was shared.');
      await answer(tab, await openWallet(), requests[0]!);
      await tab.click(button);
      await tab.read(status, 'Your digital ID was verified.');
    },
  );

  testInFullRuns('is waited for as long as the element is there', async () => {
    await tab.go(pageOfButton);
    await tab.devtools.send('DigitalCredentials.setVirtualWalletBehavior', { action: 'wait' });
    await tab.page.evaluate(() => {
      const native = navigator.credentials.get.bind(navigator.credentials);
      navigator.credentials.get = async (options) => {
        document.title = 'asked';
        return native(options).catch((error: Error) => {
          document.title = `${error.name} ${options!.signal!.aborted}`;
          throw error;
        });
      };
    });
    await tab.click(button);
    await tab.until(() => document.title === 'asked');
    await tab.read(status, 'Continue in the dialog.');
    await tab.page.evaluate((name) => document.querySelector(name)!.remove(), tag);
    await tab.until(() => document.title === 'AbortError true');
  });

  for (const [what, options, lies] of [
    ['is too young', { ageOver18: false }, {}],
    ['was asked by another page', {}, { origin: 'https://elsewhere.example' }],
    ['shows more than was asked', {}, { showsMore: true }],
  ] as const) {
    for (const index of [0, 1]) {
      testInFullRuns(
        `is refused in words, with another way, when a user ${what}: ${[openid4vp, mdoc][index]}`,
        async () => {
          await tab.go(pageOfButton);
          const requests = await approach(tab);
          await answer(tab, await openWallet(options), requests[index]!, lies);
          await tab.click(button);
          await tab.read(status, 'Your wallet didn’t share');
          assert.equal(await tab.page.$eval(`${tag} a`, (link) => link.checkVisibility()), true);
          assert.equal(await tab.page.$eval('[data-told]', ({ textContent }) => textContent), '');
        },
      );
    }
  }

  testInFullRuns('is refused from an issuer that the server does not trust', async () => {
    const stranger = await createAuthority({ now: server.clock.now(), name: 'Unknown' });
    await tab.go(pageOfButton);
    const requests = await approach(tab);
    await answer(tab, await openWallet({ authority: stranger }), requests[1]!);
    await tab.click(button);
    await tab.read(status, 'Your wallet didn’t share');
  });

  testInFullRuns('is refused when the same answer comes again', async () => {
    await tab.go(pageOfButton);
    const requests = await approach(tab);
    await answer(tab, await openWallet(), requests[0]!);
    await tab.click(button);
    await tab.read(status, 'Your digital ID was verified.');
    await tab.click(button);
    await tab.read(status, 'That took too long. Try again.');
  });

  testInFullRuns('is requested with fresh requests after a user has signed in, in another tab', async () => {
    await tab.go(pageOfButton);
    await approach(tab);
    const other = await profile.open();
    await signUp(other, 'grace');
    await tab.page.mouse.move(0, 0);
    const requests = await approach(tab);
    await answer(tab, await openWallet(), requests[0]!);
    await tab.click(button);
    await tab.read(status, 'Your digital ID was verified.');
  });
});
