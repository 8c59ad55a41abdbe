import { refuse } from '../webauthn/verification-error.js';

/** Bytes in a buffer of their own, the only kind Web Crypto takes without a copy. */
export type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Decodes base64url as WebAuthn's JSON has it: no padding, no other characters, no bits left over, so that equal bytes
 * have one text only.
 *
 * @throws {VerificationError} naming the member, if it is anything else.
 */
export function decodeBase64url(text: unknown, member: string): Bytes {
  if (typeof text !== 'string') refuse(`${member} must be a string`);
  if (!/^[A-Za-z0-9_-]+$/.test(text)) refuse(`${member} must be base64url without padding`);
  if (isCutInsideByte(text)) refuse(`${member} is cut inside a byte`);
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Encodes bytes as base64url without padding. */
export function encodeBase64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

// The last character of 4n + 2 carries two bits of the last byte and four zeros, that of 4n + 3 four bits and two
// zeros.
const lastOfTwo = 'AQgw';
const lastOfThree = 'AEIMQUYcgkosw048';

function isCutInsideByte(text: string): boolean {
  const last = text.at(-1) ?? '';
  if (text.length % 4 === 1) return true;
  if (text.length % 4 === 2) return !lastOfTwo.includes(last);
  return text.length % 4 === 3 && !lastOfThree.includes(last);
}
