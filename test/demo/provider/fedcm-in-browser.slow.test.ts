import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import type { SessionAnswer } from '../../../src/base/contract/types.js';
import { launchBrowser, releaseBrowser } from '../../support/node/browser.js';
import { startProvider, type DevelopmentProvider } from '../../support/node/provider.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import { namesIn } from '../../support/node/session-names.js';
import { createRunningClock } from '../../support/node/clock.js';
import { testInFullRuns } from '../../support/node/quick.js';

/** What the browser shows the person. */
interface Dialog {
  dialogId: string;
  dialogType: string;
  accounts: { accountId: string; loginState: string; privacyPolicyUrl?: string }[];
}

declare global {
  interface Window {
    /**
     * Has the page ask for a token and post it. Resolves with how that ended: the status, or what the browser rejected
     * with.
     */
    signIn(mode: 'active' | 'passive'): Promise<unknown[]>;
    /** How the click on the page's button ended. */
    clicked: Promise<unknown[]>;
  }
}

const script = `
async function signIn(mode) {
  try {
    const { nonce, providers: [provider] } = await (await fetch('/auth/fedcm/nonce')).json();
    const { token, configURL } = await navigator.credentials.get({ identity: { mode, providers: [{ ...provider, params: { nonce } }] } });
    const { status } = await fetch('/auth/fedcm', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token, configURL }) });
    return [status];
  } catch ({ name, error, url }) {
    return [name, error, url];
  }
}
document.querySelector('button').onclick = () => (window.clicked = signIn('active'));
`;
/** Pages by path: one with the tag, whose policy therefore lets the browser ask, and one without. */
const pages = async (path: string) => {
  const tag = path === '/plain' ? '' : '<latch-fedcm-button></latch-fedcm-button>';
  const html = `<!doctype html><title>The app</title><button>Sign in</button>${tag}<script nonce="latchkey-nonce">${script}</script>`;
  return { body: new TextEncoder().encode(html), contentType: 'text/html', immutable: false };
};

