import { byteLengthOf, fromBase64Url } from '../base/bytes.js';

/** Bytes in a separate buffer, which Web Crypto accepts without a copy. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Returns the UTF-8 bytes of `text`. */
export function encodeUtf8(text: string): Bytes {
  return new Uint8Array(new TextEncoder().encode(text));
}

/** Returns the parts one after another in one new array. */
export function joinBytes(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Returns `length` random bytes; at most 65,536, the limit of Web Crypto. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Returns the SHA-256 digest of `data`, 32 bytes. */
export async function sha256(data: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data));
}

/**
 * Decodes base64url without padding, the form of every buffer in the JSON of WebAuthn.
 *
 * @throws {TypeError} if `text` is not base64url; `name` says which value it was.
 */
export function decodeBase64url(text: string, name: string): Bytes {
  if (byteLengthOf(text) < 0 || text.includes('=')) throw new TypeError(`"${name}" must be base64url`);
  return fromBase64Url(text);
}
