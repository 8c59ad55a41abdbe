import assert from 'node:assert/strict';
import type { Browser } from 'puppeteer-core';
import { openProfile, type Profile } from '../support/node/browser.js';
import type { Visit } from '../support/node/tab.js';
import type { Authenticator, Passkey } from '../support/node/virtual-authenticator.js';

/** What a user does on the demo's account page, each up to the point where the page shows that it is done. */

/** Opens an account, which signs in. */
export async function signUp(tab: Visit, username: string, password = 'correct horse'): Promise<void> {
  await tab.go('/home#sign-up');
  await tab.fill('#username', username);
  await tab.fill('#password', password);
  await tab.click('form button');
  await tab.read('[data-view=account] h1', `Hello, ${username}`);
}

/** Signs in by password at the form that the page shows. */
export async function signInByPassword(tab: Visit, username: string, password: string): Promise<void> {
  await tab.find('[data-view=sign-in]');
  await tab.fill('#username', username);
  await tab.fill('#password', password);
  await tab.click('form button');
  await tab.find('[data-view=account]');
}

/** Adds a passkey in the list of the account. */
export async function createPasskey(tab: Visit, authenticator: Pick<Authenticator, 'whilePresent'>): Promise<void> {
  await authenticator.whilePresent(async () => {
    await tab.click(addPasskey);
    await tab.read('latch-passkey-list >>> [part=status]', 'Your passkey is ready');
  });
}

export const addPasskey = 'latch-passkey-list >>> button[part=button]';

/** The names of the passkeys in the list. */
export function readPasskeyNames({ page }: Visit): Promise<string[]> {
  return page.$$eval('latch-passkey-list >>> [part=item] [part=item-title]', (names) =>
    names.map(({ textContent }) => textContent),
  );
}

export async function signOut(tab: Visit): Promise<void> {
  await tab.click('latch-sign-out-button:not([everything]) >>> [part=button]');
  await tab.find('[data-view=sign-in]');
}

/** Chooses the passkey in the autofill of the username field. */
export async function signInThroughAutofill(
  tab: Visit,
  authenticator: Pick<Authenticator, 'whilePresent'>,
): Promise<void> {
  await tab.waitForAutofill();
  await authenticator.whilePresent(async () => {
    await tab.chooseInAutofill();
    await tab.find('[data-view=account]');
  });
}

/** Clicks the passkey button below the form, while autofill offers passkeys too. */
export async function signInThroughButton(
  tab: Visit,
  authenticator: Pick<Authenticator, 'whilePresent'>,
): Promise<void> {
  await tab.waitForAutofill();
  await authenticator.whilePresent(async () => {
    await tab.click('latch-passkey-field >>> [part=button]');
    await tab.find('[data-view=account]');
  });
}

/** Fails unless the page shows this user's session, begun in this way. */
export async function expectSession(tab: Visit, username: string, method: string): Promise<void> {
  const facts = await tab.page.$$eval('[data-fact]', (elements) =>
    Object.fromEntries(elements.map((element) => [(element as HTMLElement).dataset['fact'], element.textContent])),
  );
  assert.equal(facts['name'], username);
  assert.equal(facts['method'], method);
  assert.match(facts['since'] ?? '', /\d/);
  assert.equal(await tab.page.title(), 'Your account · Quire');
}

/**
 * A profile whose user has an account and is signed out; the tab that it was made in is gone, its passkey is kept.
 */
export async function openProfileWithPasskey(
  browser: Browser,
  origin: string,
  username: string,
): Promise<{ profile: Profile; passkeys: Passkey[] }> {
  const profile = await openProfile(browser, origin);
  const tab = await profile.open();
  const authenticator = await tab.addAuthenticator();
  await signUp(tab, username);
  await createPasskey(tab, authenticator);
  await signOut(tab);
  const passkeys = await authenticator.passkeys();
  await tab.page.close();
  return { profile, passkeys };
}
