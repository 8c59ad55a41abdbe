import { compactVerify, importJWK, type JWK } from 'jose';
import type { JsonObject } from '../http/json.js';
import { Refusal } from '../http/refusal.js';
import type { Bytes } from '../crypto/base64url.js';
import { readBase64url } from '../webauthn/read-base64url.js';
import { checkKeyStrength, readAlgorithm } from '../webauthn/public-key.js';
import { VerificationError } from '../webauthn/verification-error.js';

/**
 * What a browser signs to show that it still has the key of a session: a JWS of the type `dbsc+jwt`. Nothing in it is
 * verified yet.
 */
export interface BindingProof {
  /** The JWS in compact form. */
  text: string;
  algorithm: ProofAlgorithm;
  /** The `jti`, safe to query with. */
  challenge: string;
  /** The public key in the header, of any shape. Browsers send one when they bind a session, and not later. */
  key: unknown;
  /** The address it was made for, and the second: earlier drafts have both, later ones neither. */
  audience: unknown;
  issuedAt: unknown;
}

const algorithms = ['ES256', 'RS256'] as const;

/** The accepted algorithms of keys, in the order in which they are offered to browsers. */
export type ProofAlgorithm = (typeof algorithms)[number];

/** The list of algorithms as the header `Secure-Session-Registration` has it. */
export const offeredAlgorithms = `(${algorithms.join(' ')})`;

/** Refuses with 401, after which a browser gives the binding up. The reason quotes nothing of the proof. */
export function refuseProof(reason: string): never {
  throw new Refusal(401, 'rejected', { message: reason });
}

/** Reads by the rules for passkeys, whose errors become refusals. */
function readStrictly<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof VerificationError) return refuseProof(error.reason);
    throw error;
  }
}

/** Decodes a part of the JWS, and refuses every second spelling of the same bytes. */
function decodePart(part: string | undefined, name: string): Bytes {
  return readStrictly(() => readBase64url(part, name));
}

function parsePart(part: string | undefined, name: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(decodePart(part, name)));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return refuseProof(`${name} is not JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuseProof(`${name} is not an object`);
  return value as JsonObject;
}

/**
 * Reads a proof without believing it.
 *
 * @throws {Refusal} 401 `rejected` if it is no JWS of the type `dbsc+jwt` with one of the algorithms and a `jti`.
 * @see {@link https://w3c.github.io/webappsec-dbsc/#format-jwt DBSC Proof JWT Syntax}
 */
export function readProof(text: string): BindingProof {
  const [header, payload, signature, ...more] = text.split('.');
  if (more.length > 0) refuseProof('the proof must have three parts');
  const { alg, typ, jwk } = parsePart(header, 'the header of the proof');
  const { jti, aud, iat } = parsePart(payload, 'the payload of the proof');
  decodePart(signature, 'the signature of the proof');
  const algorithm = algorithms.find((name) => name === alg);
  if (typ !== 'dbsc+jwt') refuseProof('typ must be "dbsc+jwt"');
  if (!algorithm) return refuseProof('the algorithm was not offered');
  if (typeof jti !== 'string' || !/^[\w.-]+$/.test(jti)) return refuseProof('jti must be the challenge');
  return { text, algorithm, challenge: jti, key: jwk, audience: aud, issuedAt: iat };
}

/**
 * Takes the key in the proof for one to bind a session to, and returns it as it is to be kept: a JWK with `alg` and no
 * member that does not belong to the key.
 *
 * @throws {Refusal} 401 `rejected` if it does not fit the algorithm, is too weak, or is a private one.
 */
export function readKey({ algorithm, key }: BindingProof): string {
  if (typeof key !== 'object' || key === null || Array.isArray(key)) return refuseProof('jwk must be the public key');
  const { kty, crv, x, y, n, e, d } = key as Record<string, unknown>;
  if (d !== undefined) refuseProof('jwk must not hold a private key');
  return readStrictly(() => {
    if (algorithm === 'ES256') {
      if (kty !== 'EC' || crv !== 'P-256') refuseProof('jwk does not fit the algorithm');
      checkCose([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, readBase64url(x, 'jwk.x')],
        [-3, readBase64url(y, 'jwk.y')],
      ]);
      return JSON.stringify({ alg: algorithm, kty, crv, x, y });
    }
    if (kty !== 'RSA') refuseProof('jwk does not fit the algorithm');
    checkCose([
      [1, 3],
      [3, -257],
      [-1, readBase64url(n, 'jwk.n')],
      [-2, readBase64url(e, 'jwk.e')],
    ]);
    return JSON.stringify({ alg: algorithm, kty, n, e });
  });
}

/** Holds the key to the rules for the keys of passkeys, which are COSE keys. */
function checkCose(members: [label: number, value: number | Bytes][]): void {
  const key = new Map(members);
  checkKeyStrength(key, readAlgorithm(key));
}

/**
 * Verifies the signature by a kept key.
 *
 * @throws {Refusal} 401 `rejected` if it is not that key's.
 */
export async function verifyProof({ text, algorithm }: BindingProof, key: string): Promise<void> {
  const jwk = JSON.parse(key) as JWK & { alg: ProofAlgorithm };
  if (algorithm !== jwk.alg) refuseProof('the algorithm is not that of the key');
  try {
    await compactVerify(text, await importJWK(jwk), { algorithms: [jwk.alg] });
  } catch {
    // Everything else about the proof was read before: what is left is the signature, or an extension that would have
    // to be understood.
    refuseProof('the signature is wrong');
  }
}
