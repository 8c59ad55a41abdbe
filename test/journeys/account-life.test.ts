import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import { minutes } from '../support/node/clock.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import type { Authenticator } from '../support/node/virtual-authenticator.js';
import { addPasskey, readPasskeyNames, signInByPassword, signOut, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';
import { testInFullRuns } from '../support/node/quick.js';

declare global {
  interface Window {
    /** What the page showed in the moment of coming back. */
    shownOnReturn?: string;
  }
}

const list = 'latch-passkey-list >>>';

/**
 * Runs in the page: no password manager creates passkeys automatically in a headless browser, so an ordinary creation takes
 * the place of a conditional one.
 */
function createAtOnce(): void {
  const native = CredentialsContainer.prototype.create;
  CredentialsContainer.prototype.create = function create(
    this: CredentialsContainer,
    { mediation: _silently, ...options }: CredentialCreationOptions & { mediation?: string } = {},
  ) {
    return native.call(this, options);
  };
}

/** Signs in by password; the passkey that this brings along stands in the list. */
async function upgradePassword(tab: Tab, authenticator: Authenticator): Promise<void> {
  await authenticator.whilePresent(async () => {
    await signInByPassword(tab, 'alice', 'correct horse');
    await authenticator.hold(1);
    await tab.find(`${list} [part=item]`);
  });
  assert.equal((await tab.page.evaluate(() => window.watch)).made.create, 1);
}

async function renamePasskey(tab: Tab): Promise<void> {
  await tab.choose(list, 'Rename');
  await tab.fill(`${list} #nickname`, 'Kitchen laptop');
  await tab.page.keyboard.press('Enter');
  await tab.read(`${list} [part=status]`, 'Name saved.');
  assert.deepEqual(await readPasskeyNames(tab), ['Kitchen laptop']);
}

/** Removes the only passkey, which the browser then has its provider delete. */
async function removePasskey(tab: Tab, authenticator: Authenticator): Promise<void> {
  await tab.choose(list, 'Remove');
  await tab.click(`${list} dialog button[value=yes]`);
  await tab.read(`${list} .empty`, 'No passkeys yet');
  await authenticator.hold(0);
}

/** Adds a passkey long after the sign-in, for which the password is asked once more. */
async function addPasskeyLater(tab: Tab, authenticator: Authenticator): Promise<void> {
  await authenticator.whilePresent(async () => {
    await tab.click(addPasskey);
    await tab.fill(`${list} dialog input`, 'correct horse');
    await tab.page.keyboard.press('Enter');
    await tab.read(`${list} [part=status]`, 'Your passkey is ready');
  });
  await authenticator.hold(1);
}

/** Signs another browser of the same user out, whose tab notices as soon as it becomes visible. */
async function endOtherSession(tab: Tab, other: Tab): Promise<void> {
  await tab.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await tab.choose('latch-session-list >>>', 'Sign out');
  await tab.click('latch-session-list >>> dialog button[value=yes]');
  await tab.read('latch-session-list >>> ul + [part=item-detail]', '');
  assert.equal(
    await other.page.$eval('h1', ({ textContent }) => textContent),
    'Hello, alice',
    'nothing has told it yet',
  );
  await other.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await other.find('[data-view=sign-in]');
  await other.read('.notice', 'You’re signed out.');
}

/**
 * Looks at the account page, another page and the account page, signs out, and goes back to each. Resolves with how
 * many of the pages had been kept as they were; none shows anything of the user.
 */
async function goBackAfterSignOut(tab: Tab, beforeSignOut = async () => {}): Promise<number> {
  for (const [path, place] of [
    ['/home', 'h1'],
    ['/look-admin', '[data-signed-in]:not([hidden])'],
    ['/home', 'h1'],
  ] as const) {
    await tab.go(path);
    await tab.read(place, 'alice');
    await tab.page.evaluate(() =>
      addEventListener('pageshow', () => (window.shownOnReturn = document.documentElement.outerHTML)),
    );
  }
  await beforeSignOut();
  await signOut(tab);
  let kept = 0;
  for (const view of ['[data-signed-out]:not([hidden])', '[data-view=sign-in]']) {
    await tab.page.goBack();
    await tab.find(view);
    const { shownOnReturn, shown } = await tab.page.evaluate(() => ({
      shownOnReturn: window.shownOnReturn,
      shown: document.documentElement.outerHTML,
    }));
    assert.doesNotMatch(`${shownOnReturn} ${shown}`, /alice/);
    if (shownOnReturn !== undefined) kept += 1;
  }
  return kept;
}

/** A password manager is asked to sign a user in silently, and the server who is signed in. */
async function expectSignedOut({ page }: Tab): Promise<void> {
  const silent = await page.evaluate(() =>
    navigator.credentials.get({ password: true, mediation: 'silent' } as CredentialRequestOptions),
  );
  const session = await page.evaluate(async () => (await fetch('/session')).json() as Promise<unknown>);
  assert.deepEqual([silent, session], [null, { signedIn: false }]);
}

describe('the life of an account', () => {
  async function live(
    options: readonly string[],
    life: (browser: Browser, server: TestServer, profile: Profile) => Promise<void>,
  ): Promise<void> {
    const [browser, server] = [await launchBrowser(options), await startDemo()];
    try {
      const profile = await openProfile(browser, server.origin);
      await life(browser, server, profile);
      await profile.close();
    } finally {
      await releaseBrowser(browser);
      await server.stop();
    }
  }

  test('leads from a password to passkeys, to a second browser and out again', async () => {
    await live([], async (browser, server, profile) => {
      const tab = await profile.open({ expects: /status of 403/ });
      await tab.page.evaluateOnNewDocument(createAtOnce);
      const authenticator = await tab.addAuthenticator();
      await signUp(tab, 'alice', 'correct horse');
      await signOut(tab);

      await upgradePassword(tab, authenticator);
      await renamePasskey(tab);
      await removePasskey(tab, authenticator);
      server.clock.advance(6 * minutes);
      await addPasskeyLater(tab, authenticator);

      const otherProfile = await openProfile(browser, server.origin);
      const other = await otherProfile.open({ expects: /status of 401/ });
      await other.go('/home');
      await signInByPassword(other, 'alice', 'correct horse');
      await endOtherSession(tab, other);
      await otherProfile.close();

      assert.equal(await goBackAfterSignOut(tab), 0, 'the server has the browser forget its pages');
      await expectSignedOut(tab);
    });
  });

  testInFullRuns('leaves nothing to come back to without a back-forward cache', async () => {
    await live(['--disable-features=BackForwardCache'], async (_browser, _server, profile) => {
      const tab = await profile.open();
      await signUp(tab, 'alice', 'correct horse');
      assert.equal(await goBackAfterSignOut(tab), 0);
      await expectSignedOut(tab);
    });
  });

  testInFullRuns('leaves nothing to come back to with one, even if the server could not be told', async () => {
    await live([], async (_browser, _server, profile) => {
      const tab = await profile.open({ expects: /ERR_INTERNET_DISCONNECTED/ });
      await signUp(tab, 'alice', 'correct horse');
      const kept = await goBackAfterSignOut(tab, () => tab.page.setOfflineMode(true));
      // Chromium may discard one of the two at any time.
      assert.ok(kept > 0, 'the browser kept no page, so nothing was tried');
    });
  });
});
