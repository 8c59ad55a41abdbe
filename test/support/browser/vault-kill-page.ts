import { forgetLostVaults, unlockVault, type Vault } from '../../../src/vault/index.js';
import { createVaultWith, prfPasskey } from './vaults.js';

/** Set by the test that runs the page. */
declare function say(text: string): void;

const phone = prfPasskey('phone');

/** What the journey that kills the browser has its page do. */
const page = {
  async create(): Promise<void> {
    const vault = await createVaultWith(phone);
    await vault.write(
      Array.from({ length: 250 }, (_, index) => ({ store: 'kept', id: `${index}`, value: `${index} `.repeat(200) })),
    );
  },

  /** Writes pairs without end, from `first` on, and says which are stored. */
  async write(first: number): Promise<void> {
    const vault = await unlock();
    for (let number = first; ; number++) {
      await vault.write([
        { store: 'left', id: `${number}`, value: number },
        { store: 'right', id: `${number}`, value: number },
      ]);
      say(`stored ${number}`);
    }
  },

  /** Opens the vault, or resolves with the code of the error, and with its message if another attempt may succeed. */
  async open(): Promise<string> {
    return unlock().then(
      () => 'unlocked',
      (error: { code?: string; retryable?: boolean }) => (error.code && !error.retryable ? error.code : String(error)),
    );
  },

  /** Creates another vault in place of one that is lost. */
  async startOver(): Promise<void> {
    await forgetLostVaults();
    await page.create();
  },

  /** Replaces the key without end, and says how far it is. */
  async rotate(): Promise<void> {
    const vault = await unlock();
    for (;;) await vault.rotate({ ask: phone.ask, onProgress: (done) => say(`sealed ${done}`) });
  },

  /** Opens the vault as another visit does, and reads all of it. */
  async read(): Promise<{ left: number[]; right: number[]; kept: boolean; generation: number }> {
    const vault = await unlock();
    const numbers = async (store: string) =>
      [...(await vault.getAll(store)).values()].map(Number).sort((one, other) => one - other);
    const kept = await vault.getAll('kept');
    const isWhole = kept.size === 250 && [...kept].every(([id, value]) => value === `${id} `.repeat(200));
    return {
      left: await numbers('left'),
      right: await numbers('right'),
      kept: isWhole,
      generation: (await vault.pin()).generation,
    };
  },
};

const unlock = (): Promise<Vault> => unlockVault({ ask: phone.ask });

Object.assign(globalThis, { page });
