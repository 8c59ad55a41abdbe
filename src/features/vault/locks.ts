import { LatchError } from '../../core/errors.js';

const locksOf = (page: { locks?: LockManager }): LockManager | undefined => page.locks;

/**
 * Whether tabs can wait for each other. All browsers that have the PRF extension can, but other script may have taken
 * that away.
 */
export function hasLocks(): boolean {
  return !!locksOf(navigator);
}

/** How long somebody waits for a lock, in ms: script of the origin may never give back what it took. */
const longestWait = 60_000;

/**
 * Does `work` when no other tab is at it; `shared` works go side by side, and wait for none but those that are not.
 * Where the browser has no locks, it is done at once: whatever is stored is compared with
 * what was read before. The same holds should other script steal the lock in the middle: the work goes on.
 *
 * @throws {LatchError} `timed_out` if the lock is not free for a minute, `storage_lost` if the browser grants none;
 *   `work` is never begun then.
 * @see {@link https://www.w3.org/TR/web-locks/ Web Locks}
 */
export function withLock<Value>(name: string, mode: LockMode, work: () => Promise<Value>): Promise<Value> {
  const locks = locksOf(navigator);
  if (!locks) return work();
  return new Promise((resolve, reject) => {
    let state: 'waiting' | 'begun' | 'given up' = 'waiting';
    const giveUp = (error: LatchError) => {
      clearTimeout(timer);
      if (state !== 'waiting') return;
      state = 'given up';
      reject(error);
    };
    const timer = setTimeout(
      () => giveUp(new LatchError('timed_out', 'Another tab does not let go of the vault.', { retryable: true })),
      longestWait,
    );
    const begin = async () => {
      clearTimeout(timer);
      // Chromium lets nobody in who waits behind a request that is withdrawn, so it is not withdrawn but does nothing.
      if (state === 'given up') return;
      state = 'begun';
      await work().then(resolve, reject);
    };
    locks
      .request(name, { mode }, begin)
      .catch((cause: unknown) =>
        giveUp(new LatchError('storage_lost', 'The browser grants no lock.', { cause, retryable: true })),
      );
  });
}

/**
 * Does `work` if no other tab is at it, and else not at all; nor where the browser has no locks, or is too busy to say
 * who has them.
 */
export async function withFreeLock(name: string, work: () => Promise<void>): Promise<void> {
  await locksOf(navigator)?.request(name, { ifAvailable: true }, async (lock) => lock && work());
}

/** Held shared by everything that writes with the present key, and alone by whoever changes it. */
export const keyLock = (vault: string): string => `latchkey.vault.${vault}.key`;

/**
 * Held shared by those who write a stream, however long that takes, so that nobody takes its pieces for what a crash
 * has left.
 */
export const streamLock = (vault: string): string => `latchkey.vault.${vault}.stream`;

/** Held by whoever enters something into the ledger. */
export const ledgerLock = (vault: string): string => `latchkey.vault.${vault}.ledger`;
