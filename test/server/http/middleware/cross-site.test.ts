import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startServer, type TestServer } from '../../../support/node/server.js';

const origin = 'https://example.com';
const siblingOrigin = 'https://related.example';

describe('requests from other sites', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ config: { origins: [origin, siblingOrigin], rpId: 'example.com' } });
  });
  after(() => server.stop());

  test('leave the origin of the page and those that are configured in the log', async () => {
    const headers = { Origin: 'https://example.com:444', 'Sec-Fetch-Site': 'same-site' };
    const { status } = await server.visitor().send('/logout', { method: 'POST', headers });
    assert.equal(status, 403);
    assert.deepEqual(server.logs.splice(0), [
      {
        level: 'warn',
        event: 'foreign-origin',
        page: 'https://example.com:444',
        configured: [origin, siblingOrigin],
      },
    ]);
  });

  const origins: [value: string | undefined, ours: boolean][] = [
    [undefined, false],
    [origin, true],
    [siblingOrigin, true],
    ['null', false],
    ['https://evil.example', false],
    ['http://example.com', false],
    ['https://example.com:444', false],
    ['https://sub.example.com', false],
    ['https://example.com.evil.example', false],
    ['https://EXAMPLE.com', false],
    ['https://example.com/', false],
    ['https://evil.example, https://example.com', false],
    ['', false],
  ];
  const sites: (string | undefined)[] = [
    undefined,
    'same-origin',
    'same-site',
    'cross-site',
    'none',
    'Same-Origin',
    'same-origin, cross-site',
    '',
  ];
  const contentTypes: (string | undefined)[] = [
    undefined,
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ];

  for (const site of sites) {
    for (const [value, ours] of origins) {
      const allowed = site === undefined ? ours : site === 'same-origin';
      test(`Sec-Fetch-Site ${site ?? 'absent'}, Origin ${value ?? 'absent'}: ${allowed ? 'served' : '403'}`, async () => {
        for (const contentType of contentTypes) {
          const headers = {
            ...(site !== undefined && { 'Sec-Fetch-Site': site }),
            ...(value !== undefined && { Origin: value }),
            ...(contentType !== undefined && { 'Content-Type': contentType }),
          };
          const visitor = server.visitor();
          const { status, body } = await visitor.send('/logout', { method: 'POST', headers });
          assert.deepEqual([status, body['error']], allowed ? [200, undefined] : [403, 'csrf']);
        }
      });
    }
  }

  const withoutPost: [method: string, path: string][] = [
    ['PATCH', '/account'],
    ['PATCH', '/webauthn/credentials/AAAA'],
    ['DELETE', '/webauthn/credentials/AAAA'],
    ['DELETE', '/sessions/AAAA'],
  ];
  for (const [method, path] of withoutPost) {
    test(`${method} ${path} is refused to other sites as a POST is`, async () => {
      for (const headers of [{ 'Sec-Fetch-Site': 'same-origin' }, { Origin: siblingOrigin }]) {
        assert.notEqual((await server.visitor().send(path, { method, headers })).status, 403);
      }
      for (const headers of [
        {},
        { Origin: 'https://evil.example' },
        { 'Sec-Fetch-Site': 'same-site', Origin: origin },
        { 'Sec-Fetch-Site': 'none' },
      ]) {
        const { status, body } = await server.visitor().send(path, { method, headers });
        assert.deepEqual([status, body['error']], [403, 'csrf']);
      }
    });
  }

  test('reading is open to everyone, because it changes nothing', async () => {
    for (const path of ['/session', '/healthz', '/.well-known/webauthn', '/.well-known/passkey-endpoints']) {
      const { status } = await server
        .visitor()
        .send(path, { headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' } });
      assert.equal(status, 200);
    }
  });

  test('no answer invites other origins to read it', async () => {
    const { headers } = await server.visitor().send('/session', { headers: { Origin: 'https://evil.example' } });
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    );
  });

  test('a form on another site signs no user in', async () => {
    const visitor = server.visitor({ headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' } });
    const { status } = await visitor.post('/login', new URLSearchParams({ username: 'ada', password: 'x' }));
    assert.deepEqual([status, visitor.cookie], [403, undefined]);
  });
});
