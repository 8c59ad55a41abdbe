import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { expectSession, openProfileWithPasskey } from './account-page.js';
import { startDemo } from './demo-site.js';

declare global {
  interface Window {
    /** Notes the mediation and the mode of a request that the page makes. */
    noteRequest(mediation: unknown, uiMode: unknown): Promise<void>;
  }
}

/** Opens the demo's page of the button, and offers passkeys beside it. Returns the requests that the page makes. */
async function openWithOffer(tab: Tab): Promise<unknown[][]> {
  const asked: unknown[][] = [];
  await tab.page.exposeFunction('noteRequest', (...request: unknown[]) => void asked.push(request));
  await tab.page.evaluateOnNewDocument(() => {
    const { get } = CredentialsContainer.prototype;
    CredentialsContainer.prototype.get = function (options) {
      const { mediation, uiMode } = options as { mediation?: string; uiMode?: string };
      void window.noteRequest(mediation, uiMode);
      return get.call(this, options);
    };
  });
  await tab.go('/passkey-button');
  await tab.page.evaluate(() => {
    const button = document.createElement('latch-passkey-button');
    button.setAttribute('passive', '');
    document.querySelector('latch-passkey-button')!.replaceWith(button);
  });
  return asked;
}

describe('passkeys beside a page without an input', () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    server = await startDemo();
    browser = await launchBrowser([
      '--enable-features=WebAuthenticationAmbientSignin',
      '--enable-blink-features=WebAuthenticationAmbient',
    ]);
  });
  after(async () => {
    await releaseBrowser(browser);
    await server.stop();
  });

  test('sign in a user who chooses one, in a browser with ambient sign-in', async () => {
    const { profile, passkeys } = await openProfileWithPasskey(browser, server.origin, 'alice');
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator(passkeys);
    await authenticator.whilePresent(async () => {
      const asked = await openWithOffer(tab);
      await tab.find('[data-view=account]');
      assert.deepEqual(asked[0], ['conditional', 'passive']);
    });
    await expectSession(tab, 'alice', 'with a passkey');
    await profile.close();
  });
});
