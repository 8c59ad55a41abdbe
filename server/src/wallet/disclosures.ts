import { encodeBase64url } from '../crypto/base64url.js';
import type { JsonObject } from '../http/json.js';
import { readBase64url } from '../webauthn/read-base64url.js';
import { digest } from './ecdsa.js';
import { refuse } from './identity-failure.js';
import { isObject, readJson } from './read-json.js';

/** A claim's place: names of members, and positions in arrays. */
export type ClaimPath = readonly (string | number)[];

/** The claims of an SD-JWT with everything that was disclosed in its place. */
export interface DisclosedClaims {
  claims: Record<string, unknown>;
  /** Where the claims are that the wallet chose to disclose. */
  disclosed: ClaimPath[];
}

/** One disclosure: salt and value, and the name unless it is an item of an array. */
interface Disclosure {
  name: string | undefined;
  value: unknown;
}

const hashes: Readonly<Record<string, string>> = { 'sha-256': 'SHA-256', 'sha-384': 'SHA-384', 'sha-512': 'SHA-512' };
/** These may not be selectively disclosed. */
const neverHidden = new Set(['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'status']);

/** The name that Web Crypto has for the hash that an SD-JWT names. */
export function hashOf({ _sd_alg: name = 'sha-256' }: JsonObject): string {
  return (
    (Object.hasOwn(hashes, String(name)) && hashes[String(name)]) ||
    refuse('algorithm', 'the digests are made by an algorithm that is not accepted')
  );
}

function readDisclosure(text: string): Disclosure {
  const parts = readJson(readBase64url(text, 'a disclosure'), 'a disclosure');
  if (!Array.isArray(parts) || typeof parts[0] !== 'string' || (parts.length !== 2 && parts.length !== 3))
    refuse('malformed', 'a disclosure is malformed');
  const name: unknown = parts.length === 3 ? parts[1] : undefined;
  if (name !== undefined && (typeof name !== 'string' || name === '_sd' || name === '...'))
    refuse('malformed', 'a disclosure has a name that is reserved');
  return { name: name as string | undefined, value: parts.at(-1) };
}

async function readDisclosures(texts: readonly string[], hash: string): Promise<Map<string, Disclosure>> {
  const disclosures = new Map<string, Disclosure>();
  for (const text of texts)
    disclosures.set(encodeBase64url(await digest(new TextEncoder().encode(text), hash)), readDisclosure(text));
  if (disclosures.size < texts.length) refuse('malformed', 'a disclosure is repeated');
  return disclosures;
}

/**
 * Puts what was disclosed in the place of its digest. Every disclosure must have one, and no digest may be there twice.
 *
 * @throws {IdentityFailure} `digest` for a disclosure that the issuer has not signed; `malformed`, `algorithm`.
 * @see {@link https://www.rfc-editor.org/rfc/rfc9901#section-7.1 RFC 9901, Verification of the SD-JWT}
 */
export async function readClaims(payload: JsonObject, texts: readonly string[]): Promise<DisclosedClaims> {
  const disclosures = await readDisclosures(texts, hashOf(payload));
  const seen = new Set<string>();
  const disclosed: ClaimPath[] = [];

  const find = (hash: unknown): Disclosure | undefined => {
    if (typeof hash !== 'string' || seen.has(hash)) refuse('malformed', 'a digest is not text, or is repeated');
    seen.add(hash);
    return disclosures.get(hash);
  };

  const readObject = ({ _sd: hidden = [], ...open }: JsonObject, path: ClaimPath): JsonObject => {
    if (!Array.isArray(hidden) || Object.hasOwn(open, '...')) refuse('malformed', 'the digests are malformed');
    const members = new Map(Object.entries(open).map(([name, value]) => [name, readValue(value, [...path, name])]));
    for (const { name, value } of hidden.map(find).filter((found) => found !== undefined)) {
      if (name === undefined || members.has(name) || (path.length === 0 && neverHidden.has(name)))
        refuse('malformed', 'a disclosure is in a wrong place');
      disclosed.push([...path, name]);
      members.set(name, readValue(value, [...path, name]));
    }
    return Object.fromEntries(members);
  };

  const readArray = (items: readonly unknown[], path: ClaimPath): unknown[] => {
    const values: unknown[] = [];
    for (const item of items) {
      const place = [...path, values.length];
      if (!isObject(item) || !Object.hasOwn(item, '...')) {
        values.push(readValue(item, place));
        continue;
      }
      const found =
        Object.keys(item).length === 1 ? find(item['...']) : refuse('malformed', 'the digests are malformed');
      if (!found) continue;
      if (found.name !== undefined) refuse('malformed', 'a disclosure is in a wrong place');
      disclosed.push(place);
      values.push(readValue(found.value, place));
    }
    return values;
  };

  const readValue = (value: unknown, path: ClaimPath): unknown => {
    if (Array.isArray(value)) return readArray(value, path);
    return isObject(value) ? readObject(value, path) : value;
  };

  const { _sd_alg: _hash, ...rest } = payload;
  const claims = readObject(rest, []);
  if ([...disclosures.keys()].some((hash) => !seen.has(hash)))
    refuse('digest', 'a disclosure is not signed by the issuer');
  return { claims, disclosed };
}