describe('a browser that asks the development provider', () => {
  let browser: Browser;
  let provider: DevelopmentProvider;
  let server: TestServer;
  before(async () => {
    provider = await startProvider();
    server = await startServer({
      config: { providers: [provider.settings], fedcm: [provider.fedcm] },
      clock: createRunningClock(),
      listens: true,
      pages,
    });
    browser = await launchBrowser([]);
  });
  after(async () => {
    await releaseBrowser(browser);
    await server.stop();
    await provider.close();
  });

  /**
   * A tab of a new profile, in which these people are signed in at the provider, and the dialogs it shows one after
   * another.
   */
  async function openTab(
    people: string[],
    path = '/',
  ): Promise<{ tab: Page; devtools: CDPSession; nextDialog: () => Promise<Dialog> }> {
    const tab = await (await browser.createBrowserContext()).newPage();
    for (const person of people) {
      await tab.goto(`${provider.settings.issuer}/sign-in`);
      await Promise.all([tab.waitForNavigation(), tab.click(`button[value="${person}"]`)]);
    }
    await tab.goto(server.origin + path);
    const devtools = await tab.createCDPSession();
    const shown: Dialog[] = [];
    let notify = (): void => {};
    devtools.on('FedCm.dialogShown', (dialog) => {
      shown.push(dialog as Dialog);
      notify();
    });
    await devtools.send('FedCm.enable', { disableRejectionDelay: true });
    const nextDialog = async (): Promise<Dialog> => {
      if (shown.length === 0) await new Promise<void>((resolve) => (notify = resolve));
      return shown.shift()!;
    };
    return { tab, devtools, nextDialog };
  }

  const signIn = (tab: Page): Promise<unknown[]> => tab.evaluate(() => window.signIn('passive'));
  const readSession = (tab: Page): Promise<SessionAnswer> =>
    tab.evaluate(async () => (await (await fetch('/session')).json()) as SessionAnswer);

  test('shows who is signed in there, and signs in at the app who is chosen', async () => {
    const { tab, devtools, nextDialog } = await openTab(['hedy', 'grace']);
    const outcome = signIn(tab);
    const { dialogId, dialogType, accounts } = await nextDialog();
    assert.equal(dialogType, 'AccountChooser');
    assert.deepEqual(
      accounts.map(({ accountId }) => accountId),
      ['hedy', 'grace'],
    );
    assert.equal(accounts[0]!.loginState, 'SignUp', 'a user whom the app does not know');
    assert.equal(accounts[0]!.privacyPolicyUrl, `${provider.settings.issuer}/promises`);
    await devtools.send('FedCm.selectAccount', { dialogId, accountIndex: 1 });
    assert.deepEqual(await outcome, [200]);
    const session = await readSession(tab);
    assert.deepEqual([namesIn(session), session.authMethod], [{ name: 'grace', displayName: 'Grace Hopper' }, 'fedcm']);
    assert.deepEqual(server.logs, []);
  });

  test('learns from the provider why a user is refused', async () => {
    const { tab, devtools, nextDialog } = await openTab(['hedy']);
    const outcome = signIn(tab);
    await devtools.send('FedCm.selectAccount', { dialogId: (await nextDialog()).dialogId, accountIndex: 0 });
    const { dialogId, dialogType } = await nextDialog();
    assert.equal(dialogType, 'Error');
    await devtools.send('FedCm.clickDialogButton', { dialogId, dialogButton: 'ErrorGotIt' });
    assert.deepEqual(await outcome, [
      'IdentityCredentialError',
      'access_denied',
      `${provider.settings.issuer}/refused`,
    ]);
    assert.deepEqual(await readSession(tab), { signedIn: false });
  });

  testInFullRuns('opens the sign-in page at a click, which closes when a user has signed in', async () => {
    const { tab, devtools, nextDialog } = await openTab([]);
    // The browser opens it, not the page, which therefore hears of no popup.
    const opened = tab
      .browserContext()
      .waitForTarget((target) => target.url() === `${provider.settings.issuer}/sign-in`);
    await tab.click('button');
    const popup = (await (await opened).page())!;
    await popup.waitForSelector('button[value="katherine"]');
    const closed = new Promise((resolve) => popup.once('close', resolve));
    // The window may be gone before the click has been confirmed.
    await Promise.all([closed, popup.click('button[value="katherine"]').catch(() => {})]);
    await devtools.send('FedCm.selectAccount', { dialogId: (await nextDialog()).dialogId, accountIndex: 0 });
    assert.deepEqual(await tab.evaluate(() => window.clicked), [200]);
    assert.equal((await readSession(tab)).user?.name, 'katherine');
  });

  testInFullRuns('shows no prompt when all users have signed out there', async () => {
    const { tab } = await openTab(['ada']);
    await tab.goto(`${provider.settings.issuer}/sign-out`);
    await Promise.all([tab.waitForNavigation(), tab.click('button')]);
    await tab.goto(server.origin);
    assert.deepEqual(await signIn(tab), ['NetworkError', null, null]);
  });

  testInFullRuns('finds at the provider also who came there by a flow of OpenID', async () => {
    const { tab, devtools, nextDialog } = await openTab([]);
    await tab.goto(`${server.origin}/auth/start`);
    await Promise.all([tab.waitForNavigation(), tab.click('button[value="ada"]')]);
    assert.equal((await readSession(tab)).authMethod, 'oidc');
    const outcome = signIn(tab);
    await devtools.send('FedCm.selectAccount', { dialogId: (await nextDialog()).dialogId, accountIndex: 0 });
    assert.deepEqual(await outcome, [200]);
    const { user, authMethod } = await readSession(tab);
    assert.deepEqual([user?.name, authMethod], ['ada', 'fedcm']);
  });

  test('is kept from it by the policy of a page without the tag', async () => {
    const { tab } = await openTab(['ada'], '/plain');
    assert.equal((await signIn(tab))[0], 'NetworkError');
    // The browser reports in its own time.
    while (!server.logs.some((entry) => entry.event === 'csp-report' && entry['effective-directive'] === 'connect-src'))
      await setImmediate();
  });
});
