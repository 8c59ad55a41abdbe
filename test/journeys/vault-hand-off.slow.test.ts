import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { startVaultSite, type VaultSite } from './vault-site.js';

describe('a vault that is handed to another device', () => {
  let site: VaultSite;
  let browser: Browser;

  before(async () => {
    site = await startVaultSite('hand-off-page.ts');
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  /** A device with storage and an authenticator of its own. */
  async function openDevice(): Promise<Page> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage({ type: 'window' });
    const devtools = await page.createCDPSession();
    await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    await devtools.send('WebAuthn.enable', { enableUI: false });
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        hasPrf: true,
        isUserVerified: true,
      },
    });
    await page.goto(site.origin, { waitUntil: 'load' });
    return page;
  }

  test('opens on each device by the passkey of its authenticator, once the digits on both are the same', async () => {
    const [giver, receiver] = [await openDevice(), await openDevice()];
    const relays: [from: Page, to: Page][] = [
      [giver, receiver],
      [receiver, giver],
    ];
    for (const [from, to] of relays)
      await from.exposeFunction('relay', (message: string) => to.evaluate(`page.deliver(${JSON.stringify(message)})`));
    const both = Promise.all([giver.evaluate('page.give()'), receiver.evaluate('page.take()')]);
    const digits = await Promise.all(
      [giver, receiver].map(async (device) => {
        const shown = await device.waitForFunction('page.digits');
        return (await shown.jsonValue()) as string;
      }),
    );
    assert.match(digits[0]!, /^\d{6}$/);
    assert.equal(digits[0], digits[1]);
    await Promise.all([giver, receiver].map((device) => device.evaluate('page.answer(true)')));
    const [, received] = await both;
    assert.deepEqual(received, ['Written on the first device', 2]);
  });
});
