import { listVaults, unlockVault, type Vault } from '../../../src/vault/index.js';
import { createVaultWith, prfPasskey } from './vaults.js';

/** Given by the journey that runs the page. */
declare function say(text: string): void;

const phone = prfPasskey('phone');
const codeOf = (error: unknown) => (error as { code?: string }).code ?? String(error);

const open = async (): Promise<Vault> =>
  (await listVaults()).length > 0 ? unlockVault({ ask: phone.ask }) : createVaultWith(phone);

/** What the journey with little space has its page do. */
const page = {
  /**
   * Writes until the browser gives no more room, not even for a few bytes. Resolves with the ids of what was stored,
   * and why it ended.
   */
  async fill(): Promise<{ stored: string[]; ends: string[] }> {
    const vault = await open();
    const stored: string[] = [];
    const ends: string[] = [];
    for (const length of [20_000, 1000, 1]) {
      for (;;) {
        const id = crypto.randomUUID();
        const bytes = crypto.getRandomValues(new Uint8Array(length));
        const error = await vault.set('files', id, bytes).then(() => undefined, codeOf);
        if (error) {
          ends.push(error);
          break;
        }
        stored.push(id);
      }
    }
    return { stored, ends };
  },

  /** Deletes one after the other, and tries to write after each. Resolves with how each of both ended. */
  async thin(ids: readonly string[]): Promise<{ deleted: string[]; written: string[] }> {
    const vault = await open();
    const deleted: string[] = [];
    const written: string[] = [];
    for (const id of ids) {
      deleted.push(await vault.delete('files', id).then(() => 'done', codeOf));
      const bytes = crypto.getRandomValues(new Uint8Array(20_000));
      written.push(await vault.set('files', 'more', bytes).then(() => 'done', codeOf));
    }
    return { deleted, written };
  },

  /** Deletes one after the other, and says which are gone, or why one is not. */
  async remove(ids: readonly string[]): Promise<void> {
    const vault = await open();
    for (const id of ids) say(await vault.delete('files', id).then(() => id, codeOf));
  },

  /** The ids of what another visit can read. */
  async read(): Promise<string[]> {
    return [...(await (await open()).getAll('files')).keys()];
  },
};

Object.assign(globalThis, { page });
