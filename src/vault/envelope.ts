import { LatchError } from '../base/client/errors.js';
import { areEqual, concatenate, joinParts, splitParts } from './parts.js';
import { type Bytes, deriveKey, randomBytes } from './secrets.js';

/**
 * What is sealed, byte by byte: `WCV`, the version, the suite, three bytes of flags (the format, whether
 * names are sealed along with it, 0), the generation of the key (4), a
 * salt (32), the commitment (32), the nonce (12), and the ciphertext with its tag (16). Each has a separate key,
 * derived from the salt, the first twelve bytes, and the context: where it belongs. The context is not stored; the
 * reader builds it again, so that a record that was moved, swapped or rolled back does not decrypt.
 */
const magic = Uint8Array.of(0x57, 0x43, 0x56, 1);
const suite = 1;
const at = { suite: 4, flags: 5, padded: 6, generation: 8, salt: 12, commitment: 44, nonce: 76, ciphertext: 88 };
/** How much longer the sealed bytes are, in bytes. */
const overhead = 104;

/** What the bytes are. */
export type Format = 'bytes' | 'json' | 'stream';
const formats: readonly Format[] = ['bytes', 'json', 'stream'];

/** What was sealed, opened again. */
export interface Content {
  format: Format;
  plaintext: Bytes;
  /** In a private vault the names that are sealed along with it: store and id of a record, none of a piece. */
  names?: readonly string[] | undefined;
}

/** The key of one generation, from which all others are derived. */
export interface Generation {
  number: number;
  master: CryptoKey;
}

/**
 * Encrypts and authenticates bytes for one place. Without the key they cannot be distinguished from random bytes, and
 * cannot be changed unnoticed. With `names`, these are sealed too, and the length is padded.
 */
export async function seal(
  { number, master }: Generation,
  context: Bytes,
  plaintext: Bytes,
  format: Format = 'bytes',
  names?: readonly string[],
): Promise<Bytes> {
  const header = new Uint8Array(at.salt);
  header.set(magic);
  header[at.suite] = suite;
  header[at.flags] = formats.indexOf(format);
  header[at.padded] = Number(!!names);
  new DataView(header.buffer).setUint32(at.generation, number);
  const random = randomBytes(44);
  const [salt, iv] = [random.subarray(0, 32), random.subarray(32)];
  const bound = concatenate(header, context);
  const { key, commitment } = await deriveKey(master, salt, bound, 'encrypt');
  const text = names ? pad(names, plaintext) : plaintext;
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bound }, key, text);
  return concatenate(header, salt, commitment, iv, new Uint8Array(ciphertext));
}

/**
 * Opens what {@link seal} sealed for the same place.
 *
 * @throws {LatchError} `vault_unsupported` for a version or suite that is not known; `vault_damaged` if it was changed,
 *   cut, moved from another place, or sealed with another key.
 */
export async function open({ number, master }: Generation, context: Bytes, sealed: Bytes): Promise<Content> {
  if (
    !(sealed instanceof Uint8Array) ||
    sealed.byteLength < overhead ||
    !areEqual(sealed.subarray(0, 3), magic.subarray(0, 3))
  )
    throw damaged('This is nothing that was sealed');
  const [version, usedSuite, format, padded, spare] = sealed.subarray(3, at.generation);
  if (version !== magic[3] || usedSuite !== suite || !formats[format!] || padded! > 1 || spare !== 0)
    throw new LatchError('vault_unsupported', `Version ${version}, suite ${usedSuite} is not supported.`);
  if (new DataView(sealed.buffer, sealed.byteOffset).getUint32(at.generation) !== number)
    throw damaged('It was encrypted with the key of another generation');
  const salt = sealed.subarray(at.salt, at.commitment);
  const bound = concatenate(sealed.subarray(0, at.salt), context);
  const { key, commitment } = await deriveKey(master, salt, bound, 'decrypt');
  if (!areEqual(commitment, sealed.subarray(at.commitment, at.nonce)))
    throw damaged('It was sealed for another place, or with another key');
  try {
    const iv = sealed.subarray(at.nonce, at.ciphertext);
    const plaintext = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData: bound },
      key,
      sealed.subarray(at.ciphertext),
    );
    return {
      format: formats[format!]!,
      ...(padded ? unpad(new Uint8Array(plaintext)) : { plaintext: new Uint8Array(plaintext) }),
    };
  } catch (cause) {
    throw damaged('It was changed', cause);
  }
}

function pad(names: readonly string[], plaintext: Bytes): Bytes {
  const joined = joinParts(joinParts(...names), plaintext);
  const padded = new Uint8Array(paddedLength(joined.byteLength));
  padded.set(joined);
  return padded;
}

function unpad(padded: Bytes): { names: string[]; plaintext: Bytes } {
  const [names, plaintext] = splitParts(padded, 2);
  if (!names || !plaintext) throw new TypeError('There are no names');
  return { names: splitParts(names).map((name) => new TextDecoder().decode(name)), plaintext: plaintext.slice() };
}

/** The error for something stored that the vault has not left like that. */
export function damaged(what: string, cause?: unknown): LatchError {
  return new LatchError('vault_damaged', `${what}.`, { cause });
}

/** The shortest length that can be told apart, in bytes. */
const shortest = 256;

/**
 * How long something becomes so that its length reveals little: at least 256 bytes, and at most 12 % longer.
 *
 * @see {@link https://arxiv.org/abs/1806.03160 Padmé, in: Reducing Metadata Leakage from Encrypted Files}
 */
export function paddedLength(length: number): number {
  if (length <= shortest) return shortest;
  const exponent = 31 - Math.clz32(length);
  const unit = 2 ** (exponent - (32 - Math.clz32(exponent)));
  return Math.ceil(length / unit) * unit;
}
