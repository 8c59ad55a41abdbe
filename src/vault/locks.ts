/** Held shared by everything that writes with the current key, and exclusively by code that changes it. */
export const keyLock = (vault: string): string => `latchkey.vault.${vault}.key`;

/**
 * Held shared while a stream is written, however long that takes, so that its pieces are not mistaken for leftovers of
 * a crash.
 */
export const streamLock = (vault: string): string => `latchkey.vault.${vault}.stream`;

/** Held while something is entered into the ledger. */
export const ledgerLock = (vault: string): string => `latchkey.vault.${vault}.ledger`;

/** Held by the tab that brings the data of the app to its present version. */
export const migrationLock = (vault: string): string => `latchkey.vault.${vault}.schema`;
