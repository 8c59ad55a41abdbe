/** Held shared by everything that writes with the present key, and alone by whoever changes it. */
export const keyLock = (vault: string): string => `latchkey.vault.${vault}.key`;

/**
 * Held shared by those who write a stream, however long that takes, so that nobody takes its pieces for what a crash
 * has left.
 */
export const streamLock = (vault: string): string => `latchkey.vault.${vault}.stream`;

/** Held by whoever enters something into the ledger. */
export const ledgerLock = (vault: string): string => `latchkey.vault.${vault}.ledger`;
