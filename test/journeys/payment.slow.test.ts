import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { createAuthenticator, type PaymentShown, type RequestOptionsJSON } from '../../src/conformance/index.js';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { testInFullRuns } from '../support/node/quick.js';
import { createPasskey, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';

const tag = 'latch-payment-button';
const button = `${tag} >>> [part=button]`;
const status = `${tag} >>> [part=status]`;
const dialog = `${tag} >>> dialog[open]`;
const notSignedIn = 'Sign in first.';

describe('a payment', () => {
  let browser: Browser;
  let server: TestServer;
  let profile: Profile;
  let tab: Tab;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => releaseBrowser(browser));

  beforeEach(async () => {
    server = await startDemo();
    profile = await openProfile(browser, server.origin);
    tab = await profile.open({ expects: /status of (?:400|401|409)/ });
  });

  afterEach(async () => {
    await profile.close();
    await server.stop();
  });

  /** What the page has sent to the server to be verified, and what came back. */
  async function readConfirmation(
    { page }: Tab,
    work: () => Promise<void>,
  ): Promise<{ type: string; answer: Record<string, unknown> }> {
    const answered = page.waitForResponse((response) => response.url().endsWith('/payment/verify'));
    await work();
    const response = await answered;
    const {
      response: { clientDataJSON },
    } = JSON.parse(response.request().postData()!) as { response: { clientDataJSON: string } };
    const { type } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { type: string };
    return { type, answer: (await response.json()) as Record<string, unknown> };
  }

  test('is shown by the page and confirmed with a passkey, where the browser has no dialog for it', async () => {
    const authenticator = await tab.addAuthenticator();
    await signUp(tab, 'ada');
    await createPasskey(tab, authenticator);
    await tab.go('/payment-button');
    await tab.click(button);
    await tab.read(dialog, '12.50');
    await tab.read(dialog, 'Ada’s Stationery');
    const { type, answer } = await readConfirmation(tab, () =>
      authenticator.whilePresent(async () => {
        await tab.click(`${dialog} button[value=yes]`);
        await tab.read(status, 'Payment confirmed.');
      }),
    );
    assert.equal(type, 'webauthn.get');
    assert.deepEqual(
      [answer['confirmed'], answer['method'], (answer['payment'] as PaymentShown).total],
      [true, 'passkey', { currency: 'EUR', value: '12.50' }],
    );
    assert.equal(server.logs.length, 0);
  });

  testInFullRuns('is not made when the person declines, and can be begun again', async () => {
    const authenticator = await tab.addAuthenticator();
    await signUp(tab, 'ada');
    await createPasskey(tab, authenticator);
    await tab.go('/payment-button');
    await tab.click(button);
    await tab.find(dialog);
    await tab.page.keyboard.press('Escape');
    await tab.read(status, 'The payment was not confirmed. Try again.');
    await tab.click(button);
    await authenticator.whilePresent(async () => {
      await tab.click(`${dialog} button[value=yes]`);
      await tab.read(status, 'Payment confirmed.');
    });
  });

  testInFullRuns('needs a user who is signed in', async () => {
    await tab.go('/payment-button');
    await tab.click(button);
    await tab.read(status, notSignedIn);
  });

  testInFullRuns('needs a passkey, and says where to get one', async () => {
    await signUp(tab, 'grace');
    await tab.go('/payment-button');
    await tab.click(button);
    await tab.read(status, 'Your account has no passkey for payments.');
    assert.equal(await tab.page.$eval(`${tag} a`, (link) => link.checkVisibility()), true);
  });

  testInFullRuns('can be confirmed with a passkey that was created for payments', async () => {
    const authenticator = await tab.addAuthenticator();
    await signUp(tab, 'ada');
    await tab.go('/passkey-create');
    await tab.page.$eval('latch-passkey-create', (element) => element.toggleAttribute('payment', true));
    await authenticator.whilePresent(async () => {
      await tab.click('latch-passkey-create >>> [part=button]');
      await tab.read('latch-passkey-create >>> [part=status]', 'Your passkey is ready');
    });
    await tab.go('/payment-button');
    await tab.click(button);
    await authenticator.whilePresent(async () => {
      await tab.click(`${dialog} button[value=yes]`);
      await tab.read(status, 'Payment confirmed.');
    });
  });

  describe('in a dialog of the browser', () => {
    /** What the dialog shows, and what the authenticator says was shown. */
    let change: (shown: PaymentShown) => PaymentShown;

    /**
     * Opens the page in a browser whose dialog is played by a software authenticator that holds the only passkey of the
     * account: no browser has one to be tested.
     */
    async function openWithDialog(): Promise<void> {
      const authenticator = createAuthenticator();
      const { page } = tab;
      const { origin } = server;
      const post = (path: string, body?: object) =>
        page.evaluate(
          async (to, content) => {
            const headers = { 'content-type': 'application/json' };
            return (
              await fetch(to, { method: 'POST', headers, ...(content && { body: content }) })
            ).json() as Promise<unknown>;
          },
          path,
          body && JSON.stringify(body),
        );
      await signUp(tab, 'ada');
      const created = await authenticator.create((await post('/webauthn/register/options')) as never, { origin });
      await post('/webauthn/register/verify', created);

      await page.exposeFunction('signPayment', (options: RequestOptionsJSON, shown: PaymentShown) =>
        authenticator.get(options, { origin, payment: change(shown) }),
      );
      await page.evaluateOnNewDocument(playDialog);
      await tab.go('/payment-button');
    }

    test('is shown and signed there, and nowhere else', async () => {
      change = (shown) => shown;
      await openWithDialog();
      const { type, answer } = await readConfirmation(tab, async () => {
        await tab.click(button);
        await tab.read(status, 'Payment confirmed.');
      });
      assert.deepEqual([type, answer['method']], ['payment.get', 'payment']);
      await tab.until(() => document.title === 'success');
      assert.equal(await tab.page.$(dialog), null);
    });

    testInFullRuns('is refused when something else was signed than was asked', async () => {
      change = (shown) => ({ ...shown, total: { currency: 'EUR', value: '1250.00' } });
      await openWithDialog();
      const { answer } = await readConfirmation(tab, async () => {
        await tab.click(button);
        await tab.read(status, 'That didn’t work.');
      });
      assert.deepEqual([answer['error'], answer['member']], ['payment_mismatch', 'total.value']);
      await tab.until(() => document.title === 'fail');
    });
  });
});

