import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { createCertificate } from '../support/node/certificate.js';
import { expectSession, openProfileWithPasskey, signUp } from './account-page.js';
import { startDemoAt } from './demo-site.js';

const first = 'https://latchkey.example';
const related = 'https://latchkey-shop.test';
const unlisted = 'https://stranger.test';

/**
 * Browsers look related origins up over https on port 443 only, so Chromium is configured to find all names there at the
 * server of the test, and to trust its key.
 */
describe('a passkey of a site that has several origins', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof startDemoAt>>;
  before(async () => {
    const certificate = await createCertificate();
    site = await startDemoAt(() => ({ origins: [first, related], rpId: 'latchkey.example', embedders: [] }), {
      certificate,
    });
    browser = await launchBrowser([
      `--host-resolver-rules=MAP *:443 127.0.0.1:${new URL(site.origin).port}`,
      `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`,
    ]);
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  test('signs in on the origin that the site lists as related', async () => {
    const { profile, passkeys } = await openProfileWithPasskey(browser, first, 'alice');
    assert.deepEqual(
      passkeys.map(({ rpId }) => rpId),
      ['latchkey.example'],
    );
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator(passkeys);
    await tab.go(`${related}/passkey-button`);
    await authenticator.whilePresent(async () => {
      await tab.click('latch-passkey-button >>> [part=button]');
      await tab.find('[data-view=account]');
    });
    await expectSession(tab, 'alice', 'with a passkey');
    assert.equal(new URL(tab.page.url()).origin, related);
    await profile.close();
  });

  test('is created on the related origin too, and signs in on the first', async () => {
    const profile = await openProfile(browser, first);
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator();
    await tab.go(`${related}/home#sign-up`);
    await tab.fill('#username', 'bob');
    // an account without a password gets its passkey at once
    await authenticator.whilePresent(async () => {
      await tab.click('form button');
      await tab.read('[data-view=account] h1', 'Hello, bob');
    });

    await tab.go(`${first}/passkey-button`);
    await authenticator.whilePresent(async () => {
      await tab.click('latch-passkey-button >>> [part=button]');
      await tab.find('[data-view=account]');
    });
    await expectSession(tab, 'bob', 'with a passkey');
    await profile.close();
  });

  test('is of no use on an origin that is not listed, which is said in words', async () => {
    const { profile, passkeys } = await openProfileWithPasskey(browser, first, 'carol');
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator(passkeys);
    await tab.go(`${unlisted}/passkey-button`);
    await authenticator.whilePresent(async () => {
      await tab.click('latch-passkey-button >>> [part=button]');
      await tab.until(() => window.watch.events.length > 0);
    });
    const { outcomes, events } = await tab.page.evaluate(() => window.watch);
    assert.deepEqual(outcomes, ['SecurityError']);
    assert.match(events.join(), /^latch-sign-in-failed .*"code":"invalid_rp_id"/);
    await tab.read('latch-passkey-button >>> [part=status]', 'Passkeys don’t work at this address. Go to');
    await profile.close();
  });

  test('begins a session on one origin alone, with a cookie that is sent over https only', async () => {
    const profile = await openProfile(browser, first);
    const tab = await profile.open();
    await signUp(tab, 'dave');
    const cookies = await profile.context.cookies();
    const strict = { domain: 'latchkey.example', secure: true, httpOnly: true, sameSite: 'Lax' };
    assert.deepEqual(
      cookies
        .map(({ name, domain, secure, httpOnly, sameSite }) => ({ name, domain, secure, httpOnly, sameSite }))
        .sort((one, other) => one.name.localeCompare(other.name)),
      ['__Host-known', '__Host-sid'].map((name) => ({ name, ...strict })),
    );
    await tab.go(`${related}/home`);
    await tab.find('[data-view=sign-in]');
    await profile.close();
  });
});
