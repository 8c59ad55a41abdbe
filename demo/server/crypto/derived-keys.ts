// Web Crypto can do this too, but takes a job in another thread for every hash: a fifth of what verifying a whole
// passkey sign-in costs.
import { createHmac, hkdfSync } from 'node:crypto';

/**
 * Derives the 32-byte key for one purpose from the server's secret (HKDF-SHA-256). Keys for two purposes say nothing
 * about each other.
 */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
}

/**
 * Returns the function that turns a token into its keyed hash for the database: HMAC-SHA-256 under a key for `purpose`,
 * in base64url. A reader of the database gets no tokens, and cannot create a row for one without the secret.
 */
export function hashesFor(secret: string, purpose: string): (token: string) => string {
  const key = deriveKey(secret, purpose);
  return (token) => createHmac('sha256', key).update(token).digest('base64url');
}
