import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import {
  createPasskey,
  expectSession,
  signInThroughAutofill,
  signInThroughButton,
  signOut,
  signUp,
} from './account-page.js';
import { startDemo } from './demo-site.js';

/** What the passkey is asked to derive a secret from. */
const salt = 'a salt that everybody knows, 32 B';

/** Every way in which bytes could be written down. */
function spell(hexadecimal: string): string[] {
  const bytes = Buffer.from(hexadecimal, 'hex');
  return [
    hexadecimal,
    hexadecimal.toUpperCase(),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('latin1'),
    bytes.toString('utf8'),
    [...bytes].join(','),
    bytes.toString('base64').slice(4, -4),
    JSON.stringify(Object.fromEntries(bytes.entries())).slice(1, -1),
  ];
}

describe('what a passkey derives for the page', () => {
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

  /** Changes the options on their way to the page, so that the browser does derive a secret at each ceremony. */
  async function addSaltInFlight({ devtools }: Tab): Promise<void> {
    devtools.on('Fetch.requestPaused', ({ requestId, responseStatusCode, responseHeaders = [] }) => {
      void (async () => {
        const { body, base64Encoded } = await devtools.send('Fetch.getResponseBody', { requestId });
        const options = JSON.parse(Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString()) as {
          extensions?: object;
        };
        const changed = {
          ...options,
          extensions: { ...options.extensions, prf: { eval: { first: Buffer.from(salt).toString('base64url') } } },
        };
        await devtools.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: responseStatusCode ?? 200,
          body: Buffer.from(JSON.stringify(changed)).toString('base64'),
          responseHeaders: responseHeaders.filter(({ name }) => name.toLowerCase() !== 'content-length'),
        });
      })();
    });
    await devtools.send('Fetch.enable', {
      patterns: [{ urlPattern: '*/webauthn/*/options', requestStage: 'Response' }],
    });
  }

  /** Derives the secret as a script of the page does for itself. */
  function deriveInPage(tab: Tab): Promise<string> {
    return tab.page.evaluate(async (text) => {
      const credential = await navigator.credentials.get({
        publicKey: {
          challenge: new Uint8Array(16),
          extensions: { prf: { eval: { first: new TextEncoder().encode(text) } } },
        },
      });
      const { first } = (credential as PublicKeyCredential).getClientExtensionResults().prf!.results!;
      return Array.from(new Uint8Array(first as ArrayBuffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
    }, salt);
  }

  test('is in no request, event, console line, storage or log, whatever the server asks for', async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    const sent: string[] = [];
    const said: string[] = [];
    tab.page.on('request', (request) =>
      sent.push([request.url(), JSON.stringify(request.headers()), request.postData()].join('\n')),
    );
    tab.page.on('console', (message) => said.push(message.text()));
    const authenticator = await tab.addAuthenticator();
    await addSaltInFlight(tab);

    await signUp(tab, 'alice');
    await createPasskey(tab, authenticator);
    let secret = '';
    await authenticator.whilePresent(async () => void (secret = await deriveInPage(tab)));
    await signOut(tab);
    await signInThroughAutofill(tab, authenticator);
    await signOut(tab);
    await signInThroughButton(tab, authenticator);
    await expectSession(tab, 'alice', 'with a passkey');

    const { secrets, events } = await tab.page.evaluate(() => window.watch);
    assert.match(secret, /^[0-9a-f]{64}$/);
    assert.deepEqual(
      secrets,
      [secret, secret, secret, secret],
      'the browser derived it at each ceremony: creation, the script of the page, autofill, button',
    );
    const verified = sent.filter(
      (request) => request.includes('/verify') && request.includes('clientExtensionResults'),
    );
    assert.equal(verified.length, 3);
    assert.ok(verified[0]!.includes('"prf":{"enabled":true}'), 'the server learns that the passkey could');
    assert.ok(events.length >= 6);

    const stored = await tab.page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state as unknown]),
    );
    const everything = [
      ...sent,
      ...said,
      ...events,
      stored,
      JSON.stringify(server.logs),
      await tab.page.content(),
    ].join('\n');
    assert.deepEqual(
      spell(secret).filter((form) => everything.includes(form)),
      [],
    );
    await profile.close();
  });
});
