// Web Crypto takes a job in another thread for every hash, which costs more than the hash.
import { createHash } from 'node:crypto';

/** The SHA-256 hash of bytes, or of a text in UTF-8. */
export function sha256(data: Uint8Array | string): Buffer {
  return createHash('sha256').update(data).digest();
}
