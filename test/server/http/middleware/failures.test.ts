import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { minutes, seconds } from '../../../support/node/clock.js';
import { describeOnBothEnginesInFullRuns } from '../../../support/node/engines.js';
import type { PasskeyRequestOptions } from '../../../../src/base/contract/types.js';
import { createPerson, signUp, signUpWithPasskey, type SignInChanges } from '../../../support/node/people.js';
import { startServer, type TestServer } from '../../../support/node/server.js';
import type { Visitor } from '../../../support/node/visitor.js';

const password = 'correct horse battery';
const wrong = 'wrong horse battery';

await describeOnBothEnginesInFullRuns('too many failures', (engine) => {
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

  test('X-Forwarded-For does not count unless it comes from a trusted proxy', async () => {
    for (let count = 0; count < 300; count += 1)
      await fail(1, { 'X-Forwarded-For': `198.51.100.${count % 250}` }, '203.0.113.5');
    assert.deepEqual(await fail(1, { 'X-Forwarded-For': '198.51.100.251' }, '203.0.113.5'), [429]);
  });

  test('what the client itself wrote into X-Forwarded-For does not count', async () => {
    for (let count = 0; count < 300; count += 1)
      await fail(1, { 'X-Forwarded-For': `198.51.100.${count % 250}, 203.0.113.6` });
    assert.deepEqual(await fail(1, { 'X-Forwarded-For': '198.51.100.252, 203.0.113.6' }), [429]);
  });

  test('10 responses with a passkey that do not verify from one address, then 429 for 15 minutes', async () => {
    const ed = await signUpWithPasskey(server, 'ed');
    const stranger = server.visitor({ address: '192.0.2.9' });
    const signInFrom = async (visitor: Visitor, changes?: SignInChanges): Promise<number> => {
      const { body } = await visitor.post<PasskeyRequestOptions>('/webauthn/login/options');
      const response = await ed.authenticator.get(body, { origin: server.origin, ...changes });
      return (await visitor.post('/webauthn/login/verify', response)).status;
    };
    for (let count = 0; count < 10; count += 1)
      assert.equal(await signInFrom(stranger, { faults: ['signature-over-other-data'] }), 401);
    assert.equal(await signInFrom(stranger), 429);
    assert.equal(await signInFrom(server.visitor({ address: '192.0.2.10' })), 200, 'the owner, elsewhere');
    server.clock.advance(15 * minutes);
    assert.equal(await signInFrom(stranger), 200);
  });

  test('a browser that signed in before is not held back by strangers behind the same address', async () => {
    const flo = await signUpWithPasskey(server, 'flo');
    await flo.signOut();
    const stranger = createPerson(server, 'stranger');
    for (let count = 0; count < 10; count += 1) {
      const { body } = await stranger.browser.post<PasskeyRequestOptions>('/webauthn/login/options');
      const response = await flo.authenticator.get(body, {
        origin: server.origin,
        faults: ['signature-over-other-data'],
      });
      await stranger.browser.post('/webauthn/login/verify', response);
    }
    assert.equal((await flo.signIn()).status, 200);
  });
});

