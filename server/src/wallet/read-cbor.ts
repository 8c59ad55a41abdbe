import type { Bytes } from '../crypto/base64url.js';
import { CborTag, decodeItem, type CborForm, type CborMap, type CborValue } from '../webauthn/cbor.js';
import { refuse } from './identity-failure.js';

/** Tags of mdocs: a date with a time (0), CBOR within bytes (24), a date (1004). */
export const tags = { dateTime: 0, encoded: 24, date: 1004 } as const;

/**
 * Mdocs are nested deeper than anything in WebAuthn, and some issuers do not write lengths in the shortest way. What is
 * signed are bytes anyway.
 */
const mdocForm: CborForm = { deepest: 12, tags: Object.values(tags), shortest: false };

/** Decodes CBOR that fills `bytes`. */
export function readCbor(bytes: Bytes, name: string): CborValue {
  const { value, end } = decodeItem(bytes, 0, name, mdocForm);
  if (end !== bytes.length) refuse('malformed', `${name} is followed by other bytes`);
  return value;
}

/** Takes the bytes out of an item that holds encoded CBOR. */
export function readEncoded(value: CborValue | undefined, name: string): Bytes {
  if (!(value instanceof CborTag) || value.tag !== tags.encoded) refuse('malformed', `${name} must be encoded CBOR`);
  return readBytes(value.value, name);
}

export function readMap(value: CborValue | undefined, name: string): CborMap {
  return value instanceof Map ? value : refuse('malformed', `${name} must be a CBOR map`);
}

export function readArray(value: CborValue | undefined, name: string): CborValue[] {
  return Array.isArray(value) ? value : refuse('malformed', `${name} must be a CBOR array`);
}

export function readBytes(value: CborValue | undefined, name: string): Bytes {
  return value instanceof Uint8Array ? value : refuse('malformed', `${name} must be bytes`);
}

export function readText(value: CborValue | undefined, name: string): string {
  return typeof value === 'string' ? value : refuse('malformed', `${name} must be text`);
}
