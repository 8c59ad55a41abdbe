import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createAuthority } from '../../../../demo/wallet/authority.js';
import { createWallet } from '../../../../demo/wallet/wallet.js';
import { createVerifier } from '../../../../server/src/wallet/verifier.js';
import type { IdentityRequest } from '../../../../src/base/contract/types.js';
import { signUp } from '../../../support/node/people.js';
import { startServer, type TestServer } from '../../../support/node/server.js';

const app = 'https://app.example.com';
const config = { origins: ['https://api.example.com'], appOrigins: [app], rpId: 'example.com' };

describe('pages on another origin of the site', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ config, listens: true });
  });
  after(() => server.stop());

  /** What browsers ask before a request; not a method of the contract. */
  const preflight = (path: string, origin: string, method: string) =>
    fetch(new URL(path, server.origin), {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': method },
    });

  const corsOf = (headers: Headers) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control') || name === 'vary'));

  test('read responses with cookies, and responses vary by origin', async () => {
    const { status, headers } = await server
      .visitor()
      .send('/session', { headers: { Origin: app, 'Sec-Fetch-Site': 'same-site' } });
    assert.equal(status, 200);
    assert.deepEqual(corsOf(headers), {
      'access-control-allow-credentials': 'true',
      'access-control-allow-origin': app,
      'access-control-expose-headers': 'ETag, Retry-After',
      vary: 'Origin',
    });
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-site');
  });

  test('read refusals too', async () => {
    const { status, headers } = await server.visitor().send('/webauthn/register/options', {
      method: 'POST',
      headers: { Origin: app, 'Sec-Fetch-Site': 'same-site' },
    });
    assert.equal(status, 401);
    assert.equal(headers.get('access-control-allow-origin'), app);
  });

  test('may send what the elements send', async () => {
    const { status, headers } = await preflight('/webauthn/credentials/AAAA', app, 'DELETE');
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-methods'), 'GET, POST, PUT, PATCH, DELETE');
    assert.match(headers.get('access-control-allow-headers')!, /^Content-Type, /);
  });

  for (const origin of ['https://other.example.com', 'https://app.example.com:444', 'null', 'https://evil.example']) {
    test(`of ${origin} are refused, and read nothing`, async () => {
      const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-site' };
      const read = await server.visitor().send('/session', { headers });
      assert.deepEqual(corsOf(read.headers), { vary: 'Origin' });
      const { status } = await server.visitor().send('/logout', { method: 'POST', headers });
      assert.equal(status, 403);
      const asked = await preflight('/logout', origin, 'POST');
      assert.deepEqual([asked.status, corsOf(asked.headers)], [405, { vary: 'Origin' }]);
    });
  }

  test('of the configured origin are no pages of the site where the browser says cross-site', async () => {
    const { status } = await server
      .visitor()
      .send('/logout', { method: 'POST', headers: { Origin: app, 'Sec-Fetch-Site': 'cross-site' } });
    assert.equal(status, 403);
  });

  test('get a code that browsers offer there, by their own host', async () => {
    const ada = await signUp(server, 'ada');
    const headers = { Origin: app, 'Sec-Fetch-Site': 'same-site' };
    await ada.browser.patch('/account', { email: 'ada@example.com' });
    for (const [origin, line] of [
      [app, /^@app\.example\.com #\d{6}$/],
      [config.origins[0]!, /^@api\.example\.com #\d{6}$/],
    ] as const) {
      const asked = await ada.browser.post(
        '/otp/request',
        { to: 'ada@example.com' },
        { ...headers, Origin: origin, ...(origin !== app && { 'Sec-Fetch-Site': 'same-origin' }) },
      );
      assert.equal(asked.status, 202);
      assert.match((await server.sent()).at(-1)!.text.split('\n').at(-1)!, line);
    }
    const framed = { to: 'ada@example.com', topOrigin: app };
    assert.equal((await ada.browser.post('/otp/request', framed)).status, 202);
    assert.match(
      (await server.sent()).at(-1)!.text.split('\n').at(-1)!,
      /^@app\.example\.com #\d{6} @api\.example\.com$/,
    );
  });

  test('ask wallets, whose response names their origin', async () => {
    const authority = await createAuthority({ now: Date.UTC(2030, 0, 1) });
    const identity = createVerifier({ roots: [authority.root] });
    const asking = await startServer({ config, identity });
    const wallet = await createWallet({ authority, now: asking.clock.now });
    const visitor = asking.visitor();
    const headers = { Origin: app, 'Sec-Fetch-Site': 'same-site' };
    for (const protocol of ['openid4vp-v1-unsigned', 'org-iso-mdoc']) {
      const request = await visitor.get<IdentityRequest>(`/identity/request?protocol=${protocol}`, headers);
      assert.equal(request.status, 200);
      const response = await wallet.answerRequest({ ...request.body, origin: app });
      assert.equal((await visitor.post('/identity/verify', response, headers)).status, 200);
    }
    const elsewhere = { ...headers, Origin: 'https://other.example.com' };
    assert.equal((await visitor.get('/identity/request?protocol=org-iso-mdoc', elsewhere)).status, 403);
    await asking.stop();
  });
});
