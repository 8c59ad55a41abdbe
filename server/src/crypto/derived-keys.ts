// Web Crypto can do this too, but takes a job in another thread for every hash: a fifth of what verifying a whole
// passkey sign-in costs.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { secretOf, type Secrets } from './secrets.js';

/**
 * Derives the 32-byte key for one purpose from a secret (HKDF-SHA-256). Keys for two purposes say nothing about each
 * other.
 */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
}

type Mac = (text: string) => string;

function macFor(secret: string, purpose: string): Mac {
  const key = deriveKey(secret, purpose);
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}

/**
 * Returns the function that turns a token into its keyed hash for the database: HMAC-SHA-256 under a key for `purpose`
 * of the secret that the token names, in base64url. A reader of the database gets no tokens, and cannot create a row
 * for one without the secret. The hash of a token whose secret is gone is in no row.
 */
export function hashesFor(secrets: Secrets, purpose: string): Mac {
  const macs = new Map(secrets.map((secret) => [secret, macFor(secret.text, purpose)]));
  return (token) => macs.get(secretOf(secrets, token) ?? secrets[0])!(token);
}

/** Signs texts, such as the values of cookies that are not stored, with a MAC for one purpose. */
export interface Signatures {
  /** HMAC-SHA-256 under the first secret: 43 characters of base64url. */
  sign(text: string): string;
  /** Whether the MAC is one of this text under any of the secrets. Takes the same time for every wrong MAC. */
  isSigned(text: string, mac: string): boolean;
}

/** Creates the signatures for one purpose. */
export function signaturesFor(secrets: Secrets, purpose: string): Signatures {
  const macs = secrets.map(({ text }) => macFor(text, purpose));
  return {
    sign: macs[0]!,
    isSigned(text, mac) {
      const given = Buffer.from(mac);
      const equal = macs.map((make) => {
        const right = Buffer.from(make(text));
        return right.length === given.length && timingSafeEqual(right, given);
      });
      return equal.includes(true);
    },
  };
}
