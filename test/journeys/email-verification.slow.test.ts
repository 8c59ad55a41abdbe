import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { build } from 'esbuild';
import { SignJWT } from 'jose';
import type { Browser, Page } from 'puppeteer-core';
import { createCertificate, type Certificate } from '../support/node/certificate.js';
import { launchBrowser } from '../support/node/browser.js';
import { createRunningClock } from '../support/node/clock.js';
import { codeIn, verifyAddress } from '../support/node/codes.js';
import { createEmailIssuer, type EmailIssuer } from '../support/node/email-issuer.js';
import { signUp } from '../support/node/people.js';
import { root } from '../support/node/program.js';
import { startServer, type TestServer } from '../support/node/server.js';

const address = 'ada@mail.example';
const domain = 'mail.example';

/** The public key of the browser, from its header `Signature-Key: sig=hwk;kty="OKP";crv="Ed25519";x="…"`. */
function keyIn(header: string): Record<string, string> {
  const members = [...header.matchAll(/;(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]);
  const { kty, crv, x, y, n, e } = Object.fromEntries(members) as Record<string, string>;
  return JSON.parse(JSON.stringify({ kty, crv, x, y, n, e })) as Record<string, string>;
}

/**
 * The email provider with its sign-in page, and the DNS service that Chromium asks for TXT records, both behind one port
 * of this machine.
 */
async function serveIssuer(issuer: EmailIssuer, certificate: Certificate, asked: string[]): Promise<Server> {
  const accounts = [address, 'new@mail.example'].map((email) => ({ id: email, name: 'Ada', email }));
  const origin = `https://${issuer.host}`;
  const server = createServer(certificate, async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += String(chunk);
    const { host } = incoming.headers;
    asked.push(`${incoming.method} ${host}${incoming.url}`);
    const answer = (value: unknown) =>
      outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    if (host === 'dns.google') {
      const name = new URL(incoming.url!, origin).searchParams.get('name')!;
      const data = (issuer.records.get(name) as string[][] | undefined)?.map((parts) => parts.join(''));
      return answer({ Status: data ? 0 : 3, Answer: data?.map((text) => ({ name, type: 16, TTL: 1, data: text })) });
    }
    switch (incoming.url) {
      case '/.well-known/email-verification':
        return answer({
          issuance_endpoint: `${origin}/issue`,
          jwks_uri: `${origin}/keys`,
          signing_alg_values_supported: ['EdDSA'],
        });
      case '/.well-known/web-identity':
        return answer({ accounts_endpoint: `${origin}/accounts`, login_url: `${origin}/login` });
      case '/accounts':
        return answer({ accounts: incoming.headers.cookie ? accounts : [] });
      case '/keys':
        return answer(issuer.documents.get(`${origin}/keys`));
      case '/issue': {
        const { email } = JSON.parse(body) as { email: string };
        const jwk = keyIn(String(incoming.headers['signature-key']));
        const token = await new SignJWT({ iss: origin, cnf: { jwk }, email, email_verified: true })
          .setIssuedAt()
          .setProtectedHeader({ alg: issuer.key.alg, kid: 'first', typ: 'evt+jwt' })
          .sign(issuer.key.privateKey);
        return answer({ issuance_token: `${token}~` });
      }
      case '/login':
        return outgoing
          .setHeader('set-login', 'logged-in')
          .setHeader('set-cookie', 'sid=1; Secure; HttpOnly; SameSite=None; Path=/')
          .setHeader('content-type', 'text/html')
          .end('<!doctype html><title>Mail</title>');
      default:
        return outgoing.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Fetches JSON of the issuer from where it really is. */
async function fetchAt(server: Server, { cert }: Certificate, url: string): Promise<Response> {
  const { hostname, pathname } = new URL(url);
  const { port } = server.address() as AddressInfo;
  const options = { host: '127.0.0.1', port, path: pathname, servername: hostname, headers: { host: hostname } };
  const outgoing = request({ ...options, ca: cert, checkServerIdentity: () => undefined });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [AsyncIterable<Uint8Array> & { statusCode: number }];
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return new Response(Buffer.concat(chunks), { status: incoming.statusCode });
}

/** The elements from their sources, as the modules that a page loads. */
async function bundle(): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: { entry: `${root}src/define/otp-input.ts`, 'sign-up': `${root}src/define/sign-up.ts` },
    outdir: 'out',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    tsconfig: `${root}tsconfig.json`,
    logLevel: 'error',
  });
  return new Map(outputFiles.map(({ path, contents }) => [`/${basename(path)}`, contents]));
}

const page = (body: string) => `<!doctype html><meta charset="utf-8"><title>App</title>${body}`;
const pages: Record<string, string> = {
  '/code': page(`<script type="module" src="/entry.js"></script>
    <latch-otp-input email-verification><form slot="address">
      <label>Email <input type="email" autocomplete="email" required></label><button>Continue</button>
    </form></latch-otp-input>`),
  '/sign-up': page(`<script type="module" src="/sign-up.js"></script>
    <latch-sign-up email-verification><form>
      <label>Name <input name="username" autocomplete="username" required></label>
      <label>Email <input type="email" autocomplete="email" required></label>
      <label>Password <input type="password" autocomplete="new-password"></label><button>Create</button>
    </form></latch-sign-up>`),
};

describe('the Email Verification Protocol in Chromium', () => {
  let certificate: Certificate;
  let issuer: EmailIssuer;
  let mail: Server;
  let server: TestServer;
  let browser: Browser;
  let tab: Page;
  const asked: string[] = [];

  before(async () => {
    certificate = await createCertificate();
    issuer = await createEmailIssuer();
    issuer.records.set(`_email-verification.${domain}`, [[`iss=${issuer.host}`]]);
    mail = await serveIssuer(issuer, certificate, asked);
    const scripts = await bundle();
    server = await startServer({
      listens: true,
      clock: createRunningClock(),
      emailNetwork: {
        resolveTxt: (name) => issuer.network.resolveTxt(name),
        fetch: (url) => fetchAt(mail, certificate, url),
      },
      pages: async (path) => {
        const script = scripts.get(path);
        if (!script && !pages[path]) return undefined;
        const body = new Uint8Array(script ?? new TextEncoder().encode(pages[path]));
        return { body, contentType: script ? 'text/javascript' : 'text/html', immutable: false };
      },
    });
    await verifyAddress(server, await signUp(server, 'ada'), address);
    const { port } = mail.address() as AddressInfo;
    const hosts = ['dns.google', issuer.host].map((host) => `MAP ${host} 127.0.0.1:${port}`);
    browser = await launchBrowser([
      '--enable-features=EmailVerificationProtocol',
      '--auto-grant-email-verification-permission-for-testing',
      `--host-resolver-rules=${hosts.join(', ')}`,
      `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`,
    ]);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    mail?.close();
  });

  beforeEach(async () => {
    await tab?.close();
    tab = await browser.newPage();
    tab.setDefaultTimeout(20_000);
    await tab.goto(`https://${issuer.host}/login`);
  });

  /** Opens a page, and keeps the events of its elements. */
  async function open(path: string): Promise<void> {
    // What is not in front runs its timers late, and may get no token.
    await tab.bringToFront();
    await tab.goto(server.origin + path);
    await tab.waitForFunction(() => customElements.get('latch-otp-input') ?? customElements.get('latch-sign-up'));
    await tab.evaluate(() => {
      const seen: unknown[] = [];
      Object.assign(globalThis, { seen });
      for (const name of ['latch-signed-in', 'latch-address-verified', 'latch-signed-up', 'latch-sign-in-failed'])
        document.addEventListener(name, (event) => seen.push([name, (event as CustomEvent).detail]));
    });
  }

  /** Enters an address as a user does. */
  async function enter(email: string): Promise<void> {
    await tab.focus('input[type=email]');
    await tab.waitForSelector('[autocomplete=email-verification-token][nonce]');
    await tab.type('input[type=email]', email);
    await tab.keyboard.press('Tab');
  }

  async function askForCode(): Promise<void> {
    await open('/code');
    await enter(address);
  }

  /**
   * Fills in a form by `fill`, and submits it once the browser has the token, which no page can see: it puts the token
   * into the form just before the event. Chromium now and then gets a token and does not put it in; then a new page is
   * filled in.
   */
  async function submitWithToken(fill: () => Promise<void>): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await fill();
      await tab.evaluate(() => {
        const until = performance.now() + 6000;
        addEventListener(
          'submit',
          (event) => {
            const token = document.querySelector<HTMLInputElement>('[autocomplete=email-verification-token]')!;
            if (token.value) return void Object.assign(globalThis, { hasToken: 'yes' });
            event.preventDefault();
            event.stopImmediatePropagation();
            if (performance.now() > until) Object.assign(globalThis, { hasToken: 'no' });
            else setTimeout(() => (event.target as HTMLFormElement).requestSubmit(), 50);
          },
          { capture: true },
        );
      });
      await tab.click('form button');
      const hasToken = await tab.waitForFunction(() => (globalThis as { hasToken?: string }).hasToken);
      if ((await hasToken.jsonValue()) === 'yes') return;
    }
    assert.fail('The browser did not put in its token, three times.');
  }

  const seen = async (count: number): Promise<unknown> => {
    await tab.waitForFunction((least) => (globalThis as { seen?: unknown[] }).seen!.length >= least, {}, count);
    return tab.evaluate(() => (globalThis as { seen?: unknown[] }).seen);
  };
  const hiddenInput = () =>
    tab.$eval('[autocomplete=email-verification-token]', (input) => [
      (input as HTMLInputElement).value,
      input.getAttribute('nonce'),
    ]);
  /** The messages with codes. Others tell the owner what happened to the account. */
  const sentTo = async (to: string) =>
    (await server.sent()).filter((message) => message.to.address === to && /#\d{6}$/.test(message.text));

  test('signs in the owner of an address without a message, and leaves no token in the page', async () => {
    const before = (await sentTo(address)).length;
    await submitWithToken(askForCode);
    assert.deepEqual(await seen(1), [['latch-signed-in', { method: 'otp' }]]);
    assert.equal((await sentTo(address)).length, before);
    assert.deepEqual(await hiddenInput(), ['', null]);
    assert.ok(asked.some((url) => url === `GET dns.google/resolve?type=txt&do=1&name=_email-verification.${domain}`));
  });

  test('leads to a code with the same event when the backend refuses the token', async () => {
    const { resolveTxt } = issuer.network;
    const before = (await sentTo(address)).length;
    await submitWithToken(async () => {
      await askForCode();
      issuer.network.resolveTxt = async () => [['iss=other.example']];
    });
    await tab.waitForSelector('latch-otp-input:state(done) [autocomplete=one-time-code]');
    issuer.network.resolveTxt = resolveTxt;
    const [message, ...others] = (await sentTo(address)).slice(before);
    assert.equal(others.length, 0);
    assert.deepEqual(server.logs.at(-1), { level: 'warn', event: 'email-token-refused', reason: 'issuer_untrusted' });
    await tab.type('[autocomplete=one-time-code]', codeIn(message!));
    await tab.keyboard.press('Enter');
    assert.deepEqual(await seen(1), [['latch-signed-in', { method: 'otp' }]]);
  });

  test('leads to a code for a user who is not signed in at the issuer', async () => {
    const session = await tab.createCDPSession();
    await session.send('Network.clearBrowserCookies');
    await askForCode();
    const before = (await sentTo(address)).length;
    await tab.click('form button');
    await tab.waitForSelector('latch-otp-input:state(done)');
    assert.equal((await sentTo(address)).length, before + 1);
    assert.deepEqual((await hiddenInput())[0], '');
  });

  test('verifies the address of a new account', async () => {
    await submitWithToken(async () => {
      await open('/sign-up');
      await tab.type('[autocomplete=username]', 'newcomer');
      await enter('new@mail.example');
      await tab.type('[type=password]', 'a long enough password');
    });
    assert.deepEqual(await seen(3), [
      ['latch-address-verified', null],
      ['latch-signed-up', { method: 'password' }],
      ['latch-signed-in', { method: 'password' }],
    ]);
    const account = await tab.evaluate(async () => (await fetch('/account')).json());
    assert.deepEqual((account as { email: unknown }).email, { address: 'new@mail.example', verified: true });
    assert.equal((await sentTo('new@mail.example')).length, 0);
  });
});
