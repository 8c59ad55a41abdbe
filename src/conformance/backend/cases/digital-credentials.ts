import { toBase64Url } from '../../../base/bytes.js';
import { decodeBase64url, encodeUtf8, randomBytes } from '../../bytes.js';
import { casesOf, type BackendCase } from '../case.js';
import type { Browser } from '../exchange.js';
import { errorOf, expect, expectNoSignIn, expectStatus, NotChecked } from '../kit.js';

const { must, should } = casesOf('digital-credentials');

const protocols = ['openid4vp-v1-unsigned', 'org-iso-mdoc'] as const;
type Protocol = (typeof protocols)[number];

/** Asks for a request to a wallet. */
async function requestFor(browser: Browser, protocol: Protocol): Promise<Record<string, unknown>> {
  const { status, json } = await browser.get(`identity/request?protocol=${protocol}`);
  if (status !== 200) throw new NotChecked(`GET /identity/request for ${protocol} returned ${status}.`);
  return (json as { data: Record<string, unknown> }).data;
}

/** A JWE for the key of the request, with the algorithms that OpenID4VP names. `payload` is what a wallet sends. */
async function encryptFor({ client_metadata: metadata }: Record<string, unknown>, payload: object): Promise<string> {
  const { jwks } = metadata as { jwks: { keys: Array<JsonWebKey & { kid?: string }> } };
  const key = jwks.keys.find(({ kty, crv }) => kty === 'EC' && crv === 'P-256');
  if (!key) throw new NotChecked('The request has no key of P-256 to encrypt the response with.');
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const { kty, crv, x, y } = key;
  const theirs = await crypto.subtle.importKey('jwk', { kty: kty!, crv: crv!, x: x!, y: y! }, curve, false, []);
  const own = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
  const agreed = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, own.privateKey, 256));
  const epk = await crypto.subtle.exportKey('jwk', own.publicKey);
  const enc = 'A128GCM';
  const header = toBase64Url(
    encodeUtf8(
      JSON.stringify({ alg: 'ECDH-ES', enc, kid: key.kid, epk: { kty: epk.kty, crv: epk.crv, x: epk.x, y: epk.y } }),
    ),
  );
  // RFC 7518, section 4.6.2: the round number, the secret, the algorithm, two empty names and the length of the key.
  const number = (value: number): Uint8Array => Uint8Array.of(0, 0, 0, value);
  const parts = [number(1), agreed, number(enc.length), encodeUtf8(enc), number(0), number(0), number(128)];
  const derived = await crypto.subtle.digest('SHA-256', await new Blob(parts as BlobPart[]).arrayBuffer());
  const contentKey = await crypto.subtle.importKey('raw', derived.slice(0, 16), 'AES-GCM', false, ['encrypt']);
  const iv = randomBytes(12);
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: encodeUtf8(header) },
      contentKey,
      encodeUtf8(JSON.stringify(payload)),
    ),
  );
  return [header, '', toBase64Url(iv), toBase64Url(sealed.slice(0, -16)), toBase64Url(sealed.slice(-16))].join('.');
}

/** A credential that no trusted issuer has signed. */
const selfMade = ((): string => {
  const encode = (value: object): string => toBase64Url(encodeUtf8(JSON.stringify(value)));
  return `${encode({ alg: 'ES256', typ: 'dc+sd-jwt' })}.${encode({ iss: 'https://issuer.example', vct: 'urn:eudi:pid:1', age_equal_or_over: { 18: true } })}.${toBase64Url(new Uint8Array(64))}~`;
})();

/** What a wallet does not send. */
const wrongPayloads: ReadonlyArray<readonly [id: string, what: string, payload: object]> = [
  ['empty', 'an empty answer', {}],
  ['no-credential', 'an answer without a credential', { vp_token: {} }],
  ['text', 'text instead of a credential', { vp_token: { pid: ['x'], mdl: ['x'] } }],
  ['self-made', 'a credential that no trusted issuer has signed', { vp_token: { pid: [selfMade], mdl: [selfMade] } }],
];