/**
 * Runs in the page before any of its scripts: has payment requests shown by `signPayment`. It is sent as text, so it
 * refers to nothing outside.
 */
function playDialog(): void {
  interface Data {
    challenge: Uint8Array;
    credentialIds: Uint8Array[];
    rpId: string;
    payeeName?: string;
    payeeOrigin?: string;
    instrument: object;
  }
  const { signPayment } = window as unknown as {
    signPayment(options: object, shown: object): Promise<{ id: string; response: Record<string, string> }>;
  };
  const toText = (bytes: Uint8Array) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const toBytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
      .buffer;

  class PlayedRequest {
    static securePaymentConfirmationAvailability = async () => 'available';
    readonly #data: Data;
    readonly #total: object;

    constructor([method]: [{ data: Data }], { total }: { total: { amount: object } }) {
      this.#data = method.data;
      this.#total = total.amount;
    }

    async show(): Promise<object> {
      const { challenge, credentialIds, rpId, payeeName, payeeOrigin, instrument } = this.#data;
      const options = {
        challenge: toText(challenge),
        rpId,
        allowCredentials: credentialIds.map((id) => ({ type: 'public-key', id: toText(id) })),
      };
      const { id, response } = await signPayment(options, {
        total: this.#total,
        instrument,
        ...(payeeName && { payeeName }),
        ...(payeeOrigin && { payeeOrigin }),
      });
      const members = Object.entries(response).map(([name, text]) => [name, toBytes(text)]);
      const details = {
        rawId: toBytes(id),
        response: Object.fromEntries(members) as object,
        getClientExtensionResults: () => ({}),
      };
      return { details, complete: async (result: string) => void (document.title = result) };
    }
  }
  Object.defineProperty(window, 'PaymentRequest', { value: PlayedRequest });
}
