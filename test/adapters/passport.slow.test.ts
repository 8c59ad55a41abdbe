import { readFile } from 'node:fs/promises';
import { request as send, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import { startApp } from './app-site.js';
import { runDocumented } from './documented-server.js';
import { installPackages } from './packages.js';

const card = (selector: string) => `latch-sign-in >>> ${selector}`;

describe('Passport with passport-fido2-webauthn, as the documentation sets it up', () => {
  let browser: Browser;
  let adapter: string;
  before(async () => {
    await installPackages();
    browser = await launchBrowser();
    const documentation = await readFile(join(root, 'docs/your-endpoints.md'), 'utf8');
    adapter = /\n## Passport\n[^]*?```js\n([^]*?)```/.exec(documentation)![1]!;
  });
  after(() => releaseBrowser(browser));

  test('creates an account with a passkey, signs out, and signs in by button and in autofill', async () => {
    await runDocumented(
      'Passport',
      {},
      async (backend) => {
        const site = await startApp(() => ({
          handle: (request) =>
            /^\/(?:login|signup|me|logout)\b/.test(new URL(request.url).pathname) ? pass(request, backend) : undefined,
          script: adapter,
        }));
        const profile = await openProfile(browser, site.origin);
        const tab = await profile.open({ expects: /status of 401/ });
        const authenticator = await tab.addAuthenticator();
        await tab.go('/card');
        await tab.click(card('footer [part=action]'));
        await tab.fill('latch-sign-up > form input[name=username]', 'ada@example.com');
        await authenticator.whilePresent(async () => {
          await tab.click('latch-sign-up > form > button');
          await tab.read('#who', 'Signed in: ada@example.com');
        });
        await tab.go('/');
        await tab.read('#who', 'Signed in: ada@example.com');
        await tab.click('latch-sign-out-button >>> [part=button]');
        await tab.read('#who', 'Signed out');

        await tab.go('/');
        await tab.waitForAutofill();
        await authenticator.whilePresent(async () => {
          await tab.click('latch-passkey-button >>> [part=button]');
          await tab.read('#who', 'Signed in: ada@example.com');
        });
        await tab.click('latch-sign-out-button >>> [part=button]');
        await tab.read('#who', 'Signed out');

        await tab.go('/');
        await tab.waitForAutofill();
        await authenticator.whilePresent(async () => {
          await tab.chooseInAutofill();
          await tab.read('#who', 'Signed in: ada@example.com');
        });
        await profile.close();
        await site.close();
      },
      'docs/your-endpoints.md',
    );
  });
});

/** Passes a request on to the backend, with the host that the browser named: Passport compares the origin with it. */
async function pass(request: Request, backend: string): Promise<Response> {
  const { pathname, host } = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { ...Object.fromEntries(request.headers), host, 'content-length': body.length };
    send(`${backend}${pathname}`, { method: request.method, headers }, resolve).on('error', reject).end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const headers = new Headers({ 'content-type': answer.headers['content-type'] ?? 'text/plain' });
  for (const cookie of answer.headers['set-cookie'] ?? []) headers.append('set-cookie', cookie);
  return new Response(answer.statusCode === 204 ? null : Buffer.concat(chunks), {
    status: answer.statusCode!,
    headers,
  });
}
