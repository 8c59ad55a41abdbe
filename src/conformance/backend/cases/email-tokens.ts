import { toBase64Url } from '../../../base/bytes.js';
import { decodeBase64url, encodeUtf8 } from '../../bytes.js';
import { casesOf, ofRule, type BackendCase } from '../case.js';
import type { Answer, Browser } from '../exchange.js';
import {
  expect,
  expectNobody,
  expectStatus,
  isSignedIn,
  NotChecked,
  randomText,
  require,
  type EmailTokenIssuer,
  type Kit,
} from '../kit.js';

const { must } = casesOf('email-tokens');
const verified = ofRule(must, 'email-token-verified');

/** What differs from a correct token. */
interface TokenChanges {
  readonly header?: object;
  readonly payload?: Record<string, unknown>;
  readonly bindingHeader?: object;
  readonly binding?: Record<string, unknown>;
  /** Signs in place of the issuer, or of the browser. */
  readonly signer?: 'issuer' | 'browser';
  readonly whole?: (token: string) => string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
const now = (): number => Math.floor(Date.now() / 1000);

async function sign(header: object, payload: object, key: CryptoKey): Promise<string> {
  const signed = [header, payload].map((part) => toBase64Url(encodeUtf8(JSON.stringify(part)))).join('.');
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, encodeUtf8(signed));
  return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
}

const newKey = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** A token as a browser sends it, bound to a new key. Without an issuer, an unknown one signs it. */
export async function createToken(kit: Kit, nonce: string, changes: TokenChanges = {}): Promise<string> {
  const { email, host, kid, privateKey } = issuerOf(kit);
  const [stranger, browser] = await Promise.all([newKey(), newKey()]);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', browser.publicKey);
  const issued = await sign(
    { alg: 'ES256', kid, typ: 'evt+jwt', ...changes.header },
    { iss: host, iat: now(), cnf: { jwk: { kty, crv, x, y } }, email, email_verified: true, ...changes.payload },
    changes.signer === 'issuer' || !privateKey ? stranger.privateKey : privateKey,
  );
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(`${issued}~`));
  const proof = await sign(
    { alg: 'ES256', typ: 'kb+jwt', ...changes.bindingHeader },
    { aud: kit.origin, nonce, iat: now(), sd_hash: toBase64Url(new Uint8Array(digest)), ...changes.binding },
    changes.signer === 'browser' ? stranger.privateKey : browser.privateKey,
  );
  return (changes.whole ?? ((token) => token))(`${issued}~${proof}`);
}

/** The issuer of the kit, or one that no backend finds. */
function issuerOf(kit: Kit): Omit<EmailTokenIssuer, 'privateKey'> & { privateKey?: CryptoKey } {
  return kit.emailIssuer ?? { email: 'ada@latchkey-check.invalid', host: 'issuer.invalid', kid: 'first' };
}

export async function readNonce(browser: Browser): Promise<string> {
  const answer = await browser.get('otp/nonce');
  require(answer, 200, 'GET /otp/nonce');
  return (answer.json as { nonce: string }).nonce;
}

async function present(browser: Browser, kit: Kit, nonce: string, token: string): Promise<Answer> {
  return browser.post('otp/token', { to: issuerOf(kit).email, token, nonce });
}

async function expectNotAccepted(answer: Answer, browser: Browser, what: string): Promise<void> {
  const isRefused = (answer.status >= 400 && answer.status < 500) || answer.status === 502;
  expect(isRefused, `${what} returned ${answer.status}.`);
  await expectNobody(browser, what);
}

const owners = new WeakMap<Kit, Promise<void>>();

/** Gives an account the address of the issuer, by a correct token. */
function ownAddress(kit: Kit): Promise<void> {
  const own = async (): Promise<void> => {
    if (!kit.emailIssuer) return;
    if (!kit.chapters.has('account'))
      throw new NotChecked('It needs an account with an address: GET /account is missing.');
    const { browser } = await kit.newMember();
    require(await browser.patch('account', { email: kit.emailIssuer.email }), 200, 'PATCH /account with an address');
    const nonce = await readNonce(browser);
    require(await present(
      browser,
      kit,
      nonce,
      await createToken(kit, nonce),
    ), 200, 'A correct token for the own address');
  };
  const known = owners.get(kit) ?? own();
  owners.set(kit, known);
  return known;
}

