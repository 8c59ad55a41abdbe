import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import contract from '../../../../contract/schemas.json' with { type: 'json' };
import { minutes } from '../../../support/node/clock.js';
import { signUp } from '../../../support/node/people.js';
import { startCompleteServer } from '../../../support/node/provider-visit.js';
import { startServer, type TestServer } from '../../../support/node/server.js';
import type { Visitor } from '../../../support/node/visitor.js';

/** Every operation of the contract that changes something, of the challenges also those of a step-up, and the notes of the demo. */
const operations = [
  ...Object.keys(contract.operations)
    // The answer of a provider by form comes from its site, and leads to the same path by GET.
    .filter((name) => !name.startsWith('GET ') && name !== 'POST /auth/callback/{id}')
    .map((name) => name.replace(/\{\w+\}/g, 'AAAA')),
  'POST /webauthn/login/options?step-up',
  'POST /webauthn/login/verify?step-up',
  'PUT /notes/AAAA',
  'DELETE /notes/AAAA',
].map((name) => name.split(' ') as [method: string, path: string]);
const tooLong = 'x'.repeat(32_769);
const ours = { 'Sec-Fetch-Site': 'same-origin' };
const json = { ...ours, 'Content-Type': 'application/json' };

describe('the order of checks', () => {
  let server: TestServer;
  let visitor: Visitor;
  before(async () => {
    server = await startCompleteServer({
      config: { limitFailures: true, boundSessions: true, termsUrl: 'https://app.example/terms' },
    });
    visitor = server.visitor();
  });
  after(() => server.stop());

  for (const [method, path] of operations) {
    test(`${method} ${path}: another method is 405 even across sites`, async () => {
      const supported = new Set(operations.filter(([, other]) => other === path).map(([name]) => name));
      if (path === '/login' || path === '/notes/AAAA' || `GET ${path}` in contract.operations) supported.add('GET');
      for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter((name) => !supported.has(name))) {
        const { status } = await visitor.send(path, { method: other, headers: { 'Sec-Fetch-Site': 'cross-site' } });
        assert.equal(status, 405, other);
      }
    });

    test(`${method} ${path}: across sites is 403 before a long body is 413`, async () => {
      const { status, body } = await visitor.send(path, {
        method,
        body: tooLong,
        headers: { 'Sec-Fetch-Site': 'cross-site' },
      });
      assert.deepEqual([status, body['error']], [403, 'csrf']);
    });

    test(`${method} ${path}: a long body is 413 before its content type is looked at`, async () => {
      for (const headers of [ours, json]) {
        const { status, body } = await visitor.send(path, { method, body: tooLong, headers });
        assert.deepEqual([status, body['error']], [413, 'too_large']);
      }
    });

    test(`${method} ${path}: a long body that does not announce its length is 413 too`, async () => {
      let sent = 0;
      const endless = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1;
          controller.enqueue(new Uint8Array(8192));
        },
      });
      const { status } = await visitor.send(path, {
        method,
        body: endless,
        headers: json,
        duplex: 'half',
      } as RequestInit);
      assert.equal(status, 413);
      assert.ok(sent <= 6, 'the server reads on after it knows enough');
    });

    test(`${method} ${path}: a wrong content type, wrong JSON, wrong UTF-8 and deep JSON are 400`, async () => {
      const source = server.visitor({ address: '192.0.2.1' });
      const bodies: [BodyInit, string | undefined][] = [
        ['{}', 'text/plain'],
        ['{}', 'application/jsonp'],
        ['{}', undefined],
        ['{', 'application/json'],
        ['{}x', 'application/json'],
        ['\ufeff{}', 'application/json'],
        [Uint8Array.of(0x22, 0xff, 0x22), 'application/json'],
        [`${'['.repeat(17)}${']'.repeat(17)}`, 'application/json'],
        ['['.repeat(32_768), 'application/json'],
        [`{"a":${'[{"b":'.repeat(3000)}`, 'application/json'],
        ['{}', 'multipart/form-data; boundary=x'],
      ];
      for (const [body, type] of bodies) {
        const headers = { ...ours, ...(type !== undefined && { 'Content-Type': type }) };
        const answer = await source.send(path, { method, body, headers });
        assert.deepEqual(
          [answer.status, answer.body['error']],
          [400, 'bad_request'],
          `${type}: ${JSON.stringify(body).slice(0, 20)}`,
        );
      }
      server.clock.advance(1 * minutes);
    });
  }

  describe('of who has failed too often', () => {
    let source: Visitor;
    before(async () => {
      source = server.visitor({ address: '192.0.2.99' });
      await Promise.all(Array.from({ length: 300 }, () => source.post('/webauthn/login/verify', {})));
    });

    for (const [method, path] of operations.filter(([, candidate]) => candidate !== '/logout')) {
      test(`${method} ${path}: too many failures are 429 after a long body is 413, and before anything else is looked at`, async () => {
        assert.equal((await source.send(path, { method, body: tooLong, headers: json })).status, 413);
        const { status, headers } = await source.send(path, { method, body: '{', headers: json });
        assert.deepEqual([status, headers.get('Retry-After')], [429, '60']);
      });
    }
  });

  test('a body of exactly 32,768 bytes is read', async () => {
    const body = JSON.stringify({ username: 'x', padding: '' });
    const padded = body.replace('""', `"${'p'.repeat(32_768 - body.length)}"`);
    assert.equal(padded.length, 32_768);
    assert.equal((await visitor.send('/signup', { method: 'POST', body: padded, headers: json })).status, 201);
  });

  test('a POST without a body needs no content type, and an empty one may have any', async () => {
    for (const headers of [ours, json, { ...ours, 'Content-Type': 'application/x-www-form-urlencoded' }]) {
      for (const path of ['/webauthn/login/options', '/logout']) {
        assert.equal((await visitor.send(path, { method: 'POST', headers })).status, 200);
      }
    }
  });

  test('a content type may carry a charset and be in any case', async () => {
    const headers = { ...ours, 'Content-Type': 'Application/JSON; charset=UTF-8' };
    assert.equal((await visitor.send('/webauthn/login/options', { method: 'POST', body: '{}', headers })).status, 200);
  });
});