async function verify(browser: Browser, response: object, what: string): Promise<void> {
  const answer = await browser.post('identity/verify', response);
  await expectNoSignIn(browser, answer, what);
}

/** Cases of digital credentials. A correct response needs a wallet, and an issuer whom the backend trusts. */
export const digitalCredentialCases: readonly BackendCase[] = [
  ...protocols.flatMap((protocol): BackendCase[] => [
    must(
      'wallet-request',
      `wallet-request-fresh-${protocol}`,
      `asks twice for a request with ${protocol}`,
      async (kit) => {
        const browser = kit.visitor();
        const [one, other] = [await requestFor(browser, protocol), await requestFor(browser, protocol)];
        const freshOf = (request: Record<string, unknown>): unknown =>
          protocol === 'org-iso-mdoc' ? request['encryptionInfo'] : request['nonce'];
        expect(typeof freshOf(one) === 'string', 'The request has no nonce.');
        expect(freshOf(one) !== freshOf(other), 'Two requests have the same nonce.');
      },
    ),
    must(
      'wallet-verified',
      `wallet-response-malformed-${protocol}`,
      `sends responses with ${protocol} that are none`,
      async (kit) => {
        const browser = kit.visitor();
        await requestFor(browser, protocol);
        for (const response of ['', 'x', 'a.b.c.d.e', 'A'.repeat(20_000)])
          await verify(browser, { protocol, data: { response } }, `The response "${response.slice(0, 20)}"`);
      },
    ),
  ]),
  must('wallet-request', 'wallet-request-nonce', 'measures the nonce of a request with OpenID4VP', async (kit) => {
    const { nonce, response_mode: mode, client_id: clientId } = await requestFor(kit.visitor(), protocols[0]);
    expect(
      typeof nonce === 'string' && decodeBase64url(nonce, 'nonce').length >= 16,
      `The nonce is ${JSON.stringify(nonce)}: it needs 16 random bytes.`,
    );
    expect(mode === 'dc_api.jwt', `The response mode is ${JSON.stringify(mode)}: the response would not be encrypted.`);
    expect(clientId === undefined, 'An unsigned request has a client_id.');
  }),
  must(
    'malformed-body',
    'wallet-request-unknown-protocol',
    'asks for a request with a protocol that does not exist',
    async (kit) => {
      expectStatus(await kit.visitor().get('identity/request?protocol=none'), 400, 'An unknown protocol');
    },
  ),
  must('cross-site', 'wallet-request-cross-site', 'asks for a request from a page of another site', async (kit) => {
    const answer = await kit.visitor().get(`identity/request?protocol=${protocols[0]}`, {
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
    });
    expectStatus(answer, 403, 'GET /identity/request from a page of another site');
  }),
  ...wrongPayloads.map(([id, what, payload]) =>
    must('wallet-verified', `wallet-response-${id}`, `sends ${what}, encrypted for the request`, async (kit) => {
      const browser = kit.visitor();
      const response = await encryptFor(await requestFor(browser, protocols[0]), payload);
      await verify(browser, { protocol: protocols[0], data: { response } }, `A response with ${what}`);
    }),
  ),
  should(
    'wallet-verified',
    'wallet-response-of-other-session',
    'sends a response that is encrypted for the request of another session',
    async (kit) => {
      const browser = kit.visitor();
      await requestFor(browser, protocols[0]);
      const payload = { vp_token: { pid: [selfMade] } };
      const response = await encryptFor(await requestFor(kit.visitor(), protocols[0]), payload);
      const answer = await browser.post('identity/verify', { protocol: protocols[0], data: { response } });
      // Refused for what is in it, it would have been accepted for the other session.
      expect(
        answer.status === 400 && errorOf(answer) === 'challenge_expired',
        `A response to the request of another session returned ${answer.status} ${answer.text.slice(0, 100)} instead of 400 challenge_expired.`,
      );
    },
  ),
];
