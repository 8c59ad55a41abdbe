import { encodeUtf8, joinBytes, type Bytes } from './bytes.js';

/** What WebAuthn puts into CBOR: integers, text, bytes, booleans, null, arrays and maps. */
export type CborValue = number | string | boolean | null | Uint8Array | readonly CborValue[] | CborMap;

/** A CBOR map; its order is the order of the encoded entries, so callers list keys in CTAP2 canonical order. */
export type CborMap = ReadonlyMap<number | string, CborValue>;

/**
 * Encodes a value as CBOR with shortest lengths and definite sizes.
 *
 * @throws {TypeError} if a number is not a safe integer.
 * @see {@link https://www.rfc-editor.org/rfc/rfc8949 RFC 8949}
 */
export function encodeCbor(value: CborValue): Bytes {
  if (typeof value === 'number') return encodeInteger(value);
  if (typeof value === 'string') return encodeText(value);
  if (typeof value === 'boolean') return Uint8Array.of(value ? 0xf5 : 0xf4);
  if (value === null) return Uint8Array.of(0xf6);
  if (value instanceof Uint8Array) return joinBytes(encodeHead(2, value.length), value);
  if (value instanceof Map) return encodeEntries([...(value as CborMap)]);
  const items = value as readonly CborValue[];
  return joinBytes(encodeHead(4, items.length), ...items.map(encodeCbor));
}

/** Encodes a CBOR map from a list of entries, which may name a key twice. */
export function encodeEntries(entries: ReadonlyArray<readonly [number | string, CborValue]>): Bytes {
  return joinBytes(
    encodeHead(5, entries.length),
    ...entries.flatMap(([key, value]) => [encodeCbor(key), encodeCbor(value)]),
  );
}

/** Encodes the first bytes of an item: its major type (0 to 7) and its length, count or value. */
export function encodeHead(majorType: number, argument: number): Bytes {
  const major = majorType << 5;
  if (argument < 24) return Uint8Array.of(major | argument);
  if (argument < 0x100) return Uint8Array.of(major | 24, argument);
  if (argument < 0x10000) return Uint8Array.of(major | 25, argument >> 8, argument & 0xff);
  const size = argument < 0x100000000 ? 4 : 8;
  const head = new DataView(new ArrayBuffer(1 + size));
  head.setUint8(0, major | (size === 4 ? 26 : 27));
  if (size === 4) head.setUint32(1, argument);
  else head.setBigUint64(1, BigInt(argument));
  return new Uint8Array(head.buffer);
}

function encodeInteger(value: number): Bytes {
  if (!Number.isSafeInteger(value)) throw new TypeError('a CBOR number must be a safe integer');
  return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value);
}

function encodeText(text: string): Bytes {
  const bytes = encodeUtf8(text);
  return joinBytes(encodeHead(3, bytes.length), bytes);
}