describe('too many wrong passwords', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ config: { limitFailures: true } });
  });
  after(() => server.stop());

  const logIn = async (visitor: Visitor, username: string, secret: string): Promise<number> =>
    (await visitor.post('/login', { username, password: secret })).status;

  test('10 wrong passwords for one account from one address, then 429 there for 15 minutes even with the right one', async () => {
    await signUp(server, 'bo', password);
    const stranger = server.visitor({ address: '192.0.2.1' });
    for (let count = 0; count < 10; count += 1) assert.equal(await logIn(stranger, 'Bo', wrong), 401);
    assert.equal(await logIn(stranger, 'bo', password), 429);
    assert.equal(await logIn(server.visitor({ address: '192.0.2.2' }), 'bo', password), 200);
    server.clock.advance(15 * minutes);
    assert.equal(await logIn(stranger, 'bo', password), 200);
  });

  test('100 wrong passwords at as many accounts from one network in an hour, then 429 there, but not for browsers that signed in before', async () => {
    const dot = await signUp(server, 'dot', password);
    await dot.signOut();
    const spray = (index: number): ReturnType<typeof logIn> =>
      logIn(server.visitor({ address: `2001:db8:5::${index}` }), `sprayed ${index}`, wrong);
    for (let count = 0; count < 100; count += 1) assert.equal(await spray(count), 401);
    assert.equal(await spray(100), 429);
    const there = server.visitor({ address: '2001:db8:5::1' });
    assert.equal(await logIn(there, 'dot', password), 429);
    there.knownCookie = dot.browser.knownCookie;
    assert.equal(await logIn(there, 'dot', password), 200);
    assert.equal(await logIn(server.visitor({ address: '2001:db8:6::1' }), 'dot', password), 200);
    server.clock.advance(60 * minutes);
    assert.equal(await spray(101), 401);
  });

  test('a browser that signed in before has a count of its own', async () => {
    const flo = await signUp(server, 'flo', password);
    await flo.signOut();
    for (let count = 0; count < 11; count += 1) await logIn(server.visitor(), 'flo', wrong);
    assert.equal(await logIn(server.visitor(), 'flo', password), 429);
    assert.equal(await logIn(flo.browser, 'flo', password), 200);
    await flo.signOut();
    for (let count = 0; count < 10; count += 1) assert.equal(await logIn(flo.browser, 'flo', wrong), 401);
    assert.equal(await logIn(flo.browser, 'flo', password), 429);
  });

  test('the cookie of such a browser proves nothing else', async () => {
    const gil = await signUp(server, 'gil', password);
    const { knownCookie } = gil.browser;
    assert.match(knownCookie!, /^[\w-]{43}$/);
    const copy = server.visitor();
    copy.knownCookie = knownCookie;
    assert.deepEqual((await copy.get('/session')).body, { signedIn: false });
    for (let count = 0; count < 11; count += 1) await logIn(copy, 'bo', wrong);
    assert.equal(await logIn(copy, 'bo', password), 429, 'a stranger to every other account');
    const forged = server.visitor();
    forged.knownCookie = knownCookie!.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
    for (let count = 0; count < 11; count += 1) await logIn(server.visitor(), 'gil', wrong);
    assert.equal(await logIn(forged, 'gil', password), 429);
  });

  test('a browser is known to four people, and to each by the same mark', async () => {
    const browser = server.visitor({ address: '192.0.2.77' });
    const names = ['p1', 'p2', 'p3', 'p4', 'p5'];
    for (const name of names) {
      await signUp(server, name, password);
      await logIn(browser, name, password);
    }
    const before = browser.knownCookie!.split('.');
    assert.equal(before.length, 4);
    await logIn(browser, 'p2', password);
    assert.deepEqual(browser.knownCookie!.split('.').toSorted(), before.toSorted());
  });

  test('after 30 wrong passwords from everywhere, unknown browsers wait a second each, and the right one still gets in', async () => {
    const waits: number[] = [];
    const slow = await startServer({
      config: { limitFailures: true },
      wait: async (milliseconds) => void waits.push(milliseconds),
    });
    const hal = await signUp(slow, 'hal', password);
    await hal.signOut();
    const guess = (network: number, secret: string) =>
      logIn(slow.visitor({ address: `192.0.2.${network}` }), 'hal', secret);
    for (let count = 0; count < 30; count += 1) assert.equal(await guess(count, wrong), 401);
    assert.deepEqual(waits, []);
    assert.deepEqual([await guess(40, wrong), await guess(41, password)], [401, 200]);
    assert.deepEqual(waits, [1000, 1000]);
    assert.equal(await logIn(hal.browser, 'hal', password), 200);
    assert.deepEqual(waits, [1000, 1000], 'a browser that signed in before does not wait');
    slow.clock.advance(15 * minutes);
    assert.equal(await guess(42, password), 200);
    assert.deepEqual(waits, [1000, 1000]);
    await slow.stop();
  });

  test('slowed attempts run one at a time, and one network holds two of them at most', async () => {
    const ends: (() => void)[] = [];
    const slow = await startServer({
      config: { limitFailures: true },
      wait: () => new Promise((resolve) => ends.push(resolve)),
    });
    await signUp(slow, 'ida', password);
    for (let count = 0; count < 30; count += 1)
      await logIn(slow.visitor({ address: `192.0.2.${count}` }), 'ida', wrong);
    const mallory = slow.visitor({ address: '198.51.100.1' });
    const held = [logIn(mallory, 'ida', wrong), logIn(mallory, 'ida', wrong), logIn(mallory, 'ida', wrong)];
    assert.equal(await Promise.race(held), 429);
    const ida = logIn(slow.visitor({ address: '198.51.100.2' }), 'ida', password);
    let longest = 0;
    let isOver = false;
    void Promise.all([...held, ida]).then(() => (isOver = true));
    while (!isOver) {
      longest = Math.max(longest, ends.length);
      ends.shift()?.();
      await new Promise((resume) => setImmediate(resume));
    }
    assert.deepEqual([(await Promise.all(held)).toSorted(), await ida, longest], [[401, 401, 429], 200, 1]);
    await slow.stop();
  });

  test('an unknown name is held back in the same way', async () => {
    const visitor = server.visitor();
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await visitor.post('/login', { username: 'unknown', password })).status);
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

  test('wrong passwords for names that continue the name of an account count for it nowhere', async () => {
    const waits: number[] = [];
    const apart = await startServer({
      config: { limitFailures: true },
      wait: async (milliseconds) => void waits.push(milliseconds),
    });
    const joy = await signUp(apart, 'joy', password);
    await joy.signOut();
    const names = ['joy client:198.51.100.7', 'joy known:0', 'joy browser:x', 'joy","client","198.51.100.7', 'joy]'];
    for (const [index, name] of names.entries())
      for (let count = 0; count < 31; count += 1)
        await logIn(apart.visitor({ address: `192.0.2.${32 * index + count}` }), name, wrong);
    waits.length = 0;
    assert.equal(await logIn(apart.visitor({ address: '198.51.100.7' }), 'joy', password), 200);
    assert.equal(await logIn(joy.browser, 'joy', password), 200);
    assert.deepEqual(waits, []);
    const events = await joy.browser.get<{ events: { type: string }[] }>('/security-events');
    assert.equal(events.status, 200);
    assert.ok(!events.body.events.some(({ type }) => type === 'locked-out'));
    await apart.stop();
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
