import { clientFor } from '../../../src/base/client/client.js';
import { openOutbox, type Outbox } from '../../../src/offline.js';
import { createVault, listVaults, unlockVault } from '../../../src/vault/index.js';
import { prfPasskey } from './vaults.js';

const phone = prfPasskey('phone');
/** The user handle of the only user of the site. */
const userId = 'AAAA';
let outbox: Outbox;

/** What the journey that kills the browser has its page do. */
const page = {
  /** Opens the outbox, which sends what is in it. */
  async open(): Promise<void> {
    const vault =
      (await listVaults()).length > 0
        ? await unlockVault({ ask: phone.ask })
        : await createVault({ rpId: 'localhost', userHandle: userId, passkeys: [phone], ask: phone.ask });
    outbox = await openOutbox({ vault, client: clientFor(), userId });
  },

  /** Queues a write that must take effect once. Resolves when it is stored. */
  async enqueue(text: string): Promise<void> {
    await outbox.enqueue({ method: 'POST', path: '/entries', body: { text } });
  },

  /** Queues some, one after the other. */
  async enqueueAll(texts: readonly string[]): Promise<void> {
    for (const text of texts) await page.enqueue(text);
  },

  /** How many writes there are that wait, and how many that were refused. */
  async look(): Promise<{ waiting: number; refused: number }> {
    await outbox.replay();
    return { waiting: outbox.state.waiting, refused: outbox.state.refused.length };
  },
};

Object.assign(globalThis, { page });
