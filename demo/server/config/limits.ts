// How often and how many. Those that operators change have a variable of the environment, whose default stands here.

const minute = 60_000;

/** At most `most` within `window` milliseconds. */
export interface Limit {
  most: number;
  window: number;
}

/** Failed sign-ins and failed proofs of one account. */
export const failuresPerAccount: Limit = { most: 10, window: 15 * minute };

/** Failed requests from one network. */
export const failuresPerClient: Limit = { most: 300, window: minute };

/** One-time codes sent to one account or asked for one address. */
export const codesPerAccount: Limit = { most: 5, window: 60 * minute };

/** One-time codes asked for from one network, within an hour. `CODES_PER_CLIENT` changes it. */
export const codesPerClient: Limit = { most: 60, window: 60 * minute };

/** Guesses at one code. */
export const triesPerCode = 5;

/**
 * It bounds what a copied cookie can leave behind, and the lists that every ceremony sends. `PASSKEYS_PER_ACCOUNT`
 * changes it.
 */
export const passkeysPerAccount = 50;

/** Enough for every device a person may have. Only signing in brings more: a copied cookie must not fill the list. */
export const sessionsPerPerson = 100;

export const challengesPerSession = 8;

export const handOffsPerSession = 3;

export const walletRequestsPerSession = 4;

export const notesPerPerson = 1000;

/** Password hashes that are computed at once, and that wait. */
export const passwordHashes = { atOnce: 2, waiting: 32 };

/** Messages that are sent at once, and that wait. */
export const messages = { atOnce: 4, waiting: 200 };
