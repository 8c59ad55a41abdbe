// How long what the server grants lasts, in milliseconds. Docs and contract name these values too.

const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The age of the session's cookie in the contract: no session lasts longer. */
export const longestSession = 30 * day;

/** A session, from its last sign-in or step-up on. `SESSION_DAYS` changes it. */
export const sessionLifetime = 30 * day;

/** A session that is not used. `SESSION_IDLE_DAYS` changes it. */
export const sessionIdleTime = 14 * day;

/** A session in which no user is signed in and that only carries challenges, from its last challenge on. */
export const visitorSessionLifetime = 10 * minute;

/** A challenge, and the browser's dialog for it. */
export const challengeLifetime = 5 * minute;

/** A one-time code. */
export const codeLifetime = 10 * minute;

/** A sign-in that waits for its next step. */
export const pendingSignInLifetime = 10 * minute;

/** The secret of an authenticator app, until its first code confirms it. */
export const totpEnrollmentLifetime = 10 * minute;

/** How old an authentication may be that still counts as a step-up. */
export const stepUpFreshness = 5 * minute;

/**
 * How long a passkey that was registered after a sign-in with a code satisfies no step-up. The owner can remove it until
 * then. `RECOVERY_DELAY` changes it.
 */
export const recoveryDelay = day;

/** Each step of a sign-in at an OpenID provider, and of a hand-off to another browser. */
export const flowStepLifetime = 10 * minute;

/** A request to a wallet, while the user looks for a document. */
export const walletRequestLifetime = 5 * minute;

/** The cookie that a browser renews with the key of a bound session. */
export const boundCookieLifetime = 10 * minute;

/** The cookie by which a browser is known that has signed in before. It proves nothing else. */
export const knownBrowserLifetime = 180 * day;

/** How long the answer to a write of a note is kept, so that a repeated request changes nothing. */
export const noteRequestLifetime = 90 * day;

/** A security event of an account. `SECURITY_EVENT_DAYS` changes it. */
export const securityEventLifetime = 90 * day;

/** Between the request to delete an account and its deletion. `ACCOUNT_DELETION_DAYS` changes it. */
export const deletionGrace = 14 * day;

/** Longer than any request may take, in milliseconds: what was sent while a cookie lived is answered as such. */
export const inFlightAtMost = 60_000;

/** How long what a provider says about itself is believed, in milliseconds. */
export const providerMetadataLifetime = 60 * 60_000;

/** How long a provider that failed to say it is left alone, in milliseconds. */
export const providerPause = 5_000;

/** How far the clock of a provider may differ from ours, in seconds. */
export const providerClockTolerance = 60;
