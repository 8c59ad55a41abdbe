/**
 * The messages of a page to the service worker. `SKIP_WAITING` is the name that workbox-window uses; only this message
 * makes a new version take over before all pages of the old one are closed. `latchkey.signed-in` names the user whose
 * responses may be cached from now on, by an opaque id that does not identify them; other users' responses are deleted.
 * `latchkey.unknown` means that another user may have signed in: no cached response is used until a user is named.
 * `latchkey.signed-out` deletes all users' responses. `latchkey.precache-rest` has the files of `later` precached.
 */
export type WorkerMessage =
  | { type: 'SKIP_WAITING' }
  | { type: 'latchkey.signed-in'; userId: string }
  | { type: 'latchkey.unknown' }
  | { type: 'latchkey.signed-out' }
  | { type: 'latchkey.precache-rest' };

/** What the worker answers on the message's port, if there is one, once it is done. */
export type WorkerReply = { ok: true } | { ok: false; reason: string };

/**
 * The prefix of all caches with a user's responses; the opaque id and a dot follow. Deleting all caches with this
 * prefix deletes all users' cached responses.
 */
export const userCachePrefix = 'latchkey.user.';

/** What follows the id and the dot in the name of the cache that the worker keeps answers in. */
export const answersName = 'answers';

/**
 * The entry that this cache has from its making. A cache without it has come into being by an `open` after it was deleted,
 * or its user may have signed out: nothing is stored in it or read from it.
 */
export const userMark = '/.latchkey-user';

/** What an opaque id may look like: up to 128 letters, digits, `-` and `_`. */
export const opaqueId = /^[\w-]{1,128}$/;
