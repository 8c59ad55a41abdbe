import { LatchError } from '../../../src/base/client/errors.js';
import { listVaults, unlockVault, type AskPasskey, type Vault } from '../../../src/vault/index.js';
import { createVaultWith, prfPasskey } from './vaults.js';

const phone = prfPasskey('phone');
const recordCount = 20;
/** How many passkeys of one tab open the vault at a time. */
const mostPasskeys = 10;

/** What one tab has done when it is through. */
interface Report {
  /** The names of the passkeys that are to open the vault. */
  kept: string[];
  rotations: number;
  additions: number;
  /**
   * How often it has unlocked the vault: again whenever the other tab has replaced the key, and this tab could not get
   * the new one.
   */
  unlocked: number;
}

/** What each of two tabs does to one vault, and what is there afterwards. */
const page = {
  async create(): Promise<void> {
    const vault = await createVaultWith(phone);
    await vault.write(
      Array.from({ length: recordCount }, (_, index) => ({ store: 'notes', id: `${index}`, value: `note ${index}` })),
    );
    vault.lock();
  },

  /**
   * Replaces the key and adds passkeys, so many times each and both at once, as a user would who tries again what
   * another tab has come before.
   */
  async work(tab: string, times: number): Promise<Report> {
    let vault: Vault | undefined;
    let unlocked = 0;
    /** Two of these go on at once: one unlocks the vault for both. */
    let opening: Promise<Vault> | undefined;
    const open = () =>
      (opening ??= (async () => {
        vault = await unlock();
        unlocked += 1;
        return vault;
      })().finally(() => (opening = undefined)));
    const insist = async (act: (vault: Vault) => Promise<void>): Promise<void> => {
      for (;;) {
        try {
          return await act(vault && !vault.locked.aborted ? vault : await open());
        } catch (error) {
          if (!(error instanceof LatchError && (error.code === 'vault_locked' || error.retryable))) throw error;
        }
      }
    };
    let rotations = 0;
    const kept: string[] = [];
    let additions = 0;
    const rotate = async () => {
      for (; rotations < times; rotations++) await insist((vault) => vault.rotate({ ask: phone.ask }));
    };
    const add = async () => {
      for (; additions < times; additions++) {
        const passkey = prfPasskey(`${tab} ${additions}`);
        await insist((vault) => vault.addPasskey([passkey], either(passkey.id, passkey.ask)));
        kept.push(`${tab} ${additions}`);
        if (kept.length > mostPasskeys) await insist((vault) => vault.removeKey(prfPasskey(kept[0]).id));
        kept.splice(0, kept.length - mostPasskeys);
      }
    };
    await Promise.all([rotate(), add()]);
    vault?.lock({ onlyHere: true });
    return { kept, rotations, additions, unlocked };
  },

  /** Which of these passkeys open the vault and read all of it, and how many keys it has. */
  async read(
    names: readonly string[],
  ): Promise<{ opened: string[]; keys: number; generation: number; vaults: number }> {
    const opened: string[] = [];
    for (const name of names) {
      const vault = await unlockVault({ ask: prfPasskey(name).ask });
      const notes = await vault.getAll('notes');
      if (notes.size === recordCount && [...notes].every(([id, note]) => note === `note ${id}`)) opened.push(name);
      vault.lock({ onlyHere: true });
    }
    const vault = await unlock();
    return {
      opened,
      keys: (await vault.keys()).length,
      generation: (await vault.pin()).generation,
      vaults: (await listVaults()).length,
    };
  },
};

const unlock = (): Promise<Vault> => unlockVault({ ask: phone.ask });

/** Responds with the phone, unless this passkey is requested. */
const either =
  (id: string, ask: AskPasskey): AskPasskey =>
  (request) =>
    (request.credentials.every((one) => one.id === id) ? ask : phone.ask)(request);

Object.assign(globalThis, { page });
