import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { addAuthenticator, type Authenticator } from '../support/node/virtual-authenticator.js';
import { startVaultSite, type VaultSite } from './vault-site.js';

describe('a vault that is handed to another device', () => {
  let site: VaultSite;
  let browser: Browser;

  before(async () => {
    site = await startVaultSite('vault-transfer-page.ts');
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  /** A device with storage and an authenticator of its own. */
  async function openDevice(): Promise<{ page: Page; whilePresent: Authenticator['whilePresent'] }> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage({ type: 'window' });
    const devtools = await page.createCDPSession();
    await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    await devtools.send('WebAuthn.enable', { enableUI: false });
    const { whilePresent } = await addAuthenticator(devtools);
    await page.goto(site.origin, { waitUntil: 'load' });
    return { page, whilePresent };
  }

  test('opens on each device by the passkey of its authenticator, once the digits on both are the same', async () => {
    const [first, second] = [await openDevice(), await openDevice()];
    const [giver, receiver] = [first.page, second.page];
    const relays: [from: Page, to: Page][] = [
      [giver, receiver],
      [receiver, giver],
    ];
    for (const [from, to] of relays)
      await from.exposeFunction('relay', (message: string) => to.evaluate(`page.deliver(${JSON.stringify(message)})`));
    let received: unknown;
    const both = Promise.all([
      first.whilePresent(async () => void (await giver.evaluate('page.give()'))),
      second.whilePresent(async () => void (received = await receiver.evaluate('page.take()'))),
    ]);
    const digits = await Promise.all(
      [giver, receiver].map(async (device) => {
        const shown = await device.waitForFunction('page.digits');
        return (await shown.jsonValue()) as string;
      }),
    );
    assert.match(digits[0]!, /^\d{6}$/);
    assert.equal(digits[0], digits[1]);
    await Promise.all([giver, receiver].map((device) => device.evaluate('page.answer(true)')));
    await both;
    assert.deepEqual(received, ['Written on the first device', 2]);
  });
});
