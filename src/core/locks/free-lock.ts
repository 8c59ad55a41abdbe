/**
 * Whether tabs can wait for each other. There are no locks outside of secure contexts, none in documents that have no
 * storage, and other script may have taken them away.
 *
 * @see {@link https://www.w3.org/TR/web-locks/ Web Locks}
 */
export function hasLocks(): boolean {
  return !!(navigator as { locks?: LockManager }).locks;
}

/**
 * Does `work` if no other tab is at it, and else not at all; nor where the browser has no locks, or never answers who
 * has them.
 */
export async function withFreeLock(name: string, work: () => Promise<void>): Promise<void> {
  if (hasLocks()) await navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock && work());
}
