import { decodeBase64url, type Bytes } from '../crypto/base64url.js';
import { refuse } from './verification-error.js';

/**
 * Reads the bytes of a member of a response.
 *
 * @throws {VerificationError} naming the member, if it is anything but base64url without padding.
 */
export function readBase64url(value: unknown, member: string): Bytes {
  if (typeof value !== 'string') refuse(`${member} must be a string`);
  return decodeBase64url(value) ?? refuse(`${member} must be base64url without padding`);
}
