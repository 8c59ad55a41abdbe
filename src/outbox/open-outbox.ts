import type { Client } from '../base/client/client.js';
import { LatchError } from '../base/client/errors.js';
import { outboxStore } from '../vault/outbox-store.js';
import { Outbox } from './outbox.js';
import { Queue } from './queue.js';
import type { SealedStore } from './queued-write.js';
import type { WhenAnswered } from './replay.js';
import type { Sending } from './send-write.js';

/** How an outbox is opened. */
export interface OpenOutboxOptions extends Sending {
  /** The user's vault, unlocked. */
  vault: SealedStore;
  client: Client;
  /**
   * The user handle of the user, as `GET /webauthn/credentials` answers it. Has to be given when the outbox is opened
   * for the first time; the vault keeps it.
   */
  userId?: string;
  /**
   * Called when the server has made a write. What it returns is changed in the vault together with the removal of the
   * write: the new version of the app's own record.
   */
  whenSent?: WhenAnswered;
  /**
   * Called when the user has chosen the server's version, with the server's response (404 or 410 if there is none). The
   * changes that it returns are stored together with the removal of the user's own write.
   */
  whenTheirs?: WhenAnswered;
}

const ownerRecord = { store: `${outboxStore}.owner`, id: 'owner' };

/**
 * Opens the outbox in a user's vault and starts sending queued writes.
 *
 * @throws {TypeError} if `userId` is missing the first time, or `deadline` is not a time.
 * @throws {LatchError} `wrong_account` if the outbox, or the vault that has none yet, belongs to another user;
 *   `vault_locked`, and other errors of the vault.
 */
export async function openOutbox({
  vault,
  client,
  userId,
  whenSent = () => [],
  whenTheirs = () => [],
  deadline,
  headers,
}: OpenOutboxOptions): Promise<Outbox> {
  if (deadline !== undefined && !(typeof deadline === 'number' && deadline > 0))
    throw new TypeError('"deadline" must be a number of milliseconds greater than 0');
  const kept = (await vault.get(ownerRecord.store, ownerRecord.id)) as string | undefined;
  const owner = kept ?? userId;
  if (typeof owner !== 'string' || owner === '')
    throw new TypeError('"userId" must be the user handle when the outbox is opened for the first time');
  if (userId !== undefined && userId !== owner)
    throw new LatchError('wrong_account', 'The outbox belongs to another user.');
  if (kept === undefined) {
    // Another page may have created the vault, for a user who was signed in before.
    if ((await vault.belongsTo?.(owner)) === false)
      throw new LatchError('wrong_account', 'The vault belongs to another user.');
    await vault.write([{ ...ownerRecord, value: owner }]);
  }
  const queue = new Queue(vault);
  await queue.refresh();
  return new Outbox({ vault, client, owner, queue, sending: { deadline, headers }, whenSent, whenTheirs });
}
