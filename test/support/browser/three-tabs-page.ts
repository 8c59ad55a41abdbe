import { clientFor } from '../../../src/base/client/client.js';
import type { LatchError } from '../../../src/base/client/errors.js';
import { openOutbox, type Outbox } from '../../../src/offline.js';
import { createVault, unlockVault, wipeVaults, type AskPasskey, type Vault } from '../../../src/vault/index.js';
import { prfPasskey } from './vaults.js';

const [phone, laptop] = [prfPasskey('phone'), prfPasskey('laptop')];
/** The user handle of the only user of the site. */
const userId = 'AAAA';
let vault: Vault;
let outbox: Outbox;

const ask: AskPasskey = (request) =>
  (request.credentials.some(({ id }) => id === phone.id) ? phone : laptop).ask(request);

/** What the journey with several tabs has each of them do. */
const page = {
  /** Creates a vault with two passkeys: through the other one, tabs get a key that was replaced. */
  async create(): Promise<void> {
    const created = await createVault({ rpId: 'localhost', userHandle: userId, passkeys: [phone], ask });
    await created.addPasskey([laptop], ask);
    created.lock();
  },

  async open(): Promise<void> {
    vault = await unlockVault({ ask });
    outbox = await openOutbox({ vault, client: clientFor(), userId });
  },

  /** Queues writes, each with a record of the app. Resolves with those that are stored. */
  async write(tab: string, count: number): Promise<string[]> {
    const stored: string[] = [];
    for (let index = 0; index < count; index++) {
      const text = `${tab} ${index}`;
      await outbox.enqueue({ method: 'POST', path: `/entries?${tab}`, body: { text } }, [
        { store: 'records', id: text, value: index },
      ]);
      stored.push(text);
    }
    return stored;
  },

  /** Replaces the key again and again, and reads everything in between. */
  async rotate(count: number): Promise<number> {
    for (let index = 0; index < count; index++) {
      await vault.rotate({ ask });
      await vault.getAll('records');
    }
    return (await vault.pin()).generation;
  },

  /** Waits until nothing waits any more. Resolves with what is left, and with the records. */
  async finish(): Promise<{ waiting: number; refused: number; records: string[] }> {
    do await outbox.replay();
    while (outbox.state.waiting > 0);
    return { waiting: 0, refused: outbox.state.refused.length, records: await vault.list('records') };
  },

  /** Deletes the user's vaults, as a sign-out does. */
  wipe: (): Promise<void> => wipeVaults(userId),

  /** What a tab whose vault was deleted gets. */
  read: (): Promise<string> =>
    vault.get('records', 'a 0').then(
      (value) => `read ${String(value)}`,
      ({ code }: LatchError) => code,
    ),
};

Object.assign(globalThis, { page });
