import { LatchError } from '../../client/errors.js';

/**
 * Whether tabs can wait for each other. There are no locks in insecure contexts and in documents without storage, and
 * other script may have removed them.
 *
 * @see {@link https://www.w3.org/TR/web-locks/ Web Locks}
 */
export function hasLocks(): boolean {
  return !!(navigator as { locks?: LockManager }).locks;
}

/**
 * Does `work` only if no other tab is doing it. Does nothing if the browser has no locks, or does not report who holds
 * them.
 */
export async function withFreeLock(name: string, work: () => Promise<void>): Promise<void> {
  if (hasLocks()) await navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock && work());
}

/** How long {@link withLock} waits, in ms: script of the origin may never release what it took. */
const lockTimeout = 60_000;

/**
 * Does `work` while no other tab does it. `shared` works run in parallel, and wait only for exclusive ones. If the
 * browser has no locks, `work` runs at once, so it must compare the stored data with what it read before. The same
 * applies if other script steals the lock: the work continues.
 *
 * @throws {LatchError} `timed_out` if the lock is not free for a minute, `storage_lost` if the browser grants none;
 *   `work` never begins then. What `work` rejects with.
 */
export function withLock<Value>(name: string, mode: LockMode, work: () => Promise<Value>): Promise<Value> {
  if (!hasLocks()) return work();
  return new Promise((resolve, reject) => {
    let state: 'waiting' | 'begun' | 'given up' = 'waiting';
    const giveUp = (error: LatchError) => {
      clearTimeout(timer);
      if (state !== 'waiting') return;
      state = 'given up';
      reject(error);
    };
    const timer = setTimeout(
      () => giveUp(new LatchError('timed_out', `Another tab holds the lock "${name}".`, { retryable: true })),
      lockTimeout,
    );
    const begin = async () => {
      clearTimeout(timer);
      // In Chromium an aborted request blocks those that wait behind it: it is not aborted, but does nothing.
      if (state === 'given up') return;
      state = 'begun';
      await work().then(resolve, reject);
    };
    navigator.locks
      .request(name, { mode }, begin)
      .catch((cause: unknown) =>
        giveUp(new LatchError('storage_lost', 'The browser denied the lock.', { cause, retryable: true })),
      );
  });
}
