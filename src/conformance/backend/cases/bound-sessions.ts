import { toBase64Url } from '../../../base/bytes.js';
import { encodeUtf8 } from '../../bytes.js';
import { casesOf, ofRule, type BackendCase } from '../case.js';
import type { Answer, Browser } from '../exchange.js';
import {
  expect,
  expectRefused,
  expectStatus,
  isSignedIn,
  NotChecked,
  requestOptions,
  require,
  type Kit,
} from '../kit.js';

const { must } = casesOf('bound-sessions');
const works = ofRule(must, 'binding-works');
const verified = ofRule(must, 'binding-verified');

/** What may differ in a proof. */
interface ProofChanges {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Changes the finished JWS. */
  readonly text?: (proof: string) => string;
}

/** The part of a browser that binds sessions: it holds a key, and signs what the backend sends. */
interface Device {
  readonly jwk: JsonWebKey;
  /** A JWS of the type `dbsc+jwt` over the challenge. */
  prove(challenge: string, changes?: ProofChanges): Promise<string>;
}

async function createDevice(): Promise<Device> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  return {
    jwk: { kty: kty!, crv: crv!, x: x!, y: y! },
    async prove(challenge, { header, payload, text = (proof: string) => proof }: ProofChanges = {}) {
      const parts = [
        { alg: 'ES256', typ: 'dbsc+jwt', ...header },
        { jti: challenge, ...payload },
      ];
      const signed = parts.map((part) => toBase64Url(encodeUtf8(JSON.stringify(part)))).join('.');
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, encodeUtf8(signed));
      return text(`${signed}.${toBase64Url(new Uint8Array(signature))}`);
    },
  };
}

/** A sign-in, with the path and the challenge by which the backend invites the browser to bind the session. */
async function signInInvited(kit: Kit): Promise<{ browser: Browser; path: string; challenge: string }> {
  const { authenticator } = await kit.sharedMember();
  const browser = kit.visitor();
  const response = await authenticator.get(await requestOptions(browser), { origin: kit.origin });
  const answer = await browser.post('webauthn/login/verify', response);
  require(answer, 200, 'A correct sign-in');
  const invitation = answer.headers.get('secure-session-registration') ?? '';
  const [path, challenge] = ['path', 'challenge'].map(
    (name) => new RegExp(`;\\s*${name}="([^"]+)"`).exec(invitation)?.[1],
  );
  if (path === undefined || challenge === undefined || !/^\(.*\bES256\b.*\)/.test(invitation))
    throw new NotChecked(
      `It needs an invitation for ES256 with the sign-in, and Secure-Session-Registration is ${invitation || 'missing'}.`,
    );
  return { browser, path, challenge };
}

const bind = (browser: Browser, path: string, proof: string): Promise<Answer> =>
  browser.post(path, undefined, { headers: { 'secure-session-response': proof } });

interface BoundSession {
  readonly browser: Browser;
  readonly device: Device;
  readonly path: string;
  readonly id: string;
  /** Where the cookie is renewed. */
  readonly refreshPath: string;
}

async function signInBound(kit: Kit): Promise<BoundSession> {
  const [{ browser, path, challenge }, device] = [await signInInvited(kit), await createDevice()];
  const answer = await bind(browser, path, await device.prove(challenge, { header: { jwk: device.jwk } }));
  require(answer, 200, 'POST /session/bind with a correct proof');
  const { session_identifier: id, refresh_url: refreshUrl } = answer.json as Record<string, unknown>;
  if (typeof id !== 'string' || typeof refreshUrl !== 'string')
    throw new NotChecked('The answer to POST /session/bind has no session_identifier and refresh_url.');
  return { browser, device, path, id, refreshPath: refreshUrl };
}

const refresh = ({ browser, refreshPath, id }: BoundSession, proof?: string): Promise<Answer> =>
  browser.post(refreshPath, undefined, {
    headers: { 'sec-secure-session-id': id, 'secure-session-response': proof },
  });

/** Asks for the challenge of a refresh. */
async function refreshChallenge(session: BoundSession): Promise<string> {
  const answer = await refresh(session);
  require(answer, 403, 'POST /session/refresh without a proof');
  const challenge = /^"([^"]+)"/.exec(answer.headers.get('secure-session-challenge') ?? '')?.[1];
  if (challenge === undefined) throw new NotChecked('POST /session/refresh sends no Secure-Session-Challenge.');
  return challenge;
}

const changeLast = (proof: string): string => proof.slice(0, -4) + (proof.endsWith('AAAA') ? 'BBBB' : 'AAAA');

/** Proofs that bind no session. `device` has the key that the browser holds. */
const wrongProofs: ReadonlyArray<
  readonly [id: string, what: string, prove: (device: Device, challenge: string) => Promise<string>]
