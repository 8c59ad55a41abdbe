import type { Bytes } from '../crypto/base64url.js';
import { CborTag, type CborMap, type CborValue } from '../webauthn/cbor.js';
import { algorithms } from './ecdsa.js';
import { refuse } from './identity-failure.js';
import { readBytes, readCbor, readEncoded, readMap, readText, tags } from './read-cbor.js';

/** What the issuer of an mdoc has signed. */
export interface MobileSecurityObject {
  documentType: string;
  /** The hash of the digests. */
  hash: string;
  /** The digests of the claims, by name space and digest id. */
  digests: CborMap;
  /** The public key of the wallet. */
  deviceKey: CryptoKey;
  /** Epoch milliseconds. */
  signed: number;
  validFrom: number;
  validUntil: number;
}

const hashes = new Set(['SHA-256', 'SHA-384', 'SHA-512']);
/** Labels of COSE keys. */
const label = { keyType: 1, curve: -1, x: -2, y: -3, secret: -4 } as const;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

function readTime(value: CborValue | undefined): number {
  if (!(value instanceof CborTag) || value.tag !== tags.dateTime)
    refuse('malformed', 'a time of the mobile security object must be a date with a time');
  const text = readText(value.value, 'a time of the mobile security object');
  const time = dateTime.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? refuse('malformed', 'a time of the mobile security object is not a date') : time;
}

/** Imports a public COSE key. Points off the curve are refused by the import. */
async function readDeviceKey(value: CborValue | undefined): Promise<CryptoKey> {
  const key = readMap(value, 'the device key');
  const algorithm = algorithms.find(({ coseCurve }) => coseCurve === key.get(label.curve));
  if (key.get(label.keyType) !== 2 || !algorithm)
    refuse('algorithm', 'the device key is of a kind that is not accepted');
  if (key.has(label.secret)) refuse('malformed', 'the device key must be public');
  const [x, y] = [readBytes(key.get(label.x), 'the device key'), readBytes(key.get(label.y), 'the device key')];
  if (x.length !== y.length) refuse('malformed', 'the device key is not a point on its curve');
  const point = Uint8Array.from([4, ...x, ...y]);
  try {
    return await crypto.subtle.importKey('raw', point, { name: 'ECDSA', namedCurve: algorithm.curve }, false, [
      'verify',
    ]);
  } catch (cause) {
    return refuse('malformed', 'the device key is not a point on its curve', cause);
  }
}

/**
 * Reads a mobile security object from the payload of the issuer's signature.
 *
 * @throws {IdentityFailure} `malformed`, or `algorithm` when a hash or the key of the wallet is of another kind.
 * @see ISO/IEC 18013-5, 9.1.2.4
 */
export async function readMobileSecurityObject(payload: Bytes): Promise<MobileSecurityObject> {
  const name = 'the mobile security object';
  const members = readMap(readCbor(readEncoded(readCbor(payload, name), name), name), name);
  if (!/^1\.\d$/.test(readText(members.get('version'), `the version of ${name}`)))
    refuse('malformed', `${name} is of another version`);
  const hash = readText(members.get('digestAlgorithm'), 'the digest algorithm');
  if (!hashes.has(hash)) refuse('algorithm', 'the digests are made by an algorithm that is not accepted');
  const validity = readMap(members.get('validityInfo'), 'the validity');
  return {
    hash,
    documentType: readText(members.get('docType'), 'the document type'),
    digests: readMap(members.get('valueDigests'), 'the digests'),
    deviceKey: await readDeviceKey(readMap(members.get('deviceKeyInfo'), 'the device key').get('deviceKey')),
    signed: readTime(validity.get('signed')),
    validFrom: readTime(validity.get('validFrom')),
    validUntil: readTime(validity.get('validUntil')),
  };
}
