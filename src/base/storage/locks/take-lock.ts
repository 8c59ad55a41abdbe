import { withOptionalLock } from './optional-lock.js';

/** How long the browser may take to say whether a lock is free, in ms. */
const lockTimeout = 1000;

/**
 * Takes a lock that one tab of the origin has at a time, if it is free. Never rejects, and never waits for another tab.
 *
 * @returns What releases it, or undefined while another tab has it. Where the browser has no locks, or does not answer
 *   within a second, every tab gets it: what is done under it must be idempotent.
 */
export function takeLock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    let held: Promise<void> | undefined;
    const hold = (isFree: boolean) =>
      (held ??= new Promise((release) => {
        clearTimeout(timer);
        resolve(isFree ? release : undefined);
        if (!isFree) release();
      }));
    const timer = setTimeout(() => hold(true), lockTimeout);
    void withOptionalLock(name, { ifAvailable: true }, hold);
  });
}
