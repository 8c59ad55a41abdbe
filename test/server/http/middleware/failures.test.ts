import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { minutes, seconds } from '../../../support/node/clock.js';
import { describeOnBothEngines } from '../../../support/node/engines.js';
import { signUp, signUpWithPasskey } from '../../../support/node/people.js';
import { startServer, type TestServer } from '../../../support/node/server.js';

const password = 'correct horse battery';
const wrong = 'wrong horse battery';

await describeOnBothEngines('too many failures', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startServer({
      store: engine,
      config: { limitFailures: true, trustedProxies: ['127.0.0.1'] },
    });
  });
  after(() => server.stop());
  beforeEach(() => server.clock.advance(20 * minutes));

  async function fail(times: number, headers: Record<string, string> = {}, address = '127.0.0.1'): Promise<number[]> {
    const visitor = server.visitor({ address });
    return Promise.all(
      Array.from({ length: times }, async () => (await visitor.post('/webauthn/login/verify', {}, headers)).status),
    );
  }

  test('300 from one address in a minute are answered, the next is 429 until the minute is over', async () => {
    assert.deepEqual([...new Set(await fail(300))], [400]);
    const visitor = server.visitor();
    const { status, body, headers } = await visitor.post('/webauthn/login/options');
    assert.deepEqual([status, body['error'], headers.get('Retry-After')], [429, 'rate_limited', '60']);
    server.clock.advance(59 * seconds);
    assert.equal((await visitor.post('/webauthn/login/options')).headers.get('Retry-After'), '1');
    server.clock.advance(1 * seconds);
    assert.equal((await visitor.post('/webauthn/login/options')).status, 200);
  });

  test('signing out and reading the session are not held back', async () => {
    const ada = await signUp(server, 'ada');
    await fail(300);
    assert.equal((await ada.browser.get('/session')).body['signedIn'], true);
    assert.equal((await ada.signOut()).status, 200);
  });

  test('another address is not affected', async () => {
    await fail(300);
    assert.equal((await server.visitor({ address: '192.0.2.7' }).post('/webauthn/login/options')).status, 200);
  });

  test('successes do not count', async () => {
    const visitor = server.visitor();
    for (let count = 0; count < 310; count += 1)
      assert.equal((await visitor.post('/webauthn/login/options')).status, 200);
  });

  const spellings = [
    '2001:db8:0:7::1',
    '2001:0db8:0000:0007:0000:0000:0000:0001',
    '2001:DB8:0:7::1',
    '2001:db8:0:7:0:0:0:1',
    '2001:db8:0:7::2',
    '2001:db8:0:7:ffff:ffff:ffff:ffff',
    '[2001:db8:0:7::1]',
    '[2001:db8:0:7::1]:443',
    '"[2001:db8:0:7::1]:443"',
    '2001:db8:0:7::0.0.0.1',
    '2001:db8:0:7::1%eth0',
    ' 2001:db8:0:7::1 ',
    '2001:db8:0:7:1::',
    '2001:0db8::7:0:0:0:9',
    '2001:db8::0007:0:0:0:9',
    '2001:db8:0:7::a',
    '2001:db8:0:7::A',
    '10.0.0.1, 2001:db8:0:7::1',
    'unknown, 2001:db8:0:7::1',
    '2001:db8:0:7::1, 127.0.0.1',
    '::1, 2001:db8:0:7:aaaa::1',
  ];
  test(`${spellings.length} spellings of one network count as one`, async () => {
    for (const spelling of spellings) await fail(14, { 'X-Forwarded-For': spelling });
    await fail(300 - 14 * spellings.length, { 'X-Forwarded-For': '2001:db8:0:7::1' });
    for (const spelling of spellings) assert.deepEqual(await fail(1, { 'X-Forwarded-For': spelling }), [429], spelling);
    assert.deepEqual(await fail(1, { 'X-Forwarded-For': '2001:db8:0:8::1' }), [400]);
  });

  const requests: [method: string, path: string, body: string | null][] = [
    ['PATCH', '/account', '{}'],
    ['PATCH', '/webauthn/credentials/AAAA', '{}'],
    ['DELETE', '/webauthn/credentials/AAAA', null],
    ['POST', '/sessions', null],
    ['DELETE', '/sessions/AAAA', null],
    ['POST', '/webauthn/login/options?step-up', null],
    ['POST', '/webauthn/login/verify?step-up', '{}'],
    ['POST', '/signup', '{}'],
    ['POST', '/login', '{}'],
    ['POST', '/webauthn/register/options', null],
    ['POST', '/webauthn/register/verify', '{}'],
  ];
  test(`${spellings.length} spellings count as one over all operations together`, async () => {
    const visitor = server.visitor();
    const headersOf = (spelling: string) => ({
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
      'X-Forwarded-For': spelling,
    });
    const failAt = async (index: number): Promise<number> => {
      const [method, path, body] = requests[index % requests.length]!;
      return (await visitor.send(path, { method, body, headers: headersOf(spellings[index % spellings.length]!) }))
        .status;
    };
    for (let index = 0; index < 300; index += 1)
      assert.ok([400, 401].includes(await failAt(index)), requests[index % requests.length]!.join(' '));
    for (let index = 0; index < requests.length; index += 1)
      assert.equal(await failAt(index), 429, requests[index]!.join(' '));
  });

  test('another spelling of a path is no path', async () => {
    const visitor = server.visitor();
    for (const path of [
      '//webauthn/login/verify',
      '/webauthn//login/verify',
      '/webauthn/login/verify/',
      '/WebAuthn/login/verify',
      '/webauthn/login/./../login/verify/.',
      '/webauthn%2flogin/verify',
      '/login;x',
      '//login',
    ]) {
      assert.equal((await visitor.post(path, {})).status, 404, path);
    }
  });

  test('IPv4 counts by the whole address, however it is written', async () => {
    for (const spelling of ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1:8080', '::FFFF:c000:201', '[::ffff:192.0.2.1]'])
      await fail(60, { 'X-Forwarded-For': spelling });
    assert.deepEqual(await fail(1, { 'X-Forwarded-For': '192.0.2.1' }), [429]);
    assert.deepEqual(await fail(1, { 'X-Forwarded-For': '192.0.2.2' }), [400]);
  });

  test('X-Forwarded-For from somebody who is no trusted proxy does not count', async () => {
    for (let count = 0; count < 300; count += 1)
      await fail(1, { 'X-Forwarded-For': `198.51.100.${count % 250}` }, '203.0.113.5');
    assert.deepEqual(await fail(1, { 'X-Forwarded-For': '198.51.100.251' }, '203.0.113.5'), [429]);
  });

  test('what the client itself wrote into X-Forwarded-For does not count', async () => {
    for (let count = 0; count < 300; count += 1)
      await fail(1, { 'X-Forwarded-For': `198.51.100.${count % 250}, 203.0.113.6` });
    assert.deepEqual(await fail(1, { 'X-Forwarded-For': '198.51.100.252, 203.0.113.6' }), [429]);
  });

  test('10 responses with a passkey that do not verify, then 429 for 15 minutes', async () => {
    const ed = await signUpWithPasskey(server, 'ed');
    for (let count = 0; count < 10; count += 1)
      assert.equal((await ed.signIn({ faults: ['signature-over-other-data'] })).status, 401);
    assert.equal((await ed.signIn()).status, 429);
    server.clock.advance(15 * minutes);
    assert.equal((await ed.signIn()).status, 200);
  });
});

