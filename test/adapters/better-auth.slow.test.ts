import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { post, walkThroughElements } from './app-journey.js';
import { startApp, type AppSite } from './app-site.js';
import { startBetterAuth } from './better-auth.js';
import { installPackages } from './packages.js';

const user = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };

describe('Better Auth with its passkey plugin', () => {
  let browser: Browser;
  let site: AppSite;
  before(async () => {
    await installPackages();
    browser = await launchBrowser();
    site = await startApp(async (origin) => ({
      handle: await startBetterAuth(origin),
      head: '<meta name="latch-backend" content="better-auth">',
    }));
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.close();
  });

  test('creates, lists and names passkeys, signs in with them by button and in autofill, and signs out', async () => {
    await walkThroughElements({
      browser,
      site,
      name: user.email,
      canChange: true,
      expects: /status of 401/,
      signIn: (tab) => post(tab, '/api/auth/sign-up/email', user),
    });
  });
});
