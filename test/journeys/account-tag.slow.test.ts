import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser, type Profile } from '../support/node/browser.js';
import { days, minutes } from '../support/node/clock.js';
import { appWith, enterCode, timeStep } from '../support/node/second-factors.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab, TabOptions } from '../support/node/tab.js';
import { createPasskey, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';
import { choose, startProviderSite } from './provider-site.js';

const [first, second, third] = ['correct horse', 'staple of another horse', 'a battery of horses'] as const;
const tag = 'latch-account >>>';
const confirm = `${tag} dialog [part=dialog-confirm]`;

/** Opens the settings, and waits for one section. */
async function openSection(tab: Tab, name: string): Promise<(selector: string) => string> {
  if (new URL(tab.page.url()).pathname !== '/account-settings') await tab.go('/account-settings');
  await tab.until((section) => {
    const root = document.querySelector('latch-account')?.shadowRoot;
    // What is above moves nothing any more.
    const isWhole = !root?.querySelector('[aria-busy=true]');
    return isWhole && !!root?.querySelector(`[data-section=${section}] button`);
  }, name);
  return (selector) => `${tag} [data-section=${name}] ${selector}`;
}

/** The name of what has the focus, through shadow roots. */
const readFocus = ({ page }: Tab): Promise<string> =>
  page.evaluate(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    return focused?.ariaLabel ?? focused?.getAttribute('name') ?? focused?.textContent?.trim() ?? '';
  });

describe('latch-account', () => {
  let browser: Browser;
  let server: TestServer;
  before(async () => {
    browser = await launchBrowser();
    server = await startDemo();
  });
  after(async () => {
    await releaseBrowser(browser);
    await server.stop();
  });

  /** A profile in which a user has just signed up. */
  async function visitAs(name: string, options?: TabOptions): Promise<{ profile: Profile; tab: Tab }> {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open(options);
    await signUp(tab, name, first);
    return { profile, tab };
  }

  const logIn = (username: string, password: string) => server.visitor().post('/login', { username, password });

  test('changes the password, removes it once there is a passkey, and sets another one', async () => {
    const { profile, tab } = await visitAs('ada');
    await createPasskey(tab, await tab.addAuthenticator());
    const inside = await openSection(tab, 'password');
    const save = async (password: string) => {
      await tab.click(inside('[data-opens=password]'));
      await tab.fill(inside('input[name=password]'), password);
      await tab.page.keyboard.press('Enter');
      await tab.read(inside('[part=status]'), 'Password saved.');
    };
    await save(second);
    assert.equal((await logIn('ada', second)).status, 200);
    await tab.click(inside('[part=item-actions]'));
    await tab.click(`${tag} [role=menu] ::-p-text(Remove)`);
    await tab.click(confirm);
    await tab.read(inside('.row'), 'You sign in without a password.');
    assert.equal((await logIn('ada', second)).status, 401);
    await save(third);
    assert.equal((await logIn('ada', third)).status, 200);
    await profile.close();
  });

  test('sets an authenticator app up after the password has confirmed it, renews its codes, and removes it', async () => {
    const { profile, tab } = await visitAs('bo', { expects: /status of 403/ });
    server.clock.advance(6 * minutes);
    const inside = await openSection(tab, 'second-factor');
    await tab.click(inside('[data-opens=totp]'));
    await tab.fill(`${tag} dialog input[name=password]`, first);
    await tab.click(confirm);
    await tab.find(inside('.qr svg'));
    const secret = await tab.page.$eval(inside('.key code'), ({ textContent }) => textContent.replaceAll(' ', ''));
    const app = appWith(secret, server.clock);
    await tab.fill(inside('input[name=code]'), app.code());
    await tab.page.keyboard.press('Enter');
    await tab.read(inside('h3'), 'Save your recovery codes');
    const readCodes = () =>
      tab.page.$$eval(inside('.codes li'), (codes) => codes.map(({ textContent }) => textContent));
    const former = await readCodes();
    assert.equal(former.length, 10);
    await tab.click(inside('.once > [part=button]'));
    await tab.read(inside('.row + .row'), '10 codes left');

    server.clock.advance(timeStep);
    const waiting = server.visitor();
    const answer = await waiting.post('/login', { username: 'bo', password: first });
    assert.equal((answer.body['next'] as { step: string }).step, 'second-factor');
    assert.equal((await enterCode(waiting, app.code())).status, 200);

    await tab.click(inside('[data-opens=codes]'));
    await tab.click(confirm);
    await tab.find(inside('.codes'));
    assert.equal((await readCodes()).filter((code) => former.includes(code)).length, 0);
    await tab.click(inside('.once > [part=button]'));
    await tab.click(inside('button.remove'));
    await tab.click(confirm);
    await tab.read(inside('[part=status]'), 'Authenticator app removed.');
    assert.deepEqual((await logIn('bo', first)).body, {});
    await profile.close();
  });

  test('shows what happened, and more of it', async () => {
    const { profile, tab } = await visitAs('cy');
    for (let count = 0; count < 5; count += 1) {
      server.clock.advance(minutes);
      await logIn('cy', first);
    }
    const inside = await openSection(tab, 'events');
    const count = async () => (await tab.page.$$(inside('li'))).length;
    assert.equal(await count(), 5);
    await tab.click(inside('button'));
    await tab.read(inside('li:last-child'), 'Account created');
    assert.equal(await count(), 6);
    await profile.close();
  });

  test('signs out everywhere, the other devices first', async () => {
    const { profile, tab } = await visitAs('di', { expects: /status of 401/ });
    const elsewhere = server.visitor();
    await elsewhere.post('/login', { username: 'di', password: first });
    const inside = await openSection(tab, 'sign-out');
    await tab.click(inside('button'));
    await tab.click(confirm);
    await tab.read(`${tag} [part=status]`, 'Sign in to see your account.');
    assert.equal((await elsewhere.get('/session')).body['signedIn'], false);
    await tab.click('latch-account > a');
    await tab.find('input[autocomplete~=username]');
    await profile.close();
  });

  test('has the account deleted after the losses are named, keeps it, and has it deleted the second time', async () => {
    const { profile, tab } = await visitAs('ed', { expects: /status of 401/ });
    const elsewhere = server.visitor();
    await elsewhere.post('/login', { username: 'ed', password: first });
    const inside = await openSection(tab, 'delete');
    await tab.click(inside('[data-opens=delete]'));
    await tab.read(`${tag} dialog`, 'Someone else can take the name “ed”. You can change your mind until');
    await tab.click(confirm);
    await tab.read(inside('.row'), 'Your account will be deleted on');
    assert.equal((await elsewhere.get('/session')).body['signedIn'], false);
    await tab.click(inside('[data-opens=keep]'));
    await tab.read(inside('[part=status]'), 'Your account stays.');
    assert.equal((await logIn('ed', first)).status, 200);

    await tab.click(inside('[data-opens=delete]'));
    await tab.click(confirm);
    await tab.read(inside('.row'), 'Your account will be deleted on');
    server.clock.advance(14 * days);
    assert.equal((await logIn('ed', first)).status, 401);
    await server.settled();
    await tab.go('/account-settings');
    await tab.read(`${tag} [part=status]`, 'Sign in to see your account.');
    await signUp(tab, 'ed', second);
    assert.equal((await logIn('ed', second)).status, 200);
    await profile.close();
  });

  test('is worked by the keyboard alone, from the card to the last section', async () => {
    const { profile, tab } = await visitAs('fay', { expects: /status of (401|404)/ });
    const press = async (...keys: ('Tab' | 'Enter' | 'Escape')[]) => {
      for (const key of keys) await tab.page.keyboard.press(key);
    };
    /** Tabs until the control with this name has the focus. */
    const tabTo = async (name: string): Promise<string[]> => {
      const passed: string[] = [];
      for (let count = 0; count < 60; count += 1) {
        await press('Tab');
        const focus = await readFocus(tab);
        if (focus === name) return passed;
        passed.push(focus);
      }
      throw new Error(`No control named ${name} among ${passed.join(' | ')}`);
    };
    await tab.page.evaluate(() => fetch('/logout', { method: 'POST' }));
    await tab.go('/sign-in');
    await tab.find('latch-sign-in input[autocomplete~=username]');
    await tabTo('username');
    await tab.page.keyboard.type('fay');
    await press('Enter');
    await tab.find('input[autocomplete=current-password]:focus');
    await tab.page.keyboard.type(first);
    await press('Enter');
    await tab.find('[data-view=account]');

    await tab.go('/account-settings');
    await tab.find(`${tag} [data-opens=name]`);
    await tabTo('Change Display name');
    await press('Enter');
    await tab.find(`${tag} input[name=displayName]:focus`);
    await tab.page.keyboard.type('Fay Wray');
    await press('Enter');
    await tab.read(`${tag} section bdi`, 'Fay Wray');
    await tab.find(`${tag} [data-opens=name]:focus`);
    await tab.find(`${tag} [data-section=delete] button`);
    for (const name of ['Change Password', 'Set up: Authenticator app', 'Sign out everywhere']) await tabTo(name);
    await tabTo('Delete account');
    await press('Enter');
    await tab.find(`${tag} dialog[open]`);
    await press('Escape');
    await tab.find(`${tag} [data-opens=delete]:focus`);
    await profile.close();
  });
});