describe('too many wrong passwords', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ config: { limitFailures: true } });
  });
  after(() => server.stop());

  test('10 wrong passwords for one account in 15 minutes, then 429 even with the right one', async () => {
    await signUp(server, 'bo', password);
    const guess = async (secret: string, address: string): Promise<number> =>
      (await server.visitor({ address }).post('/login', { username: 'Bo', password: secret })).status;
    for (let count = 0; count < 10; count += 1) assert.equal(await guess(wrong, `192.0.2.${count}`), 401);
    assert.equal(await guess(password, '192.0.2.99'), 429);
    server.clock.advance(15 * minutes);
    assert.equal(await guess(password, '192.0.2.99'), 200);
  });

  test('an unknown name is held back in the same way', async () => {
    const visitor = server.visitor();
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await visitor.post('/login', { username: 'nobody', password })).status);
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429]);
  });

  test('a burst of guesses has no more tries than a row of them', async () => {
    await signUp(server, 'cy', password);
    const statuses = await Promise.all(
      Array.from(
        { length: 25 },
        async () => (await server.visitor().post('/login', { username: 'cy', password: wrong })).status,
      ),
    );
    assert.equal(statuses.filter((status) => status === 401).length, 10);
    assert.equal(statuses.filter((status) => status === 429).length, 15);
  });

  test('right passwords do not count', async () => {
    await signUp(server, 'di', password);
    for (let count = 0; count < 12; count += 1) {
      assert.equal((await server.visitor().post('/login', { username: 'di', password })).status, 200);
    }
  });

  test('a passkey still signs in where the password is held back', async () => {
    const ed = await signUpWithPasskey(server, 'ed');
    await Promise.all(
      Array.from({ length: 11 }, () => server.visitor().post('/login', { username: 'ed', password: wrong })),
    );
    assert.equal((await ed.signIn()).status, 200);
  });
});

describe('without a rate limit', () => {
  test('failures are only refused', async () => {
    const server = await startServer();
    const visitor = server.visitor();
    for (let count = 0; count < 320; count += 1)
      assert.equal((await visitor.post('/webauthn/login/verify', {})).status, 400);
    await server.stop();
  });
});
