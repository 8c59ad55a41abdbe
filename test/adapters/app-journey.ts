import assert from 'node:assert/strict';
import type { Browser } from 'puppeteer-core';
import { openProfile } from '../support/node/browser.js';
import type { Tab } from '../support/node/tab.js';
import type { AppSite } from './app-site.js';

/** How the journey begins, and what this backend's list can do. */
export interface Journey {
  browser: Browser;
  site: AppSite;
  /** Signs a new user in, past the elements, with the page open. */
  signIn(tab: Tab): Promise<void>;
  /** What the page shows of that user. */
  name: string;
  /** Whether the list can rename and remove. */
  canChange: boolean;
  /** Whether the backend has a list; true unless given. */
  hasList?: boolean | undefined;
  /** Errors that the page's console may show. */
  expects?: RegExp;
}

const shown = '#who';
const part = (name: string) => `latch-passkey-list >>> [part=${name}]`;

/** What the elements must do with every backend: create, list, sign out, sign in by button and by field. */
export async function walkThroughElements(journey: Journey): Promise<void> {
  const { browser, site, signIn, name, canChange, expects, hasList = true } = journey;
  const profile = await openProfile(browser, site.origin);
  const tab = await profile.open(expects ? { expects } : {});
  const authenticator = await tab.addAuthenticator();
  await tab.go('/');
  await tab.read(shown, 'Signed out');

  await signIn(tab);
  await tab.go('/');
  await tab.read(shown, `Signed in: ${name}`);
  await authenticator.whilePresent(async () => {
    await tab.click('latch-passkey-create >>> [part=button]');
    await tab.read('latch-passkey-create >>> [part=status]', 'Your passkey is ready');
  });
  assert.equal((await authenticator.passkeys()).length, 1);
  await tab.go('/');
  await tab.read(shown, `Signed in: ${name}`);
  if (hasList) await tab.find(part('item'));
  else await tab.read(part('status'), '.');

  await tab.click('latch-sign-out-button >>> [part=button]');
  await tab.read(shown, 'Signed out');

  await tab.go('/');
  await tab.waitForAutofill();
  await authenticator.whilePresent(async () => {
    await tab.click('latch-passkey-button >>> [part=button]');
    await tab.read(shown, `Signed in: ${name}`);
  });
  // What the page asks for its user must not come after the sign-out.
  if (hasList) await tab.find(part('item'));
  await tab.click('latch-sign-out-button >>> [part=button]');
  await tab.read(shown, 'Signed out');

  await tab.go('/');
  await tab.waitForAutofill();
  await authenticator.whilePresent(async () => {
    await tab.chooseInAutofill();
    await tab.read(shown, `Signed in: ${name}`);
  });
  await tab.go('/');
  await tab.read(shown, `Signed in: ${name}`);
  if (hasList) await tab.find(part('item'));
  if (canChange) {
    await tab.choose('latch-passkey-list >>>', 'Rename');
    await tab.fill('latch-passkey-list >>> input', 'Blue key');
    await tab.click('latch-passkey-list >>> form button');
    await tab.read(part('item-title'), 'Blue key');
  }
  await profile.close();
}

/** Posts JSON from the page, as a script of the app would: with the value of a cookie as a header against CSRF. */
export async function post(
  { page }: Tab,
  path: string,
  body: object,
  cookie?: string,
  header = 'x-csrftoken',
): Promise<void> {
  const status = await page.evaluate(
    async (address, content, cookieName, headerName) => {
      const token = document.cookie.split('; ').find((pair) => pair.startsWith(`${cookieName}=`)) ?? '';
      const headers = { 'content-type': 'application/json', [headerName]: token.slice(token.indexOf('=') + 1) };
      return (await fetch(address, { method: 'POST', headers, body: content })).status;
    },
    path,
    JSON.stringify(body),
    cookie ?? '',
    header,
  );
  assert.ok(status >= 200 && status < 300, `${path} returned ${status}`);
}
