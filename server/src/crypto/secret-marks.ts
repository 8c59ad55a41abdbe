import { createHmac } from 'node:crypto';
import type { DataKeyStore } from '../store/data-keys.js';
import { deriveKey } from './derived-keys.js';
import type { Secret, Secrets } from './secrets.js';

/** By which a secret is known again. Says nothing about it. */
const markOf = ({ id, text }: Secret): string =>
  createHmac('sha256', deriveKey(text, 'latchkey secret mark v1')).update(id).digest('base64url');

/**
 * Compares the secrets with those that the database has seen, by id, and notes new ones. Under an id that means another
 * secret than before, cookies and codes of before would be compared with the wrong one.
 *
 * @param isNoted Whether new ones are noted: not where secrets are only tried.
 * @throws {RangeError} with the second half of a sentence about the text of the secrets.
 */
export async function checkSecretMarks(store: DataKeyStore, secrets: Secrets, isNoted: boolean): Promise<void> {
  const known = await store.listSecretMarks();
  for (const secret of secrets) {
    const { id } = secret;
    const mark = known.get(id);
    if (mark === markOf(secret)) continue;
    if (id === '' && known.size > 0)
      throw new RangeError(
        'has a new secret without an id. Give the new one an id, such as 2027:secret, and leave the others as they were.',
      );
    if (mark !== undefined)
      throw new RangeError(`has another secret than before under the id "${id}". Give the new one another id.`);
  }
  if (isNoted) for (const secret of secrets) await store.addSecretMark(secret.id, markOf(secret));
}
