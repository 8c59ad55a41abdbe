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
