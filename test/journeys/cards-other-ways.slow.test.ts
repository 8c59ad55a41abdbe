import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { createShownMessages } from '../../server/src/one-time-codes/shown-messages.js';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { expectSession, signUp } from './account-page.js';
import { openFedCmTab, readSession, startFedCmSite, type FedCmSite, type FedCmTab } from './fedcm-visit.js';
import { choose } from './provider-site.js';

const card = 'latch-sign-in';
const offer = `${card} >>> h2`;
const decline = `${card} >>> [part=action]`;

describe('the other ways in the sign-in card', () => {
  let browser: Browser;
  let site: FedCmSite;
  let visit: FedCmTab;
  before(async () => {
    browser = await launchBrowser([]);
    site = await startFedCmSite({ shownMessages: createShownMessages(Date.now) });
  });
  beforeEach(async () => {
    visit = await openFedCmTab(browser, site, 'ada');
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  /** Reads the code in the latest message, on the page that shows them. */
  async function readCode(): Promise<string> {
    const tab = await visit.profile.open();
    await tab.go('/messages');
    await tab.find('.messages li');
    const message = await tab.page.$eval('.messages li pre', ({ textContent }) => textContent);
    await tab.page.close();
    return /#(\d{6})$/.exec(message)![1]!;
  }

  const readLastMethod = (): Promise<string | null> =>
    visit.tab.page.evaluate(() => localStorage.getItem('latchkey.last-method'));

  test('sign in with an account that the browser offers, and offer a passkey once', async () => {
    const { tab, dialogs, profile } = visit;
    await tab.addAuthenticator();
    const ready = tab.page.waitForResponse((response) => response.url().endsWith('/auth/fedcm/nonce'));
    await tab.go('/sign-in');
    await ready;
    await tab.click(`${card} latch-fedcm-button >>> [part=button]`);
    await (await dialogs.next()).choose('ada@people.example');
    await tab.read(offer, 'Sign in faster next time');
    assert.deepEqual(await readSession(tab), { name: 'ada', authMethod: 'fedcm' });
    await tab.click(decline);
    await tab.find('[data-view=account]');
    assert.equal(await readLastMethod(), '{"method":"fedcm","provider":"example"}');
    await profile.close();
  });

  test('sign in at a provider, and come back to the page that the card names', async () => {
    const { tab, profile } = visit;
    // A browser without FedCM, whose dialog comes first elsewhere.
    await tab.page.evaluateOnNewDocument(() => Reflect.deleteProperty(globalThis, 'IdentityCredential'));
    await tab.go('/sign-in');
    await tab.click(`${card} latch-oidc-button >>> [part=button]`);
    await tab.find('button[name=person]');
    await choose(tab.page, 'ada');
    await tab.find('[data-view=account]');
    await expectSession(tab, 'Ada Lovelace', 'at Example ID');
    assert.equal(await readLastMethod(), '{"method":"oidc","provider":"example"}');
    await tab.go('/sign-in');
    await tab.find(`${card} latch-oidc-button[data-latch-last]`);
    await profile.close();
  });

  test('help with a code those who cannot sign in, and lead back without loss', async () => {
    const { tab, profile } = visit;
    const authenticator = await tab.addAuthenticator();
    await authenticator.whilePresent(() => signUp(tab, 'alice', ''));
    await tab.go('/otp-input');
    await tab.fill('#email', 'alice@example.com');
    await tab.click('form button');
    await tab.read('latch-otp-input >>> [part=status]', 'a code is on its way.');
    await tab.fill('latch-otp-input input[autocomplete=one-time-code]', await readCode());
    await tab.click('latch-otp-input >>> [part=button]');
    await tab.read('[data-fact=address]', 'alice@example.com is verified.');
    await profile.close();

    visit = await openFedCmTab(browser, site);
    const away = visit.tab;
    const newAuthenticator = await away.addAuthenticator();
    await away.go('/sign-in');
    await away.fill(`${card} input[autocomplete~=username]`, 'alice@example.com');
    await away.click(`${card} >>> ::-p-text(Can’t sign in?)`);
    await away.click(`${card} >>> ::-p-text(Use another way)`);
    assert.equal(
      await away.page.$eval('latch-sign-in input[autocomplete~=username]', ({ value }) => value),
      'alice@example.com',
    );
    await away.click(`${card} >>> ::-p-text(Can’t sign in?)`);
    await away.page.keyboard.press('Enter');
    await away.find(`${card} input[autocomplete=one-time-code]:focus`);
    await away.page.keyboard.type(await readCode());
    await away.page.keyboard.press('Enter');
    await away.read(offer, 'Sign in faster next time');
    await newAuthenticator.whilePresent(async () => {
      await away.click(`${card} latch-passkey-create >>> [part=button]`);
      await away.find('[data-view=account]');
    });
    assert.equal(await away.page.evaluate(() => localStorage.getItem('latchkey.last-method')), '{"method":"otp"}');
    await visit.profile.close();
  });

  test('show a code for another device, where a user who is signed in types it', async () => {
    const { tab: television, profile } = visit;
    await television.go('/sign-in');
    await television.click(`${card} >>> ::-p-text(Use another device)`);
    await television.find(`${card} latch-other-device >>> [part=box]`);
    const [code, page] = await television.page.$eval('latch-other-device', ({ shadowRoot }) => [
      shadowRoot!.querySelector('[part=box] [aria-hidden]')!.textContent!,
      shadowRoot!.querySelector('a')!.href,
    ]);
    await television.find(`${card} latch-other-device >>> svg[role=img]`);

    const phone = await openFedCmTab(browser, site);
    await signUp(phone.tab, 'grace');
    await phone.tab.go(new URL(page!).pathname);
    for (const [typed, sentence] of [
      ['AAAA-AAAA', 'No device shows this code anymore.'],
      [code!.toLowerCase(), '“\u2068Chrome on Linux\u2069” will be signed in within a few seconds.'],
    ] as const) {
      await phone.tab.click('latch-session-list >>> ::-p-text(Sign in another device)');
      await phone.tab.find('latch-session-list >>> dialog input:focus');
      await phone.tab.page.keyboard.type(typed);
      await phone.tab.page.keyboard.press('Enter');
      await phone.tab.read('latch-session-list >>> [part=status]', sentence);
    }
    await television.find('[data-view=account]');
    await expectSession(television, 'grace', 'with another device');
    assert.equal(
      await television.page.evaluate(() => localStorage.getItem('latchkey.last-method')),
      '{"method":"other-device"}',
    );
    await phone.profile.close();
    await profile.close();
  });
});
