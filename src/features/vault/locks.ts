/**
 * Does `work` when no other tab is at it; `shared` works go side by side, and wait for none but those that are not. Where the browser has no locks, it is done at once: whatever is stored is compared with
 * what was read before.
 *
 * @see {@link https://www.w3.org/TR/web-locks/ Web Locks}
 */
export async function withLock<Value>(name: string, mode: LockMode, work: () => Promise<Value>): Promise<Value> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request(name, { mode }, work) : work();
}

/** Held shared by everything that writes with the present key, and alone by whoever changes it. */
export const keyLock = (vault: string): string => `latchkey.vault.${vault}.key`;

/** Held by whoever enters something into the ledger. */
export const ledgerLock = (vault: string): string => `latchkey.vault.${vault}.ledger`;
