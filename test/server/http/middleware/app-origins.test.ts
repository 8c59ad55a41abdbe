import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
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
});
