const locksOf = (page: { locks?: LockManager }): LockManager | undefined => page.locks;

/** Whether tabs can wait for each other. All browsers that have the PRF extension can, but other script may have taken that away. */
export function hasLocks(): boolean {
  return !!locksOf(navigator);
}

/**
 * Does `work` when no other tab is at it; `shared` works go side by side, and wait for none but those that are not. Where the browser has no locks, it is done at once: whatever is stored is compared with
 * what was read before.
 *
 * @see {@link https://www.w3.org/TR/web-locks/ Web Locks}
 */
export async function withLock<Value>(name: string, mode: LockMode, work: () => Promise<Value>): Promise<Value> {
  const locks = locksOf(navigator);
  return locks ? locks.request(name, { mode }, work) : work();
}

/** Does `work` if no other tab is at it, and else not at all; nor where the browser has no locks, or is too busy to say who has them. */
export async function withFreeLock(name: string, work: () => Promise<void>): Promise<void> {
  await locksOf(navigator)?.request(name, { ifAvailable: true }, async (lock) => lock && work());
}

/** Held shared by everything that writes with the present key, and alone by whoever changes it. */
export const keyLock = (vault: string): string => `latchkey.vault.${vault}.key`;

/** Held by whoever enters something into the ledger. */
export const ledgerLock = (vault: string): string => `latchkey.vault.${vault}.ledger`;
