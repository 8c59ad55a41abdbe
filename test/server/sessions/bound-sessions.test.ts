import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BoundSession, ListedSession, SessionList } from '../../../src/base/contract/types.js';
import { challengeOf, createDevice, refreshChallengeOf } from '../../support/node/bound-device.js';
import { minutes, seconds } from '../../support/node/clock.js';
import { describeOnBothEnginesInFullRuns, scaled } from '../../support/node/engines.js';
import { createPerson, signUpWithPasskey } from '../../support/node/people.js';
import type { TestServer } from '../../support/node/server.js';
import { signUp, signUpBound, startBoundServer, stealCookie, stealCookies, whoIs } from './bound-server.js';

const invited = (headers: Headers): boolean => headers.has('Secure-Session-Registration');

await describeOnBothEnginesInFullRuns('a session that is bound to its device', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startBoundServer({ store: engine });
  });
  after(() => server.stop());

  test('begins with any sign-in, which invites the browser', async () => {
    const ada = await signUpWithPasskey(server, 'ada');
    const challenges = [
      await ada.browser.post('/signup', { username: 'ada two', password: 'correct horse' }),
      await ada.browser.post('/login', { username: 'ada two', password: 'correct horse' }),
      await ada.signIn(),
      await ada.stepUp(),
    ].map(challengeOf);
    assert.equal(new Set(challenges).size, 4);
    assert.ok(challenges.every((challenge) => /^[\w-]{43}\.[\w-]{43}$/.test(challenge)));
  });

  test('gets its first cookie of the key and is described to the browser', async () => {
    const { browser, invitation } = await signUp(server, 'bo');
    const { body, headers } = await (await createDevice()).bind(browser, invitation);
    const [{ id }] = (await browser.get<SessionList>('/sessions')).body.sessions as [ListedSession];
    assert.deepEqual(body as unknown as BoundSession, {
      session_identifier: id,
      refresh_url: '/session/refresh',
      scope: {
        include_site: false,
        scope_specification: ['/assets', '/icons', '/.well-known', '/healthz', '/logout'].map((path) => ({
          type: 'exclude',
          path,
        })),
      },
      credentials: [{ type: 'cookie', name: '__Host-bound', attributes: 'Path=/; HttpOnly; Secure; SameSite=Lax' }],
    });
    assert.match(
      headers.get('Set-Cookie') ?? '',
      /^__Host-bound=[0-9a-z]+\.[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test('is bound without the cookie of the session too, as after coming back from another site', async () => {
    const { browser, invitation } = await signUp(server, 'cy');
    const elsewhere = server.visitor();
    assert.equal((await (await createDevice()).bind(elsewhere, invitation)).status, 200);
    server.clock.advance(5 * minutes);
    browser.boundCookie = elsewhere.boundCookie;
    assert.equal(await whoIs(browser), 'cy');
    assert.equal(await whoIs(stealCookie(server, browser)), undefined);
  });

  test('lets requests through for a minute that were sent before the browser had the cookie of the key', async () => {
    const { browser } = await signUpBound(server, 'di');
    const early = stealCookie(server, browser);
    server.clock.advance(59 * seconds);
    assert.equal(await whoIs(early), 'di');
    server.clock.advance(1 * seconds);
    assert.equal(await whoIs(early), undefined);
  });

  test('is signed out for an attacker who copied its cookie, for reading and for changing', async () => {
    const { browser } = await signUpBound(server, 'ed');
    const thief = stealCookie(server, browser);
    server.clock.advance(2 * minutes);
    for (const path of ['/sessions', '/webauthn/credentials'])
      assert.equal((await thief.get(path)).body['error'], 'unauthenticated', path);
    for (const path of ['/webauthn/register/options', '/webauthn/login/options?step-up', '/sessions'])
      assert.equal((await thief.post(path)).body['error'], 'unauthenticated', path);
    assert.equal((await thief.patch('/account', { displayName: 'Mallory' })).status, 401);
    assert.equal(await whoIs(thief), undefined);
    assert.equal(await whoIs(browser), 'ed');
  });

  test('is signed out for an attacker who copied both cookies, once the cookie of the key has run out, a minute of which is for requests in flight', async () => {
    const { browser, device, id } = await signUpBound(server, 'fay');
    const thief = stealCookies(server, browser);
    server.clock.advance(11 * minutes - 1);
    assert.equal(await whoIs(thief), 'fay');
    server.clock.advance(1);
    assert.equal(await whoIs(thief), undefined);
    assert.equal(await whoIs(browser), undefined);
    assert.equal((await device.refresh(browser, id)).status, 200);
    assert.deepEqual([await whoIs(browser), await whoIs(thief)], ['fay', undefined]);
  });

  for (const alg of ['ES256', 'RS256'] as const) {
    test(`is refreshed by a proof with ${alg} over the challenge that the browser was sent`, async () => {
      const { browser, device, id } = await signUpBound(server, `gus ${alg}`, alg);
      server.clock.advance(15 * minutes);
      const asked = await device.askChallenge(browser, id);
      assert.deepEqual([asked.status, asked.body['error']], [403, 'proof_required']);
      assert.match(refreshChallengeOf(asked, id), /^[\w-]{43}$/);
      const { status, body } = await device.refresh(browser, id);
      assert.deepEqual([status, body['session_identifier']], [200, id]);
      assert.equal(await whoIs(browser), `gus ${alg}`);
    });
  }

  test('takes the cookie of the key of no other session, nor a changed one', async () => {
    const [hal, ida] = [await signUpBound(server, 'hal'), await signUpBound(server, 'ida')];
    server.clock.advance(2 * minutes);
    const [over, hash] = hal.browser.boundCookie!.split('.') as [string, string];
    const later = (Number.parseInt(over, 36) + 1).toString(36);
    for (const cookie of [
      ida.browser.boundCookie,
      `${later}.${hash}`,
      `0${over}.${hash}`,
      `${over}.${'A'.repeat(43)}`,
      over,
      hash,
      'x',
      '',
    ]) {
      const thief = Object.assign(server.visitor(), { cookie: hal.browser.cookie, boundCookie: cookie });
      assert.equal(await whoIs(thief), undefined, cookie);
    }
    assert.equal(await whoIs(hal.browser), 'hal');
  });

  test('stays bound when its person authenticates again, and is not offered to another key', async () => {
    const { browser, device, id } = await signUpBound(server, 'jo', 'ES256', 'correct horse');
    const thief = stealCookie(server, browser);
    const again = await browser.post('/login', { username: 'jo', password: 'correct horse' });
    assert.deepEqual([again.status, invited(again.headers)], [200, false]);
    server.clock.advance(2 * minutes);
    assert.deepEqual([await whoIs(browser), await whoIs(thief)], ['jo', undefined]);
    browser.boundCookie = undefined;
    assert.equal(await whoIs(browser), undefined);
    assert.equal((await device.refresh(browser, id)).status, 200);
    assert.equal(await whoIs(browser), 'jo');
  });

  test('is refreshed also by a request that crosses a step-up and brings the cookie from before', async () => {
    const { browser, device, id } = await signUpBound(server, 'kim', 'ES256', 'correct horse');
    const before = Object.assign(server.visitor(), { cookie: browser.cookie });
    await browser.post('/login', { username: 'kim', password: 'correct horse' });
    assert.equal((await device.refresh(before, id)).status, 200);
  });

  test('is not the one that another user begins with the same browser', async () => {
    const { browser, device, id } = await signUpBound(server, 'lu');
    const invitation = await browser.post('/signup', { username: 'lu two' });
    assert.ok(invited(invitation.headers));
    server.clock.advance(30 * minutes);
    assert.equal(await whoIs(browser), 'lu two');
    assert.equal((await device.refresh(browser, id)).body['error'], 'unauthenticated');
  });

  test('begins no second one beside it, which would not be bound', async () => {
    const { browser } = await signUpBound(server, 'max');
    const { status, body, headers } = await browser.post('/sessions');
    assert.deepEqual([status, body['error'], headers.get('Set-Cookie')], [403, 'session_bound', null]);
    const unbound = await signUp(server, 'max two');
    assert.equal((await unbound.browser.post('/sessions')).status, 201);
  });

  test('ends by a sign-out, with both cookies, and by one without the cookie of the key', async () => {
    const { browser, device, id } = await signUpBound(server, 'nat');
    const [tab, proof] = [
      stealCookies(server, browser),
      await device.prove(refreshChallengeOf(await device.askChallenge(browser, id), id)),
    ];
    assert.deepEqual(
      (await browser.post('/logout')).headers.getSetCookie().map((line) => line.split(';', 2).join()),
      ['__Host-sid=, Max-Age=0', '__Host-bound=, Max-Age=0'],
    );
    assert.equal(await whoIs(tab), undefined);
    const late = await tab.post('/session/refresh', undefined, {
      'Sec-Secure-Session-Id': id,
      'Secure-Session-Response': proof,
    });
    assert.deepEqual([late.status, late.headers.get('Set-Cookie')], [401, null]);

    const other = await signUpBound(server, 'nat two');
    server.clock.advance(15 * minutes);
    const bare = stealCookie(server, other.browser);
    assert.equal((await bare.post('/logout')).headers.getSetCookie().length, 1);
    assert.equal((await other.device.refresh(other.browser, other.id)).status, 401);
  });

  test('leaves a session alone whose browser ignores the invitation', async () => {
    const { browser } = await signUp(server, 'olga');
    server.clock.advance(60 * minutes);
    assert.equal(await whoIs(browser), 'olga');
    assert.equal(await whoIs(stealCookie(server, browser)), 'olga');
  });

  test('is bound once, however many proofs over one invitation come at once', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      const { browser, invitation } = await signUp(server, `pam ${round}`);
      const device = await createDevice();
      const answers = await Promise.all(Array.from({ length: 20 }, () => device.bind(server.visitor(), invitation)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 401)]);
      assert.equal(
        (await device.refresh(browser, (await browser.get<SessionList>('/sessions')).body.sessions[0]!.id)).status,
        200,
      );
    }
  });

  test('is refreshed once by a proof, however often it comes at once, and by as many as there are challenges', async () => {
    const { browser, device, id } = await signUpBound(server, 'quin');
    for (let round = 0; round < scaled(200); round += 1) {
      const proof = await device.prove(refreshChallengeOf(await device.askChallenge(browser, id), id));
      const send = () =>
        browser.post('/session/refresh', undefined, { 'Sec-Secure-Session-Id': id, 'Secure-Session-Response': proof });
      const statuses = (await Promise.all(Array.from({ length: 20 }, send))).map(({ status }) => status);
      assert.deepEqual(statuses.sort(), [200, ...Array.from({ length: 19 }, () => 403)]);
      const all = await Promise.all(Array.from({ length: 4 }, () => device.refresh(browser, id)));
      assert.deepEqual(
        all.map(({ status }) => status),
        [200, 200, 200, 200],
      );
    }
  });

  test('never comes back by a refresh that crosses a sign-out', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      const { browser, device, id } = await signUpBound(server, `rae ${round}`);
      const tab = stealCookies(server, browser);
      const proof = await device.prove(refreshChallengeOf(await device.askChallenge(tab, id), id));
      await Promise.all([
        browser.post('/logout'),
        tab.post('/session/refresh', undefined, { 'Sec-Secure-Session-Id': id, 'Secure-Session-Response': proof }),
      ]);
      assert.equal(await whoIs(tab), undefined);
    }
  });

  test('is signed out by another device like any other session', async () => {
    const sam = await signUpWithPasskey(server, 'sam');
    const phone = createPerson({ origin: server.origin, visitor: () => server.visitor() }, 'sam');
    Object.assign(phone, { authenticator: sam.authenticator });
    const options = (await phone.browser.post('/webauthn/login/options')).body as never;
    const invitation = await phone.browser.post(
      '/webauthn/login/verify',
      await sam.authenticator.get(options, { origin: server.origin }),
    );
    const device = await createDevice();
    const id = (await device.bind(phone.browser, invitation)).body['session_identifier'] as string;
    assert.equal((await sam.browser.delete(`/sessions/${id}`)).status, 204);
    assert.equal((await device.refresh(phone.browser, id)).status, 401);
    assert.equal(await whoIs(phone.browser), undefined);
  });
});
