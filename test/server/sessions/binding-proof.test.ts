import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import {
  challengeOf,
  createDevice,
  refreshChallengeOf,
  type BoundDevice,
  type ProofChanges,
} from '../../support/node/bound-device.js';
import { minutes } from '../../support/node/clock.js';
import { scaled } from '../../support/node/engines.js';
import type { TestServer } from '../../support/node/server.js';
import type { Answer } from '../../support/node/visitor.js';
import { signUp, signUpBound, startBoundServer, type BoundPerson } from './bound-server.js';

/** The same bytes of a compact JWS, spelled in another way. */
const respell = (jws: string): string =>
  `${jws.slice(0, -1)}${String.fromCharCode(jws.charCodeAt(jws.length - 1) + 1)}`;
const replacePart =
  (index: number, text: string) =>
  (jws: string): string =>
    jws
      .split('.')
      .map((part, position) => (position === index ? text : part))
      .join('.');
const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const unsigned = { alg: 'none', typ: 'dbsc+jwt' };

const malformed: Record<string, ProofChanges> = {
  'is empty': { text: () => '' },
  'has two parts': { text: (jws) => jws.split('.', 2).join('.') },
  'has four parts': { text: (jws) => `${jws}.AAAA` },
  'is in quotation marks on one side only': { text: (jws) => `"${jws}` },
  'has a header that is not JSON': { text: replacePart(0, encode('{')) },
  'has a header that is a list': { text: replacePart(0, encode([])) },
  'has a header that is not UTF-8': { text: replacePart(0, '_w') },
  'has a payload that is not JSON': { text: replacePart(1, encode('x')) },
  'has a payload that is null': { text: replacePart(1, encode('null')) },
  'has no signature': { text: (jws) => jws.replace(/[^.]*$/, '') },
  'has a signature that is spelled in another way': { text: respell },
  'has padding': { text: (jws) => `${jws}==` },
  'is of another type': { header: { typ: 'JWT' } },
  'has no type': { header: { typ: undefined } },
  'names extensions that must be understood': {
    text: (jws) =>
      `${encode({ alg: 'ES256', typ: 'dbsc+jwt', crit: ['b64'], b64: false })}.${jws.split('.').slice(1).join('.')}`,
  },
  'is not signed': { text: (jws) => `${encode(unsigned)}.${jws.split('.')[1]}.` },
  'says that it is not signed': { text: replacePart(0, encode(unsigned)) },
  'is signed by a shared secret': { text: replacePart(0, encode({ alg: 'HS256', typ: 'dbsc+jwt' })) },
  'says another algorithm than that of the key': { text: replacePart(0, encode({ alg: 'RS256', typ: 'dbsc+jwt' })) },
  'has no challenge': { payload: { jti: undefined } },
  'has a challenge that is a number': { payload: { jti: 7 } },
  'has a challenge that no database would take': { payload: { jti: 'a\u0000b' } },
};