/** Tokens that are wrong in one way, of an address that an account has if the kit has an issuer. */
const wrongTokens: ReadonlyArray<readonly [id: string, what: string, changes: () => TokenChanges]> = [
  ['nonce', 'a token for another nonce', () => ({ binding: { nonce: randomText(43) } })],
  ['audience', 'a token for another origin', () => ({ binding: { aud: 'https://other.example' } })],
  ['binding-old', 'a token that the browser signed ten minutes ago', () => ({ binding: { iat: now() - 600 } })],
  ['binding-future', 'a token that the browser signed in ten minutes', () => ({ binding: { iat: now() + 600 } })],
  [
    'hash',
    'a signature of the browser over another token',
    () => ({ binding: { sd_hash: toBase64Url(new Uint8Array(32)) } }),
  ],
  ['binding-type', 'a signature of another type', () => ({ bindingHeader: { typ: 'dc+sd-jwt' } })],
  ['browser-key', 'a signature by another key than the one in the token', () => ({ signer: 'browser' })],
  [
    'unbound',
    'a token without the signature of a browser',
    () => ({ whole: (token) => token.slice(0, token.lastIndexOf('~') + 1) }),
  ],
  ['no-key', 'a token that names no key', () => ({ payload: { cnf: undefined } })],
  ['address', 'a token for another address', () => ({ payload: { email: 'other@example.com' } })],
  ['unverified', 'a token for an address that is not verified', () => ({ payload: { email_verified: false } })],
  ['old', 'a token that was issued ten minutes ago', () => ({ payload: { iat: now() - 600 } })],
  ['issuer-key', 'a token that the issuer has not signed', () => ({ signer: 'issuer' })],
  ['issuer', 'a token of an issuer that the domain does not name', () => ({ payload: { iss: 'other.invalid' } })],
  ['type', 'a token of another type', () => ({ header: { typ: 'JWT' } })],
  ['none', 'a token with the algorithm none', () => ({ header: { alg: 'none' } })],
  ['cut', 'half a token', () => ({ whole: (token) => token.slice(0, token.length / 2) })],
];

/** Cases of the Email Verification Protocol. A correct token needs an issuer that the backend finds in the DNS. */
export const emailTokenCases: readonly BackendCase[] = [
  verified('email-nonce', 'asks twice for a nonce for email tokens', async (kit) => {
    const browser = kit.visitor();
    const [one, other] = [await readNonce(browser), await readNonce(browser)];
    expect(decodeBase64url(one, 'nonce').length >= 16, 'The nonce needs 16 random bytes.');
    expect(one !== other, 'Two nonces are the same.');
  }),
  verified('email-token-correct', 'signs in with a correct email token, once', async (kit) => {
    if (!kit.emailIssuer) throw new NotChecked('It needs an issuer that the backend finds in the DNS: "emailIssuer".');
    await ownAddress(kit);
    const browser = kit.visitor();
    const nonce = await readNonce(browser);
    const token = await createToken(kit, nonce);
    expectStatus(await present(browser, kit, nonce, token), 200, 'A correct token');
    expect(await isSignedIn(browser), 'A correct token did not sign in.');
    const again = kit.visitor();
    await readNonce(again);
    await expectNotAccepted(await present(again, kit, nonce, token), again, 'A token that was used');
  }),
  ...wrongTokens.map(([id, what, changes]) =>
    verified(`email-token-${id}`, `sends ${what}`, async (kit) => {
      await ownAddress(kit);
      const browser = kit.visitor();
      const nonce = await readNonce(browser);
      const answer = await present(browser, kit, nonce, await createToken(kit, nonce, changes()));
      await expectNotAccepted(answer, browser, `For ${what}, POST /otp/token`);
    }),
  ),
];
