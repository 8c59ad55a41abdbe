import { unlockVault } from '../../../src/features/vault/index.js';
import { createVaultWith, prfPasskey } from './vaults.js';

const phone = prfPasskey('phone');
const codeOf = (error: unknown) => (error as { code?: string }).code ?? String(error);

/** What the journey with little space has its page do. */
const page = {
  /**
   * Writes until the browser gives no more room, not even for a few bytes. Resolves with how many were stored, and why
   * it ended.
   */
  async fill(): Promise<{ stored: number; ends: string[] }> {
    const vault = await createVaultWith(phone);
    let stored = 0;
    const ends: string[] = [];
    for (const length of [20_000, 1000, 1]) {
      for (;;) {
        const bytes = crypto.getRandomValues(new Uint8Array(length));
        const error = await vault.set('files', `${stored}`, bytes).then(() => undefined, codeOf);
        if (error) {
          ends.push(error);
          break;
        }
        stored++;
      }
    }
    return { stored, ends };
  },

  /** Deletes one after the other, and tries to write after each. Resolves with how each of both ended. */
  async thin(count: number): Promise<{ deleted: string[]; written: string[] }> {
    const vault = await unlockVault({ ask: phone.ask });
    const deleted: string[] = [];
    const written: string[] = [];
    for (let index = 0; index < count; index++) {
      deleted.push(await vault.delete('files', `${index}`).then(() => 'done', codeOf));
      const bytes = crypto.getRandomValues(new Uint8Array(20_000));
      written.push(await vault.set('files', 'more', bytes).then(() => 'done', codeOf));
    }
    return { deleted, written };
  },

  /** What another visit finds. */
  async count(): Promise<number> {
    const vault = await unlockVault({ ask: phone.ask });
    return (await vault.getAll('files')).size;
  },
};

Object.assign(globalThis, { page });
