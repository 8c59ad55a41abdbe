import { encodeBase64url } from '../crypto/base64url.js';
import { CborTag, type CborMap, type CborValue } from '../webauthn/cbor.js';
import { digest } from './ecdsa.js';
import { encodeCbor } from './encode-cbor.js';
import { refuse } from './identity-failure.js';
import type { MobileSecurityObject } from './mobile-security-object.js';
import { readArray, readCbor, readEncoded, readMap, readText } from './read-cbor.js';

/** Claims as JSON has them, by name space. */
export type MdocClaims = Record<string, Record<string, unknown>>;

/** Bytes become base64url, dates their text. */
function toJson(value: CborValue): unknown {
  if (value instanceof CborTag) return toJson(value.value);
  if (value instanceof Uint8Array) return encodeBase64url(value);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, member]) => [String(key), toJson(member)]));
  return Array.isArray(value) ? value.map(toJson) : value;
}

/** Reads one claim and compares its digest with the one that the issuer has signed. */
async function readItem(item: CborValue, digests: CborMap, hash: string): Promise<[name: string, value: unknown]> {
  const name = 'a claim';
  const members = readMap(readCbor(readEncoded(item, name), name), name);
  const expected = digests.get(members.get('digestID') as number);
  const found = await digest(encodeCbor(item), hash);
  if (!(expected instanceof Uint8Array) || !Buffer.from(expected).equals(found))
    refuse('digest', 'the digest of a claim differs from the one that the issuer signed');
  const value = members.get('elementValue');
  if (value === undefined) refuse('malformed', 'a claim has no value');
  return [readText(members.get('elementIdentifier'), name), toJson(value)];
}

/**
 * Reads the claims that are shown. The issuer has signed a digest of each.
 *
 * @throws {IdentityFailure} `digest` when one is not as the issuer has signed it, `malformed`.
 * @see ISO/IEC 18013-5, 9.3.1
 */
export async function readMdocClaims(
  nameSpaces: CborMap,
  { digests, hash }: Pick<MobileSecurityObject, 'digests' | 'hash'>,
): Promise<MdocClaims> {
  const claims: [string, Record<string, unknown>][] = [];
  for (const [nameSpace, items] of nameSpaces) {
    const known = digests.get(nameSpace);
    if (!(known instanceof Map)) refuse('digest', 'the issuer has not signed a name space');
    const read = await Promise.all(readArray(items, 'a name space').map((item) => readItem(item, known, hash)));
    if (new Set(read.map(([name]) => name)).size < read.length) refuse('malformed', 'a claim is repeated');
    claims.push([String(nameSpace), Object.fromEntries(read)]);
  }
  return Object.fromEntries(claims);
}
