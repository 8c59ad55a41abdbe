import { LatchError } from '../base/client/errors.js';
import type { ServerAnswer } from '../base/client/exchange.js';
import type { Client } from '../base/client/client.js';
import { withLock } from '../base/storage/locks/lock.js';
import { checkUser, type Presence } from './check-user.js';
import type { Queue } from './queue.js';
import {
  forgetWrite,
  keepWrite,
  orderLock,
  type Precondition,
  type QueuedWrite,
  type SealedChange,
  type SealedStore,
} from './queued-write.js';
import { sendStream } from './upload.js';
import { isNotApplied, sendBatch, sendWrite, type Sending, type WriteAnswer } from './send-write.js';

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
  /** Called when the user prefers what the server has. */
  whenTheirs: WhenAnswered;
  /** What is sent with every request, and how long an answer may take. */
  sending: Sending;
  /**
   * By their keys: writes that the server has answered, and whose answers the device has no room for. They are not sent
   * again while the page lives.
   */
  unsettled: Map<string, { write: QueuedWrite; answer: WriteAnswer }>;
  /** Called with the result of each write. */
  onStep(write: QueuedWrite, outcome: StepOutcome): void;
  /** Called with how many bytes of how many are sent of a resumable upload. */
  onProgress(write: QueuedWrite, sent: number, all: number): void;
  signal: AbortSignal;
}

/** Why a pass ended: nothing is left to send, or a user must sign in first. */
export type ReplayEnd = 'done' | Exclude<Presence, 'same-user'>;

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
    full = isThere ? await settleSent(context, [[write, answer]]) : undefined;
    if (full) break;
    unsettled.delete(key);
  }
  for (;;) {
    await queue.refresh();
    const next = findSendable(queue.writes, owner, unsettled);
    if (next.length === 0) break;
    const presence = await checkUser(client, owner, signal);
    if (presence !== 'same-user') return presence;
    const writes = await readUnchanged(queue, next);
    if (!writes) continue;
    let answers: WriteAnswer[];
    try {
      answers = await send(context, writes);
    } catch (error) {
      // Another user has signed in since the session was read.
      if (error instanceof LatchError && error.code === 'wrong_account') return 'other-user';
      throw error;
    }
    if (answers.every(({ status }) => status === 401)) return 'signed-out';
    const answered = writes.map((write, index): Answered => [write, answers[index]!]);
    const error = await settleSent(context, answered);
    if (!error) continue;
    full = error;
    for (const [write, answer] of answered) unsettled.set(write.key, { write, answer });
  }
  if (full) throw full;
  return 'done';
}

/** Sends one write, or those of a batch that is one request. */
async function send(context: ReplayContext, writes: readonly QueuedWrite[]): Promise<WriteAnswer[]> {
  const [write] = writes;
  if (write!.batch?.request) return sendBatch(context, writes);
  const { stream } = write!;
  return [await (stream ? sendStream(context, write!, stream) : sendWrite(context, write!))];
}

/** A write, and what the server has answered. */
type Answered = readonly [write: QueuedWrite, answer: WriteAnswer];

/**
 * Finds the first write that waits, and has none before it to the same path, or in the same ordered batch, that does
 * not. One whose answer is not stored yet counts as one that does not wait. A batch that is sent in one request is found
 * as a whole, once all of its writes can be sent.
 */
function findSendable(
  queue: Iterable<QueuedWrite>,
  owner: string,
  unsettled: ReplayContext['unsettled'],
): QueuedWrite[] {
  /** Paths, and ids of batches. */
  const held = new Set<string>();
  let together: QueuedWrite[] = [];
  for (const write of queue) {
    const { path, batch, state, key } = write;
    // The writes of a batch are next to each other.
    if (together.length > 0 && together[0]!.batch!.id !== batch?.id) return together;
    if (write.owner !== owner) continue;
    const isFree =
      state === 'waiting' && !unsettled.has(key) && !held.has(path) && !(batch !== undefined && held.has(batch.id));
    if (isFree && !batch?.request) return [write];
    if (isFree) together.push(write);
    else {
      for (const other of together) held.add(other.path);
      together = [];
      held.add(path);
      if (batch?.inOrder || batch?.request) held.add(batch.id);
    }
  }
  return together;
}

