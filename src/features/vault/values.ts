import type { Format } from './envelope.js';
import type { Bytes } from './secrets.js';

/** What a vault keeps: bytes, or anything that JSON can say. */
export type VaultValue = unknown;

/** The longest value that is sealed in one piece, in bytes. Longer ones are kept as streams. */
export const longestValue = 8_388_608;
const longestName = 256;

/** @throws {TypeError} unless `value` can be the name of a store or the id of a record. */
export function checkName(argument: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || value === '' || value.length > longestName || !isWellFormed(value))
    throw new TypeError(`"${argument}" must be a text of 1 to ${longestName} characters`);
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** Whether it is bytes, of whichever window. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && (value as Partial<Uint8Array>)[Symbol.toStringTag] === 'Uint8Array';
}

/**
 * Writes a value as bytes, of which it makes its own copy. What has a say of its own in what JSON makes of it
 * (`toJSON`), as dates do, is kept as that.
 *
 * @throws {TypeError} if JSON cannot say it, or would leave some of it out, or it is too long.
 */
export function encodeValue(value: VaultValue): { format: Format; plaintext: Bytes } {
  const encoded = isBytes(value)
    ? { format: 'bytes' as const, plaintext: new Uint8Array(value) }
    : { format: 'json' as const, plaintext: encodeJson(value) };
  if (encoded.plaintext.byteLength > longestValue)
    throw new TypeError(`"value" must be at most ${longestValue} bytes; longer ones go in as a stream`);
  return encoded;
}

function encodeJson(value: unknown): Bytes {
  let text: string | undefined;
  try {
    text = JSON.stringify(value) as string | undefined;
    if (text !== undefined && isSayable(value)) return new TextEncoder().encode(text);
  } catch (cause) {
    throw new TypeError(notSayable, { cause });
  }
  throw new TypeError(notSayable);
}

const notSayable =
  '"value" must be bytes, or something that JSON can say: texts, numbers that are finite, true, false, null, lists and plain objects of these';

/**
 * Whether JSON says all of it. It makes `{}` of maps, sets, buffers and files, and null of numbers that are not finite,
 * without a word.
 */
function isSayable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null)
    return typeof value !== 'function' && typeof value !== 'symbol' && value !== undefined;
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return true;
  if (Array.isArray(value)) return Array.from(value).every(isSayable);
  return (
    Object.prototype.toString.call(value) === '[object Object]' &&
    Object.values(value).every((member) => member === undefined || isSayable(member))
  );
}

/** Reads a value from its bytes. */
export function decodeValue(format: Exclude<Format, 'stream'>, plaintext: Bytes): VaultValue {
  return format === 'bytes' ? plaintext : (JSON.parse(new TextDecoder().decode(plaintext)) as unknown);
}
