import { isBytes, writeJson } from '../base/json-value.js';
import type { Format } from './envelope.js';
import type { Bytes } from './secrets.js';

/** What a vault keeps: bytes, or anything that JSON can say. */
export type VaultValue = unknown;

/** The longest value that is sealed in one piece, in bytes. Longer ones are kept as streams. */
const maxValueBytes = 8_388_608;
const maxNameLength = 256;

/** @throws {TypeError} unless `value` can be the name of a store or the id of a record. */
export function checkName(argument: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || value === '' || value.length > maxNameLength || !isWellFormed(value))
    throw new TypeError(`"${argument}" must be a string of 1 to ${maxNameLength} characters`);
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/**
 * Serializes a value to bytes, always to a new copy. Objects with a `toJSON`, such as dates, are stored as its result.
 *
 * @throws {TypeError} if JSON cannot say it, or would leave some of it out, or it is too long.
 */
export function encodeValue(value: VaultValue): { format: Format; plaintext: Bytes } {
  const encoded = isBytes(value)
    ? { format: 'bytes' as const, plaintext: new Uint8Array(value) }
    : { format: 'json' as const, plaintext: new TextEncoder().encode(writeJson('value', value)) };
  if (encoded.plaintext.byteLength > maxValueBytes)
    throw new TypeError(`"value" must be at most ${maxValueBytes} bytes; use setStream for more`);
  return encoded;
}

/** Reads a value from its bytes. */
export function decodeValue(format: Exclude<Format, 'stream'>, plaintext: Bytes): VaultValue {
  return format === 'bytes' ? plaintext : (JSON.parse(new TextDecoder().decode(plaintext)) as unknown);
}
