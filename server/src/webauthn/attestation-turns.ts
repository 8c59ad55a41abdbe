import { within } from '../within.js';

/** How long one verification may take, in milliseconds: it may fetch lists of revoked certificates. */
const deadline = 15_000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Does `work` when what came before is over. The library reads its metadata and roots from one place for the whole process,
 * so verifications of attestation take turns.
 *
 * @throws {Error} if it takes longer than 15 seconds.
 */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = last.then(() => withinDeadline(work));
  last = mine.catch(() => {});
  return mine;
}

/** @throws {Error} if `work` takes longer than 15 seconds. */
export async function withinDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  return within(deadline, work(), () => new Error('the verification took too long'));
}
