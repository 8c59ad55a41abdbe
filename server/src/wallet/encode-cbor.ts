import type { Bytes } from '../crypto/base64url.js';
import { CborTag, type CborValue } from '../webauthn/cbor.js';

/**
 * Encodes a value in CBOR: shortest lengths, definite sizes, map keys in the order given. Everything that is hashed or
 * signed around bytes from outside has this form.
 */
export function encodeCbor(value: CborValue): Bytes {
  return Uint8Array.from(encode(value));
}

function encode(value: CborValue): number[] {
  if (value === false) return [0xf4];
  if (value === true) return [0xf5];
  if (value === null) return [0xf6];
  if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value);
  if (typeof value === 'string') return encodeBytes(3, new TextEncoder().encode(value));
  if (value instanceof Uint8Array) return encodeBytes(2, value);
  if (value instanceof CborTag) return [...encodeHead(6, value.tag), ...encode(value.value)];
  if (value instanceof Map)
    return [
      ...encodeHead(5, value.size),
      ...[...value].flatMap(([key, member]) => [...encode(key), ...encode(member)]),
    ];
  return [...encodeHead(4, value.length), ...value.flatMap(encode)];
}

function encodeBytes(major: number, bytes: Uint8Array): number[] {
  return [...encodeHead(major, bytes.length), ...bytes];
}

function encodeHead(major: number, argument: number): number[] {
  const initial = major << 5;
  if (argument < 24) return [initial | argument];
  const size = argument < 2 ** 8 ? 0 : argument < 2 ** 16 ? 1 : argument < 2 ** 32 ? 2 : 3;
  const digits = Array.from(
    { length: 2 ** size },
    (_, index) => Math.floor(argument / 256 ** (2 ** size - 1 - index)) % 256,
  );
  return [initial | (24 + size), ...digits];
}