> = [
  ['signature', 'a wrong signature', (device, challenge) => prove(device, challenge, { text: changeLast })],
  [
    'other-key',
    'the signature of another key than the one it names',
    async (device, challenge) => prove(device, challenge, { header: { jwk: (await createDevice()).jwk } }),
  ],
  [
    'without-signature',
    'the algorithm none and no signature',
    (device, challenge) =>
      prove(device, challenge, { header: { alg: 'none' }, text: (proof) => proof.replace(/[^.]*$/, '') }),
  ],
  ['without-key', 'no key', (device, challenge) => device.prove(challenge)],
  ['type', 'the type JWT', (device, challenge) => prove(device, challenge, { header: { typ: 'JWT' } })],
  ['challenge', 'another challenge', (device) => prove(device, toBase64Url(new Uint8Array(32)))],
  ['without-challenge', 'no challenge', (device) => prove(device, '', { payload: { jti: undefined } })],
  [
    'audience',
    'the address of another site',
    (device, challenge) => prove(device, challenge, { payload: { aud: 'https://elsewhere.example/session/bind' } }),
  ],
  ['not-a-proof', 'a text that is no JWS', async () => 'not.a.proof'],
];

const prove = (device: Device, challenge: string, changes: ProofChanges = {}): Promise<string> =>
  device.prove(challenge, { ...changes, header: { jwk: device.jwk, ...changes.header } });

/** Cases of sessions that are bound to their device. */
export const boundSessionCases: readonly BackendCase[] = [
  works('bind-session', 'signs in and binds the session to a key', async (kit) => {
    const { browser } = await signInBound(kit);
    expect(await isSignedIn(browser), 'The browser is signed out after it has bound its session.');
  }),
  works(
    'bind-session-without-cookie',
    'binds the session without a cookie, as browsers do after a redirect from another site',
    async (kit) => {
      const [{ path, challenge }, device] = [await signInInvited(kit), await createDevice()];
      expectStatus(
        await bind(kit.visitor(), path, await prove(device, challenge)),
        200,
        'POST /session/bind without a cookie',
      );
    },
  ),
  ...wrongProofs.map(([id, what, proveWrongly]) =>
    verified(`bind-session-${id}`, `binds a session with ${what}`, async (kit) => {
      const [{ browser, path, challenge }, device] = [await signInInvited(kit), await createDevice()];
      expectRefused(await bind(browser, path, await proveWrongly(device, challenge)), `A proof with ${what}`);
    }),
  ),
  verified('bind-session-twice', 'binds a session twice with one challenge, to two keys', async (kit) => {
    const [{ browser, path, challenge }, one, other] = [
      await signInInvited(kit),
      await createDevice(),
      await createDevice(),
    ];
    require(await bind(browser, path, await prove(one, challenge)), 200, 'POST /session/bind');
    expectRefused(await bind(browser, path, await prove(other, challenge)), 'A second key for the session');
  }),
  works('refresh-session', 'renews the cookie of a bound session', async (kit) => {
    const session = await signInBound(kit);
    const proof = await session.device.prove(await refreshChallenge(session));
    expectStatus(await refresh(session, proof), 200, 'POST /session/refresh with a correct proof');
    expect(await isSignedIn(session.browser), 'The browser is signed out after it has renewed the cookie.');
  }),
  verified(
    'refresh-session-by-other-key',
    'renews the cookie of a bound session with another key, and with all its cookies',
    async (kit) => {
      const session = await signInBound(kit);
      const thief = await createDevice();
      expectRefused(
        await refresh(session, await thief.prove(await refreshChallenge(session))),
        'A refresh with another key than that of the session',
      );
    },
  ),
  must(
    'challenge-single-use',
    'refresh-session-twice',
    'renews the cookie of a bound session twice with one proof',
    async (kit) => {
      const session = await signInBound(kit);
      const proof = await session.device.prove(await refreshChallenge(session));
      require(await refresh(session, proof), 200, 'POST /session/refresh');
      expectRefused(await refresh(session, proof), 'A second refresh with one proof');
    },
  ),
  must(
    'challenge-bound',
    'refresh-session-of-other-user',
    'renews the cookie of a bound session with the proof for another one',
    async (kit) => {
      const [session, other] = [await signInBound(kit), await signInBound(kit)];
      const proof = await session.device.prove(await refreshChallenge(other));
      expectRefused(await refresh(session, proof), 'A refresh with the challenge of another session');
    },
  ),
  verified('refresh-session-not-bound', 'renews the cookie of a session that is not bound', async (kit) => {
    const session = await signInBound(kit);
    const { browser } = await signInInvited(kit);
    expectRefused(await refresh({ ...session, browser }), 'A refresh of a session that is not bound');
  }),
  works(
    'bound-session-stolen',
    'uses the session cookie of a bound session without the other cookie, two minutes later',
    async (kit) => {
      const { browser } = await signInBound(kit);
      const names = [...browser.cookies.keys()];
      await kit.wait(2 * 60_000);
      expect(await isSignedIn(browser), 'The browser with all cookies is signed out.');
      const thieves = names.map((name) => {
        const thief = kit.visitor();
        thief.cookies.set(name, browser.cookies.get(name)!);
        return isSignedIn(thief);
      });
      expect(!(await Promise.all(thieves)).includes(true), 'One cookie of a bound session is enough to be signed in.');
    },
    { isSlow: true },
  ),
];
