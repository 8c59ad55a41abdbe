/** Bytes that are in this page's memory and nowhere else; those that `crypto.subtle` takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** As many bytes from the browser's generator for keys. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Imports a key to derive others from, and overwrites `secret`, which is no longer needed. */
export async function importMaster(secret: Bytes): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits', 'deriveKey']);
  } finally {
    secret.fill(0);
  }
}

/** A key for AES-GCM, and a commitment to this key, salt and purpose. */
export interface CommittedKey {
  key: CryptoKey;
  commitment: Bytes;
}

/**
 * Derives 64 bytes: a key, and its commitment. AES-GCM alone would let one text be opened by two keys; what is stored
 * with the commitment of one key is opened by no other.
 *
 * @see {@link https://eprint.iacr.org/2017/664 Message Franking via Committing Authenticated Encryption}
 */
export async function deriveKey(master: CryptoKey, salt: Bytes, info: Bytes, usage: KeyUsage): Promise<CommittedKey> {
  const bits = new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, master, 512),
  );
  const secret = bits.subarray(0, 32);
  try {
    return {
      key: await crypto.subtle.importKey('raw', secret, 'AES-GCM', false, [usage]),
      commitment: bits.subarray(32),
    };
  } finally {
    secret.fill(0);
  }
}

/** Derives a key for HMAC-SHA-256. */
export function deriveMacKey(master: CryptoKey, info: Bytes): Promise<CryptoKey> {
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    master,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign', 'verify'],
  );
}

/** Authenticates bytes. */
export async function sign(key: CryptoKey, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes));
}

/** Whether {@link sign} gave `mac` for these bytes. */
export function verify(key: CryptoKey, mac: Bytes, bytes: Bytes): Promise<boolean> {
  return crypto.subtle.verify('HMAC', key, mac, bytes);
}