describe('a proof', () => {
  let server: TestServer;
  before(async () => {
    server = await startBoundServer();
  });
  after(() => server.stop());

  /** Nothing was bound and no cookie set, so that the right device can still be bound. */
  async function expectRefusal({ status, body, headers }: Answer, reason?: RegExp): Promise<void> {
    assert.deepEqual([status, body['error'], headers.get('Set-Cookie')], [401, 'rejected', null]);
    if (reason) assert.match(body['message'] as string, reason);
  }

  for (const [what, changes] of Object.entries(malformed)) {
    test(`that ${what} binds nothing and uses up nothing`, async () => {
      const { browser, invitation } = await signUp(server, `ada, ${what}`);
      const device = await createDevice();
      await expectRefusal(await device.bind(browser, invitation, changes));
      assert.equal((await device.bind(browser, invitation)).status, 200);
    });

    test(`that ${what} refreshes nothing`, async () => {
      const { browser, device, id } = await signUpBound(server, `bo, ${what}`);
      await expectRefusal(await device.refresh(browser, id, changes));
      assert.equal((await device.refresh(browser, id)).status, 200);
    });
  }

  test('of another key refreshes nothing, whatever key it brings along', async () => {
    const { browser, id } = await signUpBound(server, 'cy');
    for (const thief of [await createDevice(), await createDevice('RS256')]) {
      await expectRefusal(await thief.refresh(browser, id));
      await expectRefusal(await thief.refresh(browser, id, { header: { jwk: thief.jwk } }));
    }
  });

  test('of another key than the one it shows binds nothing', async () => {
    const { browser, invitation } = await signUp(server, 'di');
    const [device, other] = [await createDevice(), await createDevice()];
    await expectRefusal(await device.bind(browser, invitation, { header: { jwk: other.jwk } }), /signature/);
  });

  describe('binds nothing with a key that', () => {
    // whatever is said of it, the signature is not its either
    const aboutTheKey = /jwk|key|RSA/;
    const rsa = async (modulusLength: number): Promise<JWK> =>
      exportJWK((await generateKeyPair('RS256', { modulusLength, extractable: true })).publicKey);
    const keys: Record<string, (device: BoundDevice) => unknown> = {
      'is missing': () => undefined,
      'is no object': () => 'key',
      'is a list': () => [],
      'is a private one': async ({ jwk }) => ({ ...jwk, d: 'AAAA' }),
      'has another type than the algorithm': ({ jwk }) => ({ ...jwk, kty: 'OKP' }),
      'is on another curve': ({ jwk }) => ({ ...jwk, crv: 'P-384' }),
      'is no point of its curve': ({ jwk }) => ({ ...jwk, y: jwk.x }),
      'is too short': ({ jwk }) => ({ ...jwk, x: 'AAAA' }),
      'has no y': ({ jwk }) => ({ ...jwk, y: undefined }),
      'is an RSA key': () => rsa(2048),
    };
    for (const [what, keyFor] of Object.entries(keys)) {
      test(what, async () => {
        const { browser, invitation } = await signUp(server, `ed, ${what}`);
        const device = await createDevice();
        await expectRefusal(
          await device.bind(browser, invitation, { header: { jwk: await keyFor(device) } }),
          aboutTheKey,
        );
        assert.equal((await device.bind(browser, invitation)).status, 200);
      });
    }

    const weak: Record<string, Partial<JWK>> = {
      'is an RSA key with the exponent 1': { e: 'AQ' },
      'is an RSA key of 32 bits': { n: 'AAECAw' },
      'is an RSA key of 8,192 bits': { n: encode('z'.repeat(1024)) },
    };
    for (const [what, change] of Object.entries(weak)) {
      test(what, async () => {
        const { browser, invitation } = await signUp(server, `fay, ${what}`);
        const device = await createDevice('RS256');
        await expectRefusal(
          await device.bind(browser, invitation, { header: { jwk: { ...device.jwk, ...change } } }),
          aboutTheKey,
        );
      });
    }
  });

  test('without which nothing is bound is said to be missing', async () => {
    await expectRefusal(await server.visitor().post('/session/bind'), /Secure-Session-Response is missing/);
  });

  test('may be a quoted string, as the draft has it', async () => {
    const { browser, invitation } = await signUp(server, 'gus');
    const device = await createDevice();
    const id = (await device.bind(browser, invitation, { text: (jws) => `"${jws}"` })).body[
      'session_identifier'
    ] as string;
    assert.equal((await device.refresh(browser, `"${id}"`.slice(1, -1), { text: (jws) => `"${jws}"` })).status, 200);
    const asked = await browser.post('/session/refresh', undefined, { 'Sec-Secure-Session-Id': `"${id}"` });
    assert.ok(refreshChallengeOf(asked, id));
  });

  test('of an earlier draft says where and when it was made, and is held to that', async () => {
    const device = await createDevice();
    const seconds = (offset = 0): number => Math.floor(server.clock.now() / 1000) + offset;
    const aud = `${server.origin}/session/bind`;
    const wrong: Record<string, unknown>[] = [
      { aud: 'https://another.example/session/bind' },
      { aud: `${server.origin}/session/refresh` },
      { aud: server.origin },
      { aud: [aud] },
      { aud: null },
      { aud, iat: seconds(-301) },
      { aud, iat: seconds(61) },
      { iat: 'now' },
      { iat: {} },
    ];
    for (const [index, payload] of wrong.entries()) {
      const { browser, invitation } = await signUp(server, `hal ${index}`);
      await expectRefusal(await device.bind(browser, invitation, { payload }), /aud|iat/);
    }
    for (const [index, payload] of [
      { aud, iat: seconds() },
      { aud, iat: String(seconds(-200)) },
      { aud },
      { iat: seconds(59) },
    ].entries()) {
      const { browser, invitation } = await signUp(server, `ida ${index}`);
      assert.equal((await device.bind(browser, invitation, { payload })).status, 200);
    }
  });

  test('over a challenge that is unknown, used, too old or of another session binds nothing', async () => {
    const device = await createDevice();
    const [jo, kim] = [await signUp(server, 'jo'), await signUp(server, 'kim')];
    await expectRefusal(
      await device.bind(jo.browser, jo.invitation, {
        payload: { jti: `${challengeOf(jo.invitation).split('.')[0]}.${'A'.repeat(43)}` },
      }),
    );
    await expectRefusal(
      await device.bind(jo.browser, jo.invitation, {
        payload: { jti: `${challengeOf(jo.invitation).split('.')[0]}.${challengeOf(kim.invitation).split('.')[1]}` },
      }),
    );
    server.clock.advance(5 * minutes);
    await expectRefusal(await device.bind(jo.browser, jo.invitation), /challenge/);
    const { browser, invitation } = await signUp(server, 'lu');
    assert.equal((await device.bind(browser, invitation)).status, 200);
    await expectRefusal(await device.bind(browser, invitation), /challenge/);
  });

  test('by the right key over another challenge than the last is answered with one', async () => {
    const { browser, device, id } = await signUpBound(server, 'max');
    const other = await signUpBound(server, 'nat');
    const mine = refreshChallengeOf(await device.askChallenge(browser, id), id);
    const theirs = refreshChallengeOf(await other.device.askChallenge(other.browser, other.id), other.id);
    const send = async (challenge: string) =>
      browser.post('/session/refresh', undefined, {
        'Sec-Secure-Session-Id': id,
        'Secure-Session-Response': await device.prove(challenge),
      });
    assert.ok(refreshChallengeOf(await send(theirs), id));
    assert.ok(refreshChallengeOf(await send('A'.repeat(43)), id));
    assert.equal((await send(mine)).status, 200);
    assert.ok(refreshChallengeOf(await send(mine), id));
    const old = refreshChallengeOf(await device.askChallenge(browser, id), id);
    server.clock.advance(5 * minutes);
    const renewed = await send(old);
    assert.deepEqual([renewed.status, renewed.headers.get('Set-Cookie')], [403, null]);
    assert.equal((await send(refreshChallengeOf(renewed, id))).status, 200);
  });

  test('is requested only from the session that the browser names', async () => {
    const { browser, device, id } = await signUpBound(server, 'olga');
    const other = await signUpBound(server, 'pam');
    const unbound = await signUp(server, 'quin');
    for (const [visitor, named] of [
      [browser, other.id],
      [browser, ''],
      [server.visitor(), id],
      [unbound.browser, id],
      [other.browser, id],
    ] as const) {
      const asked = await device.askChallenge(visitor, named);
      assert.deepEqual(
        [asked.status, asked.body['error'], asked.headers.get('Secure-Session-Challenge')],
        [401, 'unauthenticated', null],
      );
    }
    assert.equal((await browser.post('/session/refresh')).status, 401);
  });

  test('is taken from the browser and not from another site', async () => {
    const { browser, device, id } = await signUpBound(server, 'rae');
    const { invitation } = await signUp(server, 'rae two');
    const proof = await device.prove(challengeOf(invitation), { header: { jwk: device.jwk } });
    for (const site of ['cross-site', 'same-site', 'none']) {
      for (const [path, headers] of [
        ['/session/bind', { 'Secure-Session-Response': proof }],
        ['/session/refresh', { 'Sec-Secure-Session-Id': id }],
      ] as const) {
        const { status, body } = await browser.post(path, undefined, { ...headers, 'Sec-Fetch-Site': site });
        assert.deepEqual([status, body['error']], [403, 'csrf'], `${path} ${site}`);
      }
    }
  });

  test('that was changed in any one place binds and refreshes nothing, and breaks nothing', async () => {
    const { browser, invitation } = await signUp(server, 'sam');
    const device = await createDevice();
    const binding = await device.prove(challengeOf(invitation), { header: { jwk: device.jwk } });
    const { browser: bound, device: owner, id }: BoundPerson = await signUpBound(server, 'tess');
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.="';
    const random = (limit: number): number => Math.floor(Math.random() * limit);
    for (let round = 0; round < scaled(100_000); round += 1) {
      const mutate = (jws: string): string => {
        const place = random(jws.length);
        const letter = letters[random(letters.length)]!;
        const changed = [
          `${jws.slice(0, place)}${letter}${jws.slice(place + 1)}`,
          `${jws.slice(0, place)}${jws.slice(place + 1)}`,
          `${jws.slice(0, place)}${letter}${jws.slice(place)}`,
        ][round % 3]!;
        return changed === jws ? `${jws}A` : changed;
      };
      const refused = await browser.post('/session/bind', undefined, { 'Secure-Session-Response': mutate(binding) });
      assert.deepEqual([refused.status, refused.headers.get('Set-Cookie')], [401, null]);
      if (round % 10 > 0) continue;
      const answer = await owner.refresh(bound, id, { text: mutate });
      assert.deepEqual([answer.status, answer.headers.get('Set-Cookie')], [401, null]);
    }
    assert.equal((await browser.post('/session/bind', undefined, { 'Secure-Session-Response': binding })).status, 200);
  });
});
