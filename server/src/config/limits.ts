// How often and how many. Those that operators change have a variable of the environment, whose default stands here.

const minute = 60_000;

/** At most `most` within `window` milliseconds. */
export interface Limit {
  most: number;
  window: number;
}

/** Failed sign-ins and failed proofs at one account by one client, or in one browser that knows the account. */
export const failuresPerAccount: Limit = { most: 10, window: 15 * minute };

/** Failed requests from one network. */
export const failuresPerClient: Limit = { most: 300, window: minute };

/** Wrong passwords for one account, from all unknown browsers or from all known ones, before those are slowed down. */
export const guessesBeforeSlowDown: Limit = { most: 30, window: 15 * minute };

/**
 * Wrong guesses from one network at secrets of any accounts, in browsers that signed in to none of them: who tries one
 * password at each of many accounts fails at none of them often.
 */
export const guessesPerClient: Limit = { most: 100, window: 60 * minute };

/** How passwords for such an account are tried: one at a time, each after a pause in milliseconds. */
export const slowGuesses = { atOnce: 1, waiting: 64, perClient: 2, pause: 1000 };

/**
 * Wrong codes of a second factor at one account, from all browsers that never signed in to it, and from all that did. Six
 * digits would be found in weeks otherwise, by an attacker who has the password and many addresses, or knew it before.
 */
export const secondFactorGuesses: Limit = { most: 50, window: 24 * 60 * minute };

/** Browsers in which an account was signed in to, and whose failures count apart. The next one replaces the oldest. */
export const knownBrowsersPerAccount = 20;

/** Codes that may be entered for one sign-in that waits. */
export const triesPerSignIn = 10;

/** Accounts signed up for from one network. `SIGN_UPS_PER_CLIENT` changes it. */
export const signUpsPerClient: Limit = { most: 30, window: 60 * minute };

/** Names that one network asks for when signing up or changing a name: the answer says whether one is taken. */
export const namesPerClient: Limit = { most: 100, window: 60 * minute };

/** Sessions from one network in which no user is signed in. They last as long as the window. */
export const visitorSessionsPerClient: Limit = { most: 300, window: 10 * minute };

/** Sign-ins at an OpenID provider that are begun from one network. */
export const flowsPerClient: Limit = { most: 300, window: 10 * minute };

/** Hand-offs to another browser that are begun from one network. */
export const handOffsPerClient: Limit = { most: 100, window: 10 * minute };

/** One-time codes asked for one address from one network, or sent to one account in a browser that it knows. */
export const codesPerAccount: Limit = { most: 5, window: 60 * minute };

/** One-time codes sent to one account that were asked for in browsers that it does not know. */
export const strangersCodesPerAccount: Limit = { most: 30, window: 60 * minute };

/**
 * Codes of one account at which someone guessed wrong in browsers that it does not know, or in those that it knows: with
 * five tries each that is a chance of 1 in 10,000 a week. A code without a guess does not count, so that
 * strangers who only request codes keep none from the owner.
 */
export const guessedCodesPerAccount: Limit = { most: 20, window: 7 * 24 * 60 * minute };

/** One-time codes asked for from one network, within an hour. `CODES_PER_CLIENT` changes it. */
export const codesPerClient: Limit = { most: 60, window: 60 * minute };

/** Guesses at one code. */
export const triesPerCode = 5;

/**
 * It bounds what a copied cookie can leave behind, and the lists that every ceremony sends. `PASSKEYS_PER_ACCOUNT`
 * changes it.
 */
export const passkeysPerAccount = 50;

/** Enough for every device a user may have. The next sign-in ends the one that was seen longest ago. */
export const sessionsPerUser = 100;

export const challengesPerSession = 8;

export const handOffsPerSession = 3;

/** Codes that may be typed for one hand-off. */
export const triesPerHandOff = 5;

export const walletRequestsPerSession = 4;

export const notesPerUser = 1000;

/** The number of stored responses to writes per user. The next one replaces the oldest. */
export const noteRequestsPerUser = 5000;

/** Security events of one type that are kept for an account. The next one replaces the oldest. */
export const eventsPerType = 200;

/** How many expired rows are deleted at once, so that no request waits long. */
export const sweepBatch = 100;

/** Passwords that are compared at once, that wait, and that one client may hold of both. */
export const passwordComparisons = { atOnce: 2, waiting: 256, perClient: 16 };

/** The same for passwords that are hashed for a new account, which never wait with the others. */
export const passwordHashes = { atOnce: 1, waiting: 64, perClient: 4 };

/** Requests that one process answers at once. `MAX_REQUESTS` changes it. */
export const requestsAtOnce = 1000;

/**
 * Of the bodies that may arrive at once, which are as many as those requests: the share that anyone may use up, and the
 * share of one network beyond it.
 */
export const bodyShares = { open: 0.5, perClient: 0.1 };

/** Connections to one process. `MAX_CONNECTIONS` changes it. */
export const connectionsAtOnce = 10_000;

/** Messages that are sent at once, and that wait. */
export const messages = { atOnce: 4, waiting: 200, perClient: 204 };

/** Issuers of email verifications that are looked for at once. `perClient` is for one domain of addresses. */
export const issuerDiscoveries = { atOnce: 8, waiting: 64, perClient: 8 };

/** Issuers whose keys are kept in memory. */
export const issuersKept = 100;