test('latch-account unlinks no account at a provider that is the only way in, and links it again', async () => {
  const browser = await launchBrowser();
  const site = await startProviderSite();
  const profile = await openProfile(browser, site.origin);
  const tab = await profile.open({ expects: /status of 409/ });
  await tab.go('/oidc-button');
  await tab.click('latch-oidc-button >>> [part=button]');
  await tab.find('button[name=person]');
  await choose(tab.page, 'ada');
  await tab.find('[data-view=account]');

  const providers = await openSection(tab, 'providers');
  await tab.click(providers('button.remove'));
  await tab.click(confirm);
  await tab.read(providers('[part=status]'), 'This is your only way to sign in. Add another one first.');
  const password = await openSection(tab, 'password');
  await tab.click(password('[data-opens=password]'));
  await tab.fill(password('input[name=password]'), first);
  await tab.page.keyboard.press('Enter');
  await tab.read(password('[part=status]'), 'Password saved.');
  await openSection(tab, 'providers');
  await tab.click(providers('button.remove'));
  await tab.click(confirm);
  await tab.read(providers('.row'), 'No accounts are linked.');

  // The provider remembers who is signed in there, and leads straight back.
  await tab.click(providers('[data-opens=link]'));
  await tab.until(() => {
    const place = document.querySelector('latch-account')?.shadowRoot?.querySelector('[data-section=providers]');
    return place?.textContent.includes('Linked today');
  });
  assert.equal(new URL(tab.page.url()).pathname, '/account-settings');
  await profile.close();
  await releaseBrowser(browser);
  await site.stop();
});
