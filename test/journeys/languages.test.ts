import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, HTTPRequest } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import { startDemo } from './demo-site.js';
import { testInFullRuns } from '../support/node/quick.js';

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

const button = 'latch-passkey-button >>> [part=button]';

test('a page in another language stays in marked English without a connection, and speaks it once the browser is online', async () => {
  const profile = await openProfile(browser, server.origin);
  const tab = await profile.open({ expects: /ERR_INTERNET_DISCONNECTED/ });
  await tab.go('/passkey-button');
  await tab.read(button, 'Sign in with a passkey');
  // the demo's worker has the translations on the device
  await tab.devtools.send('Network.setBypassServiceWorker', { bypass: true });
  await tab.page.setOfflineMode(true);
  await tab.page.evaluate(() => (document.documentElement.lang = 'de'));
  await tab.find('latch-passkey-button >>> [part=button][lang=en]');
  await tab.page.setOfflineMode(false);
  await tab.read(button, 'Mit Passkey anmelden');
  await tab.find('latch-passkey-button >>> [part=button]:not([lang])');
  await profile.close();
});

test('a page in English loads no translation', async () => {
  const profile = await openProfile(browser, server.origin);
  const tab = await profile.open();
  const loaded: string[] = [];
  tab.page.on('request', (request) => loaded.push(request.url()));
  await tab.go('/passkey-button');
  await tab.read(button, 'Sign in with a passkey');
  assert.deepEqual(
    loaded.filter((url) => /\/(de|fr)\b/.test(url)),
    [],
  );
  await profile.close();
});

testInFullRuns('a translation that never arrives keeps no element from working', async () => {
  const profile = await openProfile(browser, server.origin);
  const tab = await profile.open();
  await tab.go('/passkey-button');
  await tab.read(button, 'Sign in with a passkey');
  await tab.devtools.send('Network.setBypassServiceWorker', { bypass: true });
  await tab.page.setRequestInterception(true);
  const held: HTTPRequest[] = [];
  tab.page.on('request', (request) => {
    if (request.url().endsWith('.js')) held.push(request);
    else void request.continue();
  });
  await tab.page.evaluate(() => (document.documentElement.lang = 'fr'));
  await tab.find('latch-passkey-button >>> [part=button][lang=en]');
  const isFrench = (request: HTTPRequest) => /\/fr\b/.test(request.url());
  while (!held.some(isFrench)) {
    // What loads the languages is loaded first.
    for (const request of held.splice(0)) await request.continue();
    await tab.page.evaluate(() => undefined);
  }
  await tab.click(button);
  await tab.read('latch-passkey-button >>> [part=status]', 'Continue in the dialog.');
  await tab.find('latch-passkey-button >>> [part=button][lang=en]');
  for (const request of held) await request.continue();
  await tab.read(button, 'Se connecter avec une clé d’accès');
  await profile.close();
});
