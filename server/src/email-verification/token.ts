import type { CryptoKey } from 'jose';
import { encodeBase64url } from '../crypto/base64url.js';
import type { JsonObject } from '../http/json.js';
import { Refusal } from '../http/refusal.js';
import { readAddress } from '../one-time-codes/addressee.js';
import { leeway, readSeconds } from '../wallet/clock-leeway.js';
import { hashOf, readClaims } from '../wallet/disclosures.js';
import { digest } from '../wallet/ecdsa.js';
import { refuse, refuseMalformed } from '../wallet/identity-failure.js';
import { readHeader, verifySigned } from '../wallet/jwt.js';
import { isObject, readJsonObject } from '../wallet/read-json.js';
import { readBase64url } from '../webauthn/read-base64url.js';
import type { FindIssuerKeys } from './issuers.js';
import { algorithms, importPublicKey } from './keys.js';

/** What a token is checked against. */
export interface EmailTokenContext {
  /** The address that the page sent with the token, in the spelling in which addresses are compared. */
  address: string;
  /** Origins whose pages may send the token. */
  origins: readonly string[];
  nonce: string;
  /** When the nonce was issued, epoch milliseconds. */
  requestedAt: number;
  now: number;
}

/** Checks that a time is between the nonce and now, except for clocks that are a minute off. */
function checkTime(value: unknown, { requestedAt, now }: EmailTokenContext, reason: 'stale' | 'validity'): void {
  const time = readSeconds(value) ?? refuse('malformed', 'a time of the token is not a number');
  if (time < requestedAt - leeway || time > now + leeway)
    refuse(reason, 'the token was signed before its nonce was issued, or in the future');
}

/** Checks what the browser signed: for this nonce and one of our pages, just now, over exactly this token. */
async function checkBinding(
  jwt: string,
  presented: string,
  payload: JsonObject,
  context: EmailTokenContext,
): Promise<void> {
  const { alg } = readHeader(jwt, ['kb+jwt'], algorithms);
  const confirmation = payload['cnf'];
  const key = await importPublicKey(isObject(confirmation) ? confirmation['jwk'] : undefined, alg);
  const binding = await verifySigned(jwt, key, alg, 'device_signature');
  if (binding['nonce'] !== context.nonce) refuse('nonce', 'the browser signed another nonce');
  if (!context.origins.includes(binding['aud'] as string)) refuse('origin', 'the token is for another origin');
  checkTime(binding['iat'], context, 'stale');
  const expected = encodeBase64url(await digest(new TextEncoder().encode(presented), hashOf(payload)));
  if (binding['sd_hash'] !== expected) refuse('device_signature', 'the browser signed another token');
}

function readEmail(claim: unknown): string {
  if (typeof claim !== 'string') return refuse('email', 'the token names no address');
  try {
    return readAddress(claim, 'email');
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return refuse('email', 'the token names no address that can be compared', cause);
  }
}

/**
 * The host of an issuer. Browsers and issuers write it with and without `https://`.
 */
function readIssuer(claim: unknown): string {
  return typeof claim === 'string'
    ? claim.replace(/^https:\/\//, '')
    : refuse('malformed', 'the token names no issuer');
}

/**
 * Verifies a token for the address: an SD-JWT of the issuer that the domain of the address names, bound to a key of the browser, for this nonce and one of our origins. What needs no network is checked first.
 *
 * @throws {IdentityFailure} with the reason.
 * @throws {ProviderFailure} when the issuer or its keys cannot be found.
 * @see {@link https://datatracker.ietf.org/doc/draft-hardt-email-verification/ Email Verification Protocol, Token
 *   Verification}
 */
export async function verifyEmailToken(
  token: string,
  context: EmailTokenContext,
  findKeys: FindIssuerKeys,
): Promise<void> {
  return refuseMalformed(() => verify(token, context, findKeys));
}

async function verify(token: string, context: EmailTokenContext, findKeys: FindIssuerKeys): Promise<void> {
  const [issued, ...rest] = token.split('~') as [string, ...string[]];
  const binding = rest.pop();
  if (!binding) refuse('device_signature', 'the browser has not signed');
  const { alg, kid } = readHeader(issued, ['evt+jwt'], algorithms);
  const payload = readJsonObject(readBase64url(issued.split('.')[1], 'a JWT'), 'a JWT');
  await checkBinding(binding, token.slice(0, -binding.length), payload, context);

  const { claims } = await readClaims(payload, rest);
  if (claims['email_verified'] !== true) refuse('email', 'the issuer has not verified the address');
  const email = readEmail(claims['email']);
  if (email !== context.address) refuse('email', 'the token is for another address');
  checkTime(claims['iat'], context, 'validity');
  const expires = claims['exp'] === undefined ? Infinity : readSeconds(claims['exp']);
  if (expires === undefined) refuse('malformed', 'a time of the token is not a number');
  if (expires < context.now - leeway) refuse('validity', 'the token has expired');
  if (claims['nbf'] !== undefined && (readSeconds(claims['nbf']) ?? Infinity) > context.now + leeway)
    refuse('validity', 'the token is not valid yet');

  const keys = await findKeys(email.slice(email.indexOf('@') + 1), readIssuer(claims['iss']), { alg, kid });
  await verifyWithOne(issued, keys, alg);
}

/** Verifies the signature of the issuer with one of its keys, of which an issuer that names none may have several. */
async function verifyWithOne(jwt: string, keys: readonly CryptoKey[], alg: string): Promise<void> {
  const verdicts = await Promise.allSettled(keys.map((key) => verifySigned(jwt, key, alg, 'issuer_signature')));
  if (verdicts.some(({ status }) => status === 'fulfilled')) return;
  const [first] = verdicts as PromiseRejectedResult[];
  throw first?.reason ?? refuse('issuer_signature', 'the issuer has no such key');
}
