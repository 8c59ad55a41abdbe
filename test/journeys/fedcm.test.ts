import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { createRunningClock, minutes } from '../support/node/clock.js';
import {
  button,
  friendly,
  openFedCmTab,
  openWithNonce,
  readSession,
  replaceButton,
  signInAtProvider,
  signOutAtProvider,
  startFedCmSite,
  status,
  type FedCmSite,
} from './fedcm-visit.js';
import { takeClock } from './page-clock.js';
import type { FedCmDialogs } from '../support/node/fedcm-dialogs.js';
import type { Tab } from '../support/node/tab.js';
import { testInFullRuns } from '../support/node/quick.js';

const ada = 'ada@people.example';

/**
 * Clicks as often as it takes: for a moment after a dialog the browser refuses the next request at once, and the element
 * reports it.
 */
async function clickUntilAsked(tab: Tab, dialogs: FedCmDialogs): Promise<void> {
  const { shown } = dialogs;
  const countEvents = (): Promise<number> =>
    tab.page.evaluate(
      () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(window.watch.events.length))),
    );
  while (dialogs.shown === shown) {
    const events = await countEvents();
    await tab.click(button);
    while (dialogs.shown === shown && (await countEvents()) === events) continue;
  }
}

describe('an account at a provider, asked for by the browser,', () => {
  let browser: Browser;
  let site: FedCmSite;
  before(async () => {
    browser = await launchBrowser([]);
    site = await startFedCmSite();
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  test('signs in a user who clicks and chooses, and sends the provider nothing before', async () => {
    const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada', 'grace');
    const asked: string[] = [];
    tab.page.on('request', (request) => asked.push(request.url()));
    await openWithNonce(tab);
    await tab.click(button);
    const dialog = await dialogs.next();
    assert.deepEqual(
      [dialog.type, dialog.accounts],
      ['AccountChooser', { 'grace@people.example': 'SignUp', [ada]: 'SignUp' }],
    );
    await dialog.choose(ada);
    await tab.read('[data-view=account] h1', 'Hello, Ada Lovelace');
    assert.deepEqual(await readSession(tab), { name: 'ada', authMethod: 'fedcm' });
    assert.deepEqual(
      asked.filter((address) => new URL(address).pathname === '/auth/start'),
      [],
      'no one was redirected',
    );
    assert.deepEqual(site.server.logs, [], 'the policy was kept');
    await profile.close();
  });

  testInFullRuns(
    'signs in a user who first has to sign in at the provider, in a window that the browser opens and closes',
    async () => {
      const { profile, tab, dialogs } = await openFedCmTab(browser, site);
      await tab.go('/fedcm-button');
      const opened = browser.waitForTarget((target) => target.url().endsWith('/sign-in'));
      await tab.click(button);
      const popup = (await (await opened).asPage()) as Page;
      const closed = new Promise((resolve) => popup.once('close', resolve));
      await popup.waitForSelector('button[value=grace]');
      await popup.click('button[value=grace]');
      await closed;
      await (await dialogs.next()).choose('grace@people.example');
      await tab.find('[data-view=account]');
      assert.equal((await readSession(tab)).name, 'grace');
      await profile.close();
    },
  );

  testInFullRuns(
    'reads in one sentence that no user was signed in, whether the dialog was dismissed, is suppressed, or has no account to show',
    async () => {
      const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada');
      await tab.go('/fedcm-button');
      assert.equal(await tab.page.$eval('[slot=fallback]', (way) => way.checkVisibility()), false);
      await tab.click(button);
      await (await dialogs.next()).dismiss();
      await tab.read(status, friendly);
      assert.equal(await tab.page.$eval('[slot=fallback]', (way) => way.checkVisibility()), true);

      await replaceButton(tab, { passive: '' });
      await (await dialogs.next()).dismiss(true);
      await replaceButton(tab, { passive: '' });
      await tab.until(() => document.querySelector('latch-fedcm-button')!.matches(':defined'));
      // an answer to a click shows its dialog all the same
      await tab.click(button);
      await (await dialogs.next()).dismiss();
      await tab.read(status, friendly);
      assert.equal(dialogs.shown, 3);

      await signOutAtProvider(await profile.open(), site.provider);
      await tab.page.bringToFront();
      await replaceButton(tab, {});
      const opened = browser.waitForTarget((target) => target.url().endsWith('/sign-in'));
      await tab.click(button);
      const popup = (await (await opened).asPage()) as Page;
      await popup.waitForSelector('form');
      await popup.close();
      await tab.read(status, friendly);
      assert.deepEqual(await tab.page.evaluate(() => window.watch.events), []);
      await profile.close();
    },
  );

  testInFullRuns(
    'reads that the provider refuses, after the message of the browser, and sees the other way',
    async () => {
      const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'hedy');
      await tab.go('/fedcm-button');
      await tab.click(button);
      await (await dialogs.next()).choose('hedy@people.example');
      const error = await dialogs.next();
      assert.equal(error.type, 'Error');
      await error.accept();
      await tab.read(status, 'The provider couldn’t sign you in. Try again, or use another way.');
      assert.deepEqual(
        await tab.page.evaluate(() => window.watch.events.map((event) => /"code":"(\w+)"/.exec(event)?.[1])),
        ['provider_failed'],
      );
      await tab.click('[slot=fallback]');
      await tab.until(() => location.pathname.startsWith('/interaction/'));
      await profile.close();
    },
  );

  testInFullRuns('is aborted when the button is removed', async () => {
    const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada');
    await tab.go('/fedcm-button');
    await tab.click(button);
    const { closed } = await dialogs.next();
    await tab.page.evaluate(() => document.querySelector('latch-fedcm-button')!.remove());
    await closed();
    await profile.close();
  });

  testInFullRuns('is requested by one dialog at a time: a click replaces an offer, and another click', async () => {
    const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada');
    await tab.go('/fedcm-button');
    await replaceButton(tab, { passive: '' });
    const offer = await dialogs.next();
    await tab.page.evaluate(() =>
      document
        .querySelector('main')!
        .append(Object.assign(document.createElement('latch-fedcm-button'), { id: 'second' })),
    );
    await tab.click(button);
    await offer.closed();
    const first = await dialogs.next();
    // no mouse reaches the page below a dialog that answers a click
    await tab.page.evaluate(
      () => void document.querySelector<HTMLElementTagNameMap['latch-fedcm-button']>('#second')!.signIn(),
    );
    await first.closed();
    await (await dialogs.next()).choose(ada);
    await tab.find('[data-view=account]');
    await profile.close();
  });

  testInFullRuns('is requested again as soon as other code on the page releases the browser', async () => {
    const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada');
    await tab.go('/fedcm-button');
    const { configURL, clientId } = site.provider.fedcm;
    await tab.page.evaluate(
      (provider) => {
        const foreign = { identity: { mode: 'active', providers: [{ ...provider, params: { nonce: 'not ours' } }] } };
        const other = Object.assign(document.createElement('button'), { id: 'other', textContent: 'Other code' });
        other.onclick = () =>
          Object.assign(window, {
            foreign: navigator.credentials.get(foreign as CredentialRequestOptions).catch(String),
          });
        document.querySelector('main')!.append(other);
      },
      { configURL, clientId },
    );
    // by a click of the mouse, of which the browser knows before it gets the request
    await tab.click('#other');
    const foreign = await dialogs.next().catch(async (cause: unknown) => {
      throw new Error(`No dialog: ${await tab.page.evaluate('Promise.race([foreign, "pending"])')}`, { cause });
    });
    await tab.page.evaluate(() => document.querySelector('latch-fedcm-button')!.signIn());
    await tab.read(status, friendly);
    await foreign.dismiss();
    await foreign.closed();
    // The dialog is gone before the browser is free again.
    assert.match(String(await tab.page.evaluate('foreign')), /^\w+Error/);
    await clickUntilAsked(tab, dialogs);
    await (await dialogs.next()).choose(ada);
    await tab.find('[data-view=account]');
    await profile.close();
  });

  testInFullRuns('is requested beside a passkey that waits in autofill, which goes on waiting', async () => {
    const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada');
    await tab.go('/fedcm-button');
    await tab.page.evaluate(
      () => void navigator.credentials.get({ mediation: 'conditional', publicKey: { challenge: new Uint8Array(32) } }),
    );
    await tab.waitForAutofill();
    await tab.click(button);
    await (await dialogs.next()).dismiss();
    await tab.read(status, friendly);
    assert.equal(await tab.page.evaluate(() => window.watch.pending.conditional), 1);
    await profile.close();
  });

  testInFullRuns('is offered when the page opens, and not to a user who is signed in', async () => {
    const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada');
    await tab.go('/fedcm-button');
    await replaceButton(tab, { passive: '' });
    await (await dialogs.next()).choose(ada);
    await tab.find('[data-view=account]');
    await tab.go('/fedcm-button');
    const known = tab.page.waitForResponse((response) => response.url().endsWith('/session'));
    await replaceButton(tab, { passive: '' });
    await known;
    // had it been offered again, that would be the next dialog, and gone by the click
    await tab.click(button);
    await (await dialogs.next()).dismiss();
    await tab.read(status, friendly);
    assert.equal(dialogs.shown, 2);
    await profile.close();
  });

  testInFullRuns(
    'is offered until the page is left, and again when it is back from the back-forward cache',
    async () => {
      const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada');
      await tab.go('/fedcm-button');
      await tab.page.evaluate(() => addEventListener('pageshow', ({ persisted }) => (window.persisted = persisted)));
      await replaceButton(tab, { passive: '' });
      const { closed } = await dialogs.next();
      await tab.go('/');
      await closed();
      await tab.page.goBack();
      await tab.until(() => window.persisted === true);
      await (await dialogs.next()).choose(ada);
      await tab.find('[data-view=account]');
      await profile.close();
    },
  );

  testInFullRuns('is proved by a token that is good once', async () => {
    const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada');
    const bodies: string[] = [];
    tab.page.on('request', (request) => request.url().endsWith('/auth/fedcm') && bodies.push(request.postData()!));
    await tab.go('/fedcm-button');
    await tab.click(button);
    await (await dialogs.next()).choose(ada);
    await tab.find('[data-view=account]');
    const again = await tab.page.evaluate(async (body) => {
      const response = await fetch('/auth/fedcm', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return [response.status, ((await response.json()) as { error: string }).error];
    }, bodies[0]!);
    assert.deepEqual(again, [400, 'challenge_expired']);
    await profile.close();
  });

  testInFullRuns('is not taken from a provider that the server is not configured for', async () => {
    const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada');
    await tab.go('/fedcm-button');
    const { configURL, clientId } = site.provider.fedcm;
    await replaceButton(tab, { 'config-url': `${configURL}?another`, 'client-id': clientId });
    await tab.click(button);
    await (await dialogs.next()).choose(ada);
    await tab.read(status, 'This browser can’t sign you in with a provider. Sign in another way.');
    assert.equal((await readSession(tab)).name, undefined);
    await profile.close();
  });

  testInFullRuns('is new to the site again after it was disconnected', async () => {
    const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'katherine');
    const katherine = 'katherine@people.example';
    const look = async () => {
      await tab.go('/fedcm-button');
      await tab.click(button);
      return dialogs.next();
    };
    const first = await look();
    assert.equal(first.accounts[katherine], 'SignUp');
    await first.choose(katherine);
    await tab.find('[data-view=account]');
    const second = await look();
    assert.equal(second.accounts[katherine], 'SignIn');
    await second.dismiss();
    await tab.read(status, friendly);
    await tab.page.evaluate(() => document.querySelector('latch-fedcm-button')!.disconnect('katherine'));
    const third = await look();
    assert.equal(third.accounts[katherine], 'SignUp');
    await third.dismiss();
    await tab.read(status, friendly);
    await profile.close();
  });

  testInFullRuns('is the only one that is offered when the page knows whose it is', async () => {
    const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada', 'grace');
    await tab.go('/fedcm-button');
    await replaceButton(tab, { 'login-hint': 'grace@people.example', context: 'continue', fields: 'name' });
    await tab.click(button);
    const { accounts, choose } = await dialogs.next();
    assert.deepEqual(Object.keys(accounts), ['grace@people.example']);
    await choose('grace@people.example');
    await tab.find('[data-view=account]');
    await profile.close();
  });

  testInFullRuns(
    'is out of reach once the provider says that no user is signed in there, and back when a user is',
    async () => {
      const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada');
      const own = await profile.open();
      await signOutAtProvider(own, site.provider);
      await tab.page.bringToFront();
      await tab.go('/fedcm-button');
      const declined = new Promise((resolve) =>
        tab.page.on(
          'console',
          (message) => /Not signed in with the identity provider/.test(message.text()) && resolve(true),
        ),
      );
      await replaceButton(tab, { passive: '' });
      await declined;
      assert.equal(dialogs.shown, 0);
      await signInAtProvider(own, site.provider, 'ada');
      await tab.page.bringToFront();
      await replaceButton(tab, { passive: '' });
      await (await dialogs.next()).choose(ada);
      await tab.find('[data-view=account]');
      await profile.close();
    },
  );
});

testInFullRuns('a page that has slept for hours has a new nonce by the time of the click', async () => {
  const browser = await launchBrowser([]);
  // as if it had been opened five minutes ago: the token must be of now
  const site = await startFedCmSite({ clock: createRunningClock(-5 * minutes) });
  const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada');
  await takeClock(tab);
  const asked: string[] = [];
  tab.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openWithNonce(tab);
  site.server.clock.advance(5 * minutes);
  await tab.page.evaluate(() => window.sleep(5 * 60_000));
  await tab.click(button);
  await (await dialogs.next()).choose(ada);
  await tab.find('[data-view=account]');
  assert.equal(asked.filter((path) => path === '/auth/fedcm/nonce').length, 2);
  await profile.close();
  await releaseBrowser(browser);
  await site.stop();
});

testInFullRuns(
  'a choice that is made later than the nonce lives is asked for once more, with a fresh nonce, and signs in',
  async () => {
    const browser = await launchBrowser([]);
    const site = await startFedCmSite({ clock: createRunningClock(-6 * minutes) });
    const { profile, tab, dialogs } = await openFedCmTab(browser, site, 'ada');
    await tab.go('/fedcm-button');
    await tab.click(button);
    const dialog = await dialogs.next();
    site.server.clock.advance(6 * minutes);
    await dialog.choose(ada);
    await (await dialogs.next()).choose(ada);
    await tab.find('[data-view=account]');
    await profile.close();
    await releaseBrowser(browser);
    await site.stop();
  },
);
