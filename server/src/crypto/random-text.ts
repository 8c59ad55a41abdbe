import { encodeBase64url } from './base64url.js';

/** Returns `length` random bytes in base64url. 32 bytes (the default) are 43 characters. */
export function randomText(length = 32): string {
  return encodeBase64url(crypto.getRandomValues(new Uint8Array(length)));
}
