import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { days, minutes } from '../support/node/clock.js';
import { codeIn } from '../support/node/codes.js';
import { skipWithoutFirefox } from '../support/node/firefox-path.js';
import { launchFirefox } from '../support/node/firefox.js';
import type { TestServer } from '../support/node/server.js';
import type { Visit } from '../support/node/tab.js';
import { signInByPassword, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';

const [first, second] = ['correct horse', 'staple of another horse'] as const;

const inside = (section: string, rest: string): string => `latch-account >>> [data-section=${section}] ${rest}`;
const confirm = 'latch-account >>> dialog [part=dialog-confirm]';

/** Opens the page, and scrolls through it so that all sections are loaded. */
async function openAccount(tab: Visit): Promise<void> {
  await tab.go('/account-settings');
  await tab.until(() => {
    scrollTo(0, document.body.scrollHeight);
    return !!document.querySelector('latch-account')?.shadowRoot?.querySelector('[data-opens=delete]');
  });
}

async function save(tab: Visit, section: string, field: string, value: string): Promise<void> {
  await tab.click(inside(section, `[data-opens=${field === 'displayName' ? 'name' : field}]`));
  await tab.fill(inside(section, `input[name=${field}]`), value);
  await tab.click(inside(section, 'form [part=button]'));
}

/** A user changes everything on the page, and at last has the account deleted and keeps it by signing in. */
async function walk(tab: Visit, server: TestServer, name: string): Promise<void> {
  await signUp(tab, name, first);
  await openAccount(tab);
  await tab.read(inside('name', '.about'), name);
  await tab.read('latch-account >>> latch-session-list >>> li', 'This device');
  await tab.read('latch-account >>> latch-passkey-list >>> [part=item-title]', 'No passkeys yet');
  await tab.read(inside('events', 'li'), 'Account created');

  await save(tab, 'name', 'displayName', 'Ada Lovelace');
  await tab.read(inside('name', '[part=status].done'), 'Saved.');

  await save(tab, 'addresses', 'email', `${name}@example.com`);
  await tab.read(inside('addresses', '[part=badge]'), 'Not verified');
  await tab.click(inside('addresses', '.row [part=action]'));
  await tab.find('latch-account >>> latch-otp-input input');
  await tab.until(
    () => !!document.querySelector('latch-account')!.shadowRoot!.activeElement?.closest('latch-otp-input'),
  );
  await tab.page.keyboard.type(codeIn((await server.sent()).at(-1)!));
  await tab.click('latch-account >>> latch-otp-input >>> [part=button]');
  await tab.read(inside('addresses', '[part=status].done'), 'Verified');

  server.clock.advance(6 * minutes);
  await save(tab, 'password', 'password', second);
  await tab.fill('latch-account >>> dialog input', first);
  await tab.click(confirm);
  await tab.read(inside('password', '[part=status].done'), 'Password saved.');
  assert.equal((await server.visitor().post('/login', { username: name, password: first })).status, 401);
  const elsewhere = server.visitor();
  assert.equal((await elsewhere.post('/login', { username: name, password: second })).status, 200);

  await tab.click(inside('sign-out', '[part=action]'));
  await tab.click(confirm);
  await tab.read('latch-account >>> [part=status]', 'Sign in to see your account.');
  assert.equal((await elsewhere.get('/session')).body['signedIn'], false);

  await tab.go('/home');
  await signInByPassword(tab, name, second);
  await openAccount(tab);
  await tab.click(inside('delete', '[data-opens=delete]'));
  await tab.read('latch-account >>> [part=dialog-text]', `Someone else can take the name “${name}”.`);
  await tab.click(confirm);
  await tab.read(inside('delete', '.about'), 'Your account will be deleted on');
  server.clock.advance(13 * days);
  assert.equal((await server.visitor().post('/login', { username: name, password: second })).status, 200);
  server.clock.advance(2 * days);
  assert.equal((await server.visitor().post('/login', { username: name, password: second })).status, 200);
}

describe('the settings of an account in one tag', () => {
  test('are changed, and the account is deleted and kept, in Chromium', async () => {
    const [browser, server] = [await launchBrowser(), await startDemo()];
    const profile = await openProfile(browser, server.origin);
    await walk(await profile.open({ expects: /status of 40[13]/ }), server, 'alice');
    await profile.close();
    await releaseBrowser(browser);
    await server.stop();
  });

  test('are changed, and the account is deleted and kept, in Firefox', { skip: skipWithoutFirefox }, async () => {
    const [firefox, server] = [await launchFirefox(), await startDemo()];
    const profile = await firefox.openProfile(server.origin);
    await walk(await profile.open({ expects: /status of 40[13]/ }), server, 'bob');
    await profile.close();
    await firefox.close();
    await server.stop();
  });
});
