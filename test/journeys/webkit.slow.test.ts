import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createCertificate } from '../support/node/certificate.js';
import { launchWebKit, skipWithoutWebKit, type WebKitPage } from '../support/node/webkit.js';
import { startDemoAt } from './demo-site.js';

/**
 * What an element says after a click on its button in a browser that lacks what it is for, and what it shows instead.
 * The texts are on its status line, in its dialog, or in its slot `fallback`.
 */
const withoutSupport: readonly [tag: string, ...texts: string[]][] = [
  ['passkey-button', 'This browser can’t use passkeys here. Sign in another way.', 'Sign in with a password instead'],
  ['passkey-create', 'This browser can’t use passkeys here.'],
  ['passkey-list', 'You can’t manage passkeys here.', 'No passkeys yet'],
  ['vault-unlock', 'This browser can’t'],
  ['payment-button', 'Create one first.', 'Create a passkey'],
  ['digital-credential-button', 'This browser can’t show a digital ID here. Use another way.', 'Leave'],
  ['install-button', 'Install this app', 'This browser can’t install apps.'],
];

// WebKitGTK has no passkeys: the elements do what they do in any browser without them.
describe('in WebKit, without passkeys', { skip: skipWithoutWebKit }, () => {
  let site: Awaited<ReturnType<typeof startDemoAt>>;
  let origin: string;
  let page: WebKitPage;
  before(async () => {
    // WebKit keeps no cookie with the attribute Secure over http, not even at localhost.
    site = await startDemoAt((port) => ({ origins: [`https://localhost:${port}`], rpId: 'localhost', embedders: [] }), {
      certificate: await createCertificate(),
    });
    origin = `https://localhost:${new URL(site.origin).port}`;
    page = await launchWebKit();
  });
  after(async () => {
    await page?.close();
    await site?.stop();
  });

  /** Opens a page for the user of a new account. */
  async function openAs(username: string, path: string): Promise<void> {
    await page.go(`${origin}/manifest.webmanifest`);
    const status = await page.evaluate(async (name: string) => {
      const body = JSON.stringify({ username: name, password: 'correct horse battery' });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/signup', { method: 'POST', headers, body })).status;
    }, username);
    assert.equal(status, 201);
    await page.go(origin + path);
  }

  test('a user signs up, out, and in again with the password in the card, which shows what works here alone', async () => {
    await page.go(`${origin}/home#sign-up`);
    await page.fill('#username', 'ada');
    await page.fill('#password', 'correct horse battery');
    await page.click('form button');
    await page.read('[data-view=account] h1', 'Hello, ada');
    await page.click('latch-sign-out-button:not([everything]) >>> [part=button]');
    await page.read('.notice', 'You’re signed out.');

    await page.go(`${origin}/sign-in`);
    await page.find('latch-sign-in form > button');
    assert.deepEqual(
      await page.evaluate(() => [
        'PublicKeyCredential' in window,
        document.querySelector('latch-sign-in')!.shadowRoot!.querySelector('[part=ways] > [part=button]') === null,
        document.querySelector('latch-fedcm-button') === null,
      ]),
      [false, true, true],
    );
    await page.fill('latch-sign-in [name=username]', 'ada');
    await page.click('latch-sign-in form > button:not([type=button])');
    await page.fill('latch-sign-in [name=password]', 'correct horse battery');
    await page.click('latch-sign-in form > button:not([type=button])');
    await page.read('[data-view=account] h1', 'Hello, ada');
  });

  test('a user signs up in the card with a password, once the one before has signed out there', async () => {
    await openAs('edith', '/home');
    await page.read('[data-view=account] h1', 'Hello, edith');
    await page.go(`${origin}/sign-up`);
    await page.read('latch-sign-up >>> latch-session-notice >>> [part=status]', 'You’re signed in as edith.');
    await page.click('latch-sign-up >>> latch-session-notice >>> latch-sign-out-button >>> [part=button]');
    await page.fill('latch-sign-up [name=username]', 'grace');
    await page.fill('latch-sign-up [name=password]', 'correct horse battery');
    await page.click('latch-sign-up form > button');
    await page.read('[data-view=account] h1', 'Hello, grace');
  });

  for (const [tag, ...texts] of withoutSupport)
    test(`latch-${tag} says what the browser cannot do, and shows what is left`, async () => {
      await openAs(`user-of-${tag}`, `/${tag}`);
      await page.click(`latch-${tag} >>> button`);
      await page.until(
        (name: string, words: readonly string[]) => {
          const element = document.querySelector<HTMLElement>(name)!;
          const shown = [element, ...element.querySelectorAll('*'), ...element.shadowRoot!.querySelectorAll('*')]
            .filter((part) => part.checkVisibility() && part.clientHeight > 0)
            .map((part) => part.textContent)
            .join('\n');
          return words.every((word) => shown.includes(word));
        },
        `latch-${tag}`,
        texts,
      );
    });

  test('elements for what the browser lacks show their fallback at once, and the others work', async () => {
    await openAs('hedy', '/fedcm-button');
    await page.read('latch-fedcm-button', 'Go to the provider’s page instead');
    await page.go(`${origin}/session-list`);
    await page.read('latch-session-list >>> [part=item]', 'Safari on Linux');
    await page.go(`${origin}/manifest-inspector`);
    await page.read('latch-manifest-inspector >>> [part=status]', 'Errors: 0');
  });
});
