import type { QueuedWrite } from './queued-write.js';

/**
 * Why a write waits for a decision.
 *
 * - `changed`: the server has another version than the write builds on, or nothing (412), or has not named its version
 * - `exists`: the write creates something that is there already (412)
 * - `gone`: there is nothing at the path (404, 410)
 * - `forbidden`: the user may not make the change (403, 451)
 * - `too_large`: the content, the path or the headers are too long (413, 414, 431)
 * - `invalid`: the server does not accept the content, or the request (400, 405, 406, 415, 422, 428, 501)
 * - `unsendable`: its stream is not in the vault any more, the server accepts no resumable uploads, or its path leads to
 *   another origin; the `error` in `response` is `stream_missing`, `not_resumable` or `other_origin`
 * - `state`: the server cannot make the change now (409, 423, 424 and others)
 */
export type RefusalReason =
  'changed' | 'exists' | 'gone' | 'forbidden' | 'too_large' | 'invalid' | 'unsendable' | 'state';

/**
 * What helps.
 *
 * - `compare`: show both versions, then `mine`, `theirs`, or `mine` with a merged `body`
 * - `edit`: change the content, then `mine` with that `body`; unchanged it is refused again
 * - `repeat`: `mine`, later or at once
 * - `give_up`: `theirs` or `drop`
 */
export type RefusalAdvice = 'compare' | 'edit' | 'repeat' | 'give_up';

/** A write that waits for a decision. */
export interface RefusedWrite {
  readonly write: QueuedWrite;
  readonly reason: RefusalReason;
  readonly advice: RefusalAdvice;
  /** How many other writes wait behind it: those to the same path, and the rest of its ordered batch. */
  readonly behind: number;
}

const reasons: readonly [statuses: readonly number[], reason: RefusalReason, advice: RefusalAdvice][] = [
  [[404, 410], 'gone', 'give_up'],
  [[403, 451], 'forbidden', 'give_up'],
  [[413, 414, 431], 'too_large', 'edit'],
  [[400, 405, 406, 415, 422, 428, 501], 'invalid', 'edit'],
];

/** Why the server has refused a write, and what helps. */
export function explainRefusal({ state, refusal, precondition }: QueuedWrite): Pick<RefusedWrite, 'reason' | 'advice'> {
  if (state === 'conflict')
    return { reason: refusal === 412 && precondition === 'absent' ? 'exists' : 'changed', advice: 'compare' };
  if (refusal === undefined) return { reason: 'unsendable', advice: 'give_up' };
  const [, reason, advice] = reasons.find(([statuses]) => statuses.includes(refusal)) ?? [[], 'state', 'repeat'];
  return { reason, advice };
}

/** The refused writes of a queue, in order, with why and what helps. */
export function explainRefused(refused: readonly QueuedWrite[], queue: Iterable<QueuedWrite>): RefusedWrite[] {
  /** How many writes wait to each path, and in each ordered batch, and in both. */
  const waiting = new Map<string, number>();
  const count = (name: string | undefined) => name !== undefined && waiting.set(name, (waiting.get(name) ?? 0) + 1);
  const both = (path: string, batch: string) => `${batch} ${path}`;
  for (const { state, path, batch } of refused.length > 0 ? queue : []) {
    if (state !== 'waiting') continue;
    count(path);
    if (batch?.inOrder) {
      count(batch.id);
      count(both(path, batch.id));
    }
  }
  const of = (name: string) => waiting.get(name) ?? 0;
  return refused.map((write) => {
    const { path, batch } = write;
    const rest = batch?.inOrder ? of(batch.id) - of(both(path, batch.id)) : 0;
    return { write, ...explainRefusal(write), behind: of(path) + rest };
  });
}
