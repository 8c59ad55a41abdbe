import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derived-keys.js';
import type { Secrets } from './secrets.js';

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts `text` with AES-256-GCM and a fresh IV, bound to `owner`: IV, ciphertext and tag in base64url. */
export function sealWith(key: Uint8Array, text: string, owner: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/**
 * Decrypts what {@link sealWith} made with the same key for the same owner.
 *
 * @throws {Error} when it is another's, changed, or made with another key.
 */
export function openWith(key: Uint8Array, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
}

/** Encrypts texts for the database, for one purpose. */
export interface Seals {
  /** Encrypts `text` under the first secret, bound to `owner`. */
  seal(text: string, owner: string): string;
  /** Decrypts what `seal` made for the same owner, also under another of the secrets; undefined for anything else. */
  open(sealed: string, owner: string): string | undefined;
  /** Whether it was made under the first secret. */
  isCurrent(sealed: string): boolean;
}

/** The id of the secret that a text of {@link createSeals} was sealed with. */
export const sealedBy = (sealed: string): string => sealed.slice(0, Math.max(sealed.indexOf('.'), 0));

/** Creates the seals for one purpose. A sealed text is `id.` and IV, ciphertext and tag in base64url. */
export function createSeals(secrets: Secrets, purpose: string): Seals {
  const keys = new Map(secrets.map(({ id, text }) => [id, deriveKey(text, purpose)]));
  const [{ id: current }] = secrets;

  return {
    seal: (text, owner) => (current === '' ? '' : `${current}.`) + sealWith(keys.get(current)!, text, owner),

    open(sealed, owner) {
      const key = keys.get(sealedBy(sealed));
      if (!key) return undefined;
      try {
        return openWith(key, sealed.slice(sealed.indexOf('.') + 1), owner);
      } catch {
        // It is another's, changed, or of another secret with this id: the reason says no more.
        return undefined;
      }
    },

    isCurrent: (sealed) => sealedBy(sealed) === current,
  };
}
