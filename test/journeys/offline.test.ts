import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, HTTPRequest } from 'puppeteer-core';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import type { Authenticator } from '../support/node/virtual-authenticator.js';
import { createPasskey, signInThroughButton, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';
import { testInFullRuns } from '../support/node/quick.js';

const status = 'latch-offline-status >>> [part=status]';

describe('a note that is sent later', () => {
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

  /**
   * Signs a user up who has a passkey, and opens the page with their lock; what it writes to the server is collected
   * in `writes`.
   */
  async function openNote(
    username: string,
  ): Promise<{ profile: Profile; tab: Tab; authenticator: Authenticator; writes: HTTPRequest[] }> {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open({
      expects: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_RESET|status of 401/,
    });
    const authenticator = await tab.addAuthenticator();
    await signUp(tab, username);
    await createPasskey(tab, authenticator);
    const writes: HTTPRequest[] = [];
    tab.page.on('request', (request) => request.method() === 'PUT' && writes.push(request));
    await tab.go('/offline-status');
    await authenticator.whilePresent(async () => {
      await tab.click('latch-vault-unlock >>> [part=button]');
      await tab.find('latch-vault-unlock[unlocked]');
    });
    await tab.until(
      () =>
        (document.querySelector('latch-offline-status') as (Element & { outbox?: unknown }) | null)?.outbox !==
        undefined,
    );
    return { profile, tab, authenticator, writes };
  }

  async function write(tab: Tab, text: string): Promise<void> {
    await tab.fill('#note', text);
    await tab.page.keyboard.press('Tab');
  }

  async function noteOnServer(username: string): Promise<{ text: string; version: string } | undefined> {
    const account = await server.store.findAccountByUsername(username);
    return server.store.findNote(account!.id, 'one');
  }

  test('waits offline, asks for the sign-in when the session is over, and is sent once the same person has signed in, in whichever tab', async () => {
    const { profile, tab, authenticator, writes } = await openNote('writer');
    await tab.page.setOfflineMode(true);
    await write(tab, 'written offline');
    await tab.read(status, 'You’re offline. One change is waiting on this device.');
    await tab.devtools.send('Network.clearBrowserCookies');
    await tab.page.setOfflineMode(false);
    await tab.read(status, 'Sign in again to send your changes.');
    assert.equal(await noteOnServer('writer'), undefined);
    await tab.find('latch-passkey-button');
    const other = await profile.open();
    const sameAuthenticator = await other.addAuthenticator(await authenticator.passkeys());
    await other.go('/home');
    await signInThroughButton(other, sameAuthenticator);
    await tab.read(status, 'All your changes are sent.');
    assert.equal((await noteOnServer('writer'))?.text, 'written offline');
    assert.equal(writes.length, 1);
    await profile.close();
  });

  testInFullRuns(
    'is sent once the person has signed in with the button beside it, whose options are of the session that is over',
    async () => {
      const { profile, tab, authenticator } = await openNote('returning');
      await tab.devtools.send('Network.clearBrowserCookies');
      await write(tab, 'after the session');
      await tab.read(status, 'Sign in again to send your changes.');
      await authenticator.whilePresent(async () => {
        await tab.click('latch-passkey-button >>> [part=button]');
        await tab.read(status, 'All your changes are sent.');
      });
      assert.equal((await noteOnServer('returning'))?.text, 'after the session');
      await profile.close();
    },
  );

  testInFullRuns('has its effect once when the connection breaks after the server got it', async () => {
    const { profile, tab, writes } = await openNote('unlucky');
    await tab.devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/notes/one', requestStage: 'Response' }] });
    const broken = new Promise<string | undefined>((resolve, reject) => {
      tab.devtools.once('Fetch.requestPaused', ({ requestId }) => {
        const breakOff = async () => {
          const { version } = (await noteOnServer('unlucky'))!;
          await tab.devtools.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
          await tab.devtools.send('Fetch.disable');
          return version;
        };
        breakOff().then(resolve, reject);
      });
    });
    await write(tab, 'sent twice');
    const version = await broken;
    await tab.read(status, 'All your changes are sent.');
    const [key, ...again] = writes.map((request) => request.headers()['idempotency-key']);
    assert.equal(typeof key, 'string');
    assert.deepEqual(again, [key]);
    assert.equal((await noteOnServer('unlucky'))?.version, version);
    await profile.close();
  });

  testInFullRuns('is not sent when another user signs in', async () => {
    const { profile, tab, writes } = await openNote('first');
    await tab.page.setOfflineMode(true);
    await write(tab, 'of the first');
    await tab.read(status, 'You’re offline. One change is waiting on this device.');
    await tab.devtools.send('Network.clearBrowserCookies');
    await tab.page.evaluate(() => {
      // Whatever asks first once there is a connection finds the second user there.
      const native = globalThis.fetch;
      let signedUp: Promise<unknown> | undefined;
      const signUpSecond = () =>
        native('/signup', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'second' }),
        });
      globalThis.fetch = async (...request) => {
        // the browser says that it is online before it is
        if (navigator.onLine) await (signedUp ??= signUpSecond().catch(() => (signedUp = undefined)));
        return native(...request);
      };
    });
    await tab.page.setOfflineMode(false);
    // The vault is locked as soon as it hears of the second user; the outbox may be the first to ask.
    await tab.until(() => {
      const isLocked = !document.querySelector('latch-vault-unlock')!.hasAttribute('unlocked');
      return (
        isLocked ||
        document
          .querySelector('latch-offline-status')!
          .shadowRoot!.textContent.includes('Another user’s changes are waiting on this device.')
      );
    });
    assert.deepEqual(writes, []);
    assert.equal(await noteOnServer('first'), undefined);
    assert.equal(await noteOnServer('second'), undefined);
    await profile.close();
  });
});
