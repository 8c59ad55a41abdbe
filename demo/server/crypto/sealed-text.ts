import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derived-keys.js';
import type { Secrets } from './secrets.js';

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts texts for the database, for one purpose. */
export interface Seals {
  /** Encrypts `text` under the first secret with AES-256-GCM and a fresh IV, bound to `owner`. */
  seal(text: string, owner: string): string;
  /**
   * Decrypts what `seal` made for the same owner, also under another of the secrets.
   *
   * @throws {Error} when it is another's, changed, or made with another secret.
   */
  open(sealed: string, owner: string): string;
  /** Whether it was made under the first secret. */
  isCurrent(sealed: string): boolean;
}

/** Creates the seals for one purpose. A sealed text is `id.` and IV, ciphertext and tag in base64url. */
export function createSeals(secrets: Secrets, purpose: string): Seals {
  const keys = new Map(secrets.map(({ id, text }) => [id, deriveKey(text, purpose)]));
  const [{ id: current }] = secrets;
  const split = (sealed: string): [id: string, text: string] => {
    const dot = sealed.indexOf('.');
    return [sealed.slice(0, Math.max(dot, 0)), sealed.slice(dot + 1)];
  };

  return {
    seal(text, owner) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', keys.get(current)!, iv).setAAD(Buffer.from(owner));
      const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return (current === '' ? '' : `${current}.`) + bytes.toString('base64url');
    },

    open(sealed, owner) {
      const [id, text] = split(sealed);
      const key = keys.get(id);
      if (!key) throw new Error(`It was sealed with the secret "${id}", which is not in the list.`);
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
    },

    isCurrent: (sealed) => split(sealed)[0] === current,
  };
}
