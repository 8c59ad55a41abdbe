import { LatchError } from '../../core/errors.js';
import type { Client } from '../../core/client.js';
import { withLock } from '../../core/locks/lock.js';
import { checkPerson, type Presence } from './check-person.js';
import type { Queue } from './queue.js';
import {
  forgetWrite,
  keepWrite,
  type Precondition,
  type QueuedWrite,
  type SealedChange,
  type SealedStore,
} from './queued-write.js';
import { sendWrite, type Sending, type ServerAnswer } from './send-write.js';

/** What an app changes in the vault when the server has answered about a write. */
export type WhenAnswered = (
  write: QueuedWrite,
  answer: ServerAnswer,
) => readonly SealedChange[] | Promise<readonly SealedChange[]>;

/** The result of sending a write. */
export type StepOutcome = 'sent' | 'conflict' | 'failed';

/** What the parts of an outbox work with. */
export interface ReplayContext {
  vault: SealedStore;
  queue: Queue;
  client: Client;
  owner: string;
  /** Called when the server has made a write. */
  whenSent: WhenAnswered;
  /** Called when the person prefers what the server has. */
  whenTheirs: WhenAnswered;
  /** What is sent with every request, and how long an answer may take. */
  sending: Sending;
  /**
   * By their keys: writes that the server has answered, and whose answers the device has no room for. They are not sent
   * again while the page lives.
   */
  unsettled: Map<string, { write: QueuedWrite; answer: ServerAnswer }>;
  /** Called with the result of each write. */
  onStep(write: QueuedWrite, outcome: StepOutcome): void;
  signal: AbortSignal;
}

/** Why a pass ended: nothing is left to send, or a user must sign in first. */
export type ReplayEnd = 'done' | Exclude<Presence, 'same-person'>;

/**
 * The name of the lock under which the queue of a vault is changed: two tabs that change it at once must not number two
 * writes alike, or miss what one of them has left behind.
 */
export const orderLock = ({ id }: SealedStore): string => `latchkey.outbox.order:${id}`;

/**
 * Sends queued writes in order, while their owner is signed in. A write leaves the queue only after the server has
 * confirmed it, in the same transaction as the app's own changes. If the connection breaks after the server has
 * received it, it is sent again with the same key. Writes to the same path wait behind a refused one. If there is no
 * room to store a response, the following writes are still sent.
 *
 * @throws {LatchError} `storage_full`, once nothing is left that could be sent; a retryable one for a temporary problem
 *   of the server or the connection; `vault_locked` and others of the vault; `aborted`.
 */
export async function replayQueue(context: ReplayContext): Promise<ReplayEnd> {
  const { queue, client, owner, unsettled, signal } = context;
  await queue.refresh();
  let full: LatchError | undefined;
  for (const [key, { write, answer }] of unsettled) {
    const isThere = queue.get(write.id)?.key === key;
    full = isThere ? await settleSent(context, write, answer) : undefined;
    if (full) break;
    unsettled.delete(key);
  }
  for (;;) {
    await queue.refresh();
    const next = findSendable(queue.writes, owner, unsettled);
    if (!next) break;
    const presence = await checkPerson(client, owner, signal);
    if (presence !== 'same-person') return presence;
    const write = await queue.read(next.id);
    if (write?.key !== next.key || write.state !== 'waiting') continue;
    let answer: ServerAnswer;
    try {
      answer = await sendWrite(context, write);
    } catch (error) {
      // Another person has signed in since the session was read.
      if (error instanceof LatchError && error.code === 'wrong_account') return 'other-person';
      throw error;
    }
    if (answer.status === 401) return 'signed-out';
    const error = await settleSent(context, write, answer);
    if (!error) continue;
    full = error;
    unsettled.set(write.key, { write, answer });
  }
  if (full) throw full;
  return 'done';
}

/**
 * Finds the first write that waits, and has none before it to the same path that does not. One whose answer is not
 * stored yet counts as one that does not wait.
 */
function findSendable(
  queue: Iterable<QueuedWrite>,
  owner: string,
  unsettled: ReplayContext['unsettled'],
): QueuedWrite | undefined {
  const held = new Set<string>();
  for (const write of queue) {
    if (write.owner !== owner) continue;
    if (write.state === 'waiting' && !held.has(write.path) && !unsettled.has(write.key)) return write;
    held.add(write.path);
  }
  return undefined;
}

/** Stores the server's response. Resolves with the error if there is no room for it. */
async function settleSent(
  context: ReplayContext,
  write: QueuedWrite,
  answer: ServerAnswer,
): Promise<LatchError | undefined> {
  try {
    await storeAnswer(context, write, answer);
    return undefined;
  } catch (error) {
    if (error instanceof LatchError && error.code === 'storage_full') return error;
    throw error;
  }
}

async function storeAnswer(
  { vault, queue, whenSent, onStep }: ReplayContext,
  write: QueuedWrite,
  answer: ServerAnswer,
): Promise<void> {
  const { status, etag } = answer;
  const isDeletion = write.method === 'DELETE';
  // It is already deleted: by another device, or the first response was lost.
  if ((status >= 200 && status < 300) || (isDeletion && [404, 410].includes(status))) {
    const changes = await whenSent(write, answer);
    await withLock(orderLock(vault), 'exclusive', async () => {
      await queue.refresh();
      const continuation = await queue.readContinuation(write);
      const carried =
        continuation && carryOn(continuation, isDeletion ? 'absent' : etag === undefined ? etag : { etag });
      await vault.write([forgetWrite(write), ...(carried ? [keepWrite(carried)] : []), ...changes]);
    });
    onStep(write, 'sent');
    return;
  }
  const state = status === 412 ? 'conflict' : 'failed';
  const refused: QueuedWrite = { ...write, state, refusal: status };
  await withLock(orderLock(vault), 'exclusive', async () => {
    // It may have been dropped in another tab meanwhile.
    if (await queue.read(write.id)) await vault.write([keepWrite(refused)]);
  });
  onStep(refused, state);
}

/**
 * A write that was to build on one that is made by now, on what that has left behind. If the server has not named the
 * version, another device may have written since, so the person decides.
 */
function carryOn(write: QueuedWrite, precondition: Precondition | undefined): QueuedWrite {
  const carried = { ...write, isContinuation: false, precondition };
  return precondition ? carried : { ...carried, state: 'conflict' };
}

/** Whether a pass that ended with `error` is worth another try without anybody doing anything. */
export const isPassing = (error: unknown): error is LatchError => error instanceof LatchError && error.retryable;