/** Reads writes with their bodies. Undefined if one of them has been changed since. */
async function readUnchanged(queue: Queue, known: readonly QueuedWrite[]): Promise<QueuedWrite[] | undefined> {
  const writes: QueuedWrite[] = [];
  for (const { id, key } of known) {
    const write = await queue.read(id);
    if (write?.key !== key || write.state !== 'waiting') return undefined;
    writes.push(write);
  }
  return writes;
}

/** Stores the server's answers. Resolves with the error if there is no room for them. */
async function settleSent(context: ReplayContext, answered: readonly Answered[]): Promise<LatchError | undefined> {
  try {
    await storeAnswers(context, answered);
    return undefined;
  } catch (error) {
    if (error instanceof LatchError && error.code === 'storage_full') return error;
    throw error;
  }
}

/** Stores what became of writes that were sent together, in one transaction. */
async function storeAnswers(context: ReplayContext, answered: readonly Answered[]): Promise<void> {
  const { vault, queue, whenSent, onStep } = context;
  const changes: SealedChange[] = [];
  for (const [write, answer] of answered)
    if (isApplied(write, answer)) changes.push(...(await whenSent(write, answer)));
  const steps: [QueuedWrite, StepOutcome][] = [];
  await withLock(orderLock(vault), 'exclusive', async () => {
    await queue.refresh();
    const ends: SealedChange[] = [];
    for (const [write, answer] of answered) {
      if (isApplied(write, answer)) {
        ends.push(...(await settleApplied(queue, write, answer)));
        steps.push([write, 'sent']);
        continue;
      }
      // It may have been dropped in another tab meanwhile.
      if (!(await queue.read(write.id))) continue;
      const left = settleRefused(write, answer);
      ends.push(keepWrite(left));
      if (left.state !== 'waiting') steps.push([left, left.state]);
    }
    if (ends.length > 0) await vault.write([...ends, ...changes]);
  });
  for (const step of steps) onStep(...step);
}

/** Whether the server has made the write. */
function isApplied({ method }: QueuedWrite, { status, isOfBatch }: WriteAnswer): boolean {
  // It is already deleted: by another device, or the first response was lost.
  return (status >= 200 && status < 300) || (method === 'DELETE' && !isOfBatch && [404, 410].includes(status));
}

/** The changes that end a write that was made. */
async function settleApplied(queue: Queue, write: QueuedWrite, { etag }: ServerAnswer): Promise<SealedChange[]> {
  const continuation = await queue.readContinuation(write);
  const left = write.method === 'DELETE' ? 'absent' : etag === undefined ? etag : { etag };
  return [forgetWrite(write), ...(continuation ? [keepWrite(rebase(continuation, left))] : [])];
}

/** The longest response that is stored with a refused write, in characters. */
const longestResponse = 4096;

/** A write that was not made: refused, or part of a batch and to be sent again in a separate request. */
function settleRefused({ batch, upload: _over, ...write }: QueuedWrite, answer: ServerAnswer): QueuedWrite {
  const { status, body } = answer;
  // What is sent again later is sent alone.
  const alone: QueuedWrite = { ...write, ...(batch && !batch.request && { batch }) };
  if (batch?.request && isNotApplied(answer)) return alone;
  const isShort = body !== undefined && JSON.stringify(body).length <= longestResponse;
  return {
    ...alone,
    state: status === 412 ? 'conflict' : 'failed',
    // There is none if it could not be sent.
    ...(status !== 0 && { refusal: status }),
    ...(isShort && { response: body }),
  };
}

/**
 * A write that was to build on one that is made by now, on what that has left behind. If the server has not named the
 * version, another device may have written since, so the user decides.
 */
function rebase(write: QueuedWrite, precondition: Precondition | undefined): QueuedWrite {
  const carried = { ...write, isContinuation: false, precondition };
  return precondition ? carried : { ...carried, state: 'conflict' };
}

/** Whether a pass that ended with `error` is worth another try without anybody doing anything. */
export const isPassing = (error: unknown): error is LatchError => error instanceof LatchError && error.retryable;
