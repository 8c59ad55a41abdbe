import { LatchError } from '../../core/errors.js';
import type { Client } from '../../core/client.js';
import { withLock } from '../../core/locks/lock.js';
import { outboxStore } from '../../core/outbox-store.js';
import { checkPerson, type Presence } from './check-person.js';
import {
  findContinuation,
  forgetWrite,
  keepWrite,
  readQueue,
  type Precondition,
  type QueuedWrite,
  type SealedChange,
  type SealedStore,
} from './queued-write.js';
import { sendWrite, type ServerAnswer } from './send-write.js';

/** What an app changes in the vault when the server has answered about a write. */
export type WhenAnswered = (
  write: QueuedWrite,
  answer: ServerAnswer,
) => readonly SealedChange[] | Promise<readonly SealedChange[]>;

/** What has become of a write. */
export type StepOutcome = 'sent' | 'conflict' | 'failed';

/** What the parts of an outbox work with. */
export interface ReplayContext {
  vault: SealedStore;
  client: Client;
  owner: string;
  /** Called when the server has made a write. */
  whenSent: WhenAnswered;
  /** Called when the person prefers what the server has. */
  whenTheirs: WhenAnswered;
  /** Told when one write is dealt with, and how. */
  onStep(write: QueuedWrite, outcome: StepOutcome): void;
  signal: AbortSignal;
}

/** Why a pass came to its end: nothing is left that could be sent, or somebody has to sign in first. */
export type ReplayEnd = 'done' | Exclude<Presence, 'same-person'>;

/**
 * The name of the lock under which the queue of a vault is changed: two tabs that change it at once must not number two
 * writes alike, or miss what one of them has left behind.
 */
export const orderLock = ({ id }: SealedStore): string => `latchkey.outbox.order:${id}`;

/**
 * Sends what waits, in order, as long as the person it belongs to is signed in. A write leaves the queue after the
 * server has confirmed it, together with what the app changes then, and not before: when the
 * connection broke after the server got it, it is sent again with the same key. Behind one that was refused, those to
 * the same path wait.
 *
 * @throws {LatchError} a retryable one where the server, or the way to it, has a passing trouble; `vault_locked` and
 *   others of the vault; `aborted`.
 */
export async function replayQueue(context: ReplayContext): Promise<ReplayEnd> {
  const { vault, client, owner, signal } = context;
  for (;;) {
    const next = findSendable(await readQueue(vault), owner);
    if (!next) return 'done';
    const presence = await checkPerson(client, owner, signal);
    if (presence !== 'same-person') return presence;
    const obstacle = await sendOne(context, next);
    if (obstacle) return obstacle;
  }
}

/** The first write that waits, and has none before it to the same path that does not. */
export function findSendable(queue: readonly QueuedWrite[], owner: string): QueuedWrite | undefined {
  const held = new Set<string>();
  for (const write of queue) {
    if (write.owner !== owner) continue;
    if (write.state === 'waiting' && !held.has(write.path)) return write;
    held.add(write.path);
  }
  return undefined;
}

/** Resolves with why the write stays in the queue as it is; undefined once it is settled. */
async function sendOne(
  context: ReplayContext,
  write: QueuedWrite,
): Promise<Exclude<Presence, 'same-person'> | undefined> {
  const { vault, client, whenSent, onStep, signal } = context;
  let answer: ServerAnswer;
  try {
    answer = await sendWrite(client, write, signal);
  } catch (error) {
    // Another person has signed in since the session was read.
    if (error instanceof LatchError && error.code === 'wrong_account') return 'other-person';
    throw error;
  }
  const { status, etag } = answer;
  if (status === 401) return 'signed-out';
  const isDeletion = write.method === 'DELETE';
  // What is not there any more need not be deleted: somebody else was quicker, or the answer got lost.
  if ((status >= 200 && status < 300) || (isDeletion && [404, 410].includes(status))) {
    const changes = await whenSent(write, answer);
    await withLock(orderLock(vault), 'exclusive', async () => {
      const continuation = findContinuation(await readQueue(vault), write);
      const carried =
        continuation && carryOn(continuation, isDeletion ? 'absent' : etag === undefined ? etag : { etag });
      await vault.write([forgetWrite(write), ...(carried ? [keepWrite(carried)] : []), ...changes]);
    });
    onStep(write, 'sent');
    return undefined;
  }
  const state = status === 412 ? 'conflict' : 'failed';
  await withLock(orderLock(vault), 'exclusive', async () => {
    // It may have been dropped in another tab meanwhile.
    if (await vault.get(outboxStore, write.id)) await vault.write([keepWrite({ ...write, state, refusal: status })]);
  });
  onStep({ ...write, state, refusal: status }, state);
  return undefined;
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