describe('the order of refusals', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ config: { limitFailures: true, boundSessions: true } });
  });
  after(() => server.stop());

  test('a wrong shape is 400 before a missing session, and that is 401 before the step-up', async () => {
    const anyone = server.visitor({ address: '192.0.2.2' });
    assert.equal(
      (await anyone.send('/webauthn/register/options', { method: 'POST', body: '{', headers: json })).status,
      400,
    );
    assert.equal((await anyone.post('/webauthn/register/options?auto')).status, 401);
    const ada = await signUp(server, 'ada');
    server.clock.advance(6 * minutes);
    assert.equal((await ada.browser.post('/webauthn/register/verify', {})).status, 400);
    assert.equal((await ada.browser.post('/webauthn/register/options')).status, 403);
  });

  test('a wrong shape is 400 before a missing session is 401, and that comes before the step-up and what is not there', async () => {
    const anyone = server.visitor({ address: '192.0.2.3' });
    const bo = await signUp(server, 'bo', 'correct horse battery');
    server.clock.advance(6 * minutes);
    const wrong: [method: string, path: string, body: string][] = [
      ['PATCH', '/account', '{"name":""}'],
      ['PATCH', '/webauthn/credentials/AAAA', '{"nickname":7}'],
      ['PATCH', '/webauthn/credentials/A', '{"nickname":"x"}'],
      ['DELETE', '/webauthn/credentials/A', ''],
      ['DELETE', '/webauthn/credentials/AAAA', '{'],
      ['DELETE', '/sessions/%00', ''],
      ['POST', '/sessions', '{'],
      ['POST', '/webauthn/login/options?step-up', '{'],
      ['POST', '/payment/options', '{"amount":"1","currency":"EUR","payee":"http://shop.example"}'],
      ['POST', '/session/refresh', '{'],
    ];
    for (const [method, path, body] of wrong) {
      for (const browser of [anyone, bo.browser])
        assert.equal((await browser.send(path, { method, body: body || null, headers: json })).status, 400, path);
    }
    const right: [method: string, path: string, body: string | null, signedIn: number][] = [
      ['PATCH', '/account', '{"name":"x"}', 403],
      ['PATCH', '/webauthn/credentials/AAAA', '{"nickname":"x"}', 404],
      ['DELETE', '/webauthn/credentials/AAAA', null, 403],
      ['DELETE', '/sessions/AAAA', null, 403],
      ['DELETE', '/sessions', null, 403],
      ['PUT', '/account/password', '{"password":"another horse battery"}', 403],
      ['DELETE', '/account/password', null, 403],
      ['DELETE', '/account', null, 403],
      ['POST', '/account/restore', null, 404],
      ['POST', '/webauthn/login/options?step-up', null, 403],
      ['POST', '/payment/options', '{"amount":"1","currency":"EUR","payee":"https://shop.example"}', 409],
    ];
    for (const [method, path, body, status] of right) {
      assert.equal((await anyone.send(path, { method, body, headers: json })).status, 401, path);
      assert.equal((await bo.browser.send(path, { method, body, headers: json })).status, status, path);
    }
  });

  test('what is not there is 404 before the last way to sign in is 409, and a taken name is 409 before limits are 429', async () => {
    const cy = await signUp(server, 'cy');
    await cy.addPasskey();
    const own = cy.authenticator.credentials[0]!.id;
    assert.equal((await cy.browser.delete('/webauthn/credentials/AAAA')).status, 404);
    assert.equal((await cy.browser.delete('/account/password')).status, 404);
    assert.equal((await cy.browser.delete(`/webauthn/credentials/${own}`)).status, 409);

    const crowd = server.visitor({ address: '192.0.2.4' });
    const signUpAs = async (username: string): Promise<number> =>
      (await server.visitor({ address: '192.0.2.4' }).post('/signup', { username })).status;
    let last = 201;
    for (let count = 0; last === 201 && count < 200; count += 1) last = await signUpAs(`one of many ${count}`);
    assert.equal(last, 429);
    assert.equal(await signUpAs('cy'), 409);
    assert.equal((await crowd.post('/signup/options', { username: 'cy' })).status, 409);
  });

  test('an unknown path is 404 whatever the method, the site and the body', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status } = await server.visitor().send('/webauthn/nothing', {
        method,
        body: tooLong,
        headers: { 'Sec-Fetch-Site': 'cross-site' },
      });
      assert.equal(status, 404);
    }
  });
});
