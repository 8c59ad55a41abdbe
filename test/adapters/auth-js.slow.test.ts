import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { walkThroughElements } from './app-journey.js';
import { startApp, type AppSite } from './app-site.js';
import { startAuthJs, type AuthJs } from './auth-js.js';
import { runDocumented } from './documented-server.js';
import { installPackages } from './packages.js';

describe('Auth.js with its WebAuthn provider', () => {
  let browser: Browser;
  let site: AppSite;
  let backend: AuthJs;
  before(async () => {
    await installPackages();
    browser = await launchBrowser();
    backend = await startAuthJs();
    site = await startApp(() => ({
      handle: backend.handle,
      script: `import { useBackend } from 'latchkey/backends'; import { authJs } from 'latchkey/backends/auth-js';
        useBackend(authJs());`,
    }));
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.close();
  });

  test('runs as the documentation sets it up', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'documented-'));
    try {
      await runDocumented('Auth.js', { DATABASE_URL: `file:${join(folder, 'auth.db')}` }, async (origin) => {
        const ask = async (path: string) => (await fetch(`${origin}/auth/${path}`)).json() as Promise<object | null>;
        assert.equal(await ask('session'), null);
        assert.deepEqual(Object.keys((await ask('providers'))!), ['webauthn']);
        const options = (await ask('webauthn-options/webauthn?action=authenticate')) as { action: string };
        assert.equal(options.action, 'authenticate');
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('creates and lists passkeys, signs in with them by button and in autofill, and signs out', async () => {
    const email = 'ada@example.com';
    await walkThroughElements({
      browser,
      site,
      name: email,
      canChange: false,
      async signIn({ page }) {
        const value = await backend.signIn(email);
        await page.browserContext().setCookie({ name: 'authjs.session-token', value, domain: 'localhost', path: '/' });
      },
    });
  });
});
