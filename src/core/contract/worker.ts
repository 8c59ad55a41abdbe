/**
 * What a page tells the service worker. `SKIP_WAITING` is workbox-window's own word, and the only thing that has a new
 * version take over before all pages of the old one are closed.
 * `latchkey.signed-in` says whose answers may be kept from now on, by an opaque id that says nothing about who it is;
 * what is kept of anybody else is deleted. `latchkey.unknown` says that another person may have signed in: nothing that is
 * kept of people is used until one is named. `latchkey.signed-out` deletes what is kept of anybody.
 */
export type WorkerMessage =
  | { type: 'SKIP_WAITING' }
  | { type: 'latchkey.signed-in'; person: string }
  | { type: 'latchkey.unknown' }
  | { type: 'latchkey.signed-out' };

/** What the worker answers on the message's port, if there is one, once it is done. */
export type WorkerReply = { ok: true } | { ok: false; reason: string };

/**
 * What the names of all caches that hold something of a person begin with; the opaque id and a dot follow. Whoever
 * deletes these caches has deleted what is kept of people.
 */
export const personCachePrefix = 'latchkey.person.';

/** What an opaque id may look like: up to 128 letters, digits, `-` and `_`. */
export const opaqueId = /^[\w-]{1,128}$/;
