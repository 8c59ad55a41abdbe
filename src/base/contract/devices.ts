import type { OwnSessionAnswer, SecurityEventList, SessionList } from './types.js';
import { count, flag, list, maybe, object, record, text } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

/** Lists the sessions of the account that is signed in, on all devices. */
export const sessionsEndpoint: Endpoint<void, SessionList> = {
  method: 'GET',
  path: 'sessions',
  shape: object({
    sessions: list(
      object({ id: text, device: text, authMethod: text, createdAt: count, lastSeenAt: count, current: flag }),
    ),
  }),
};

/**
 * Starts a second session for the same person, unless this one has one or is one; this page gets its cookie, and the
 * session that asked lives on.
 */
export const startOwnSession: Endpoint<void, OwnSessionAnswer> = { method: 'POST', path: 'sessions', shape: record };

/** Lists what happened to the account; with `from`, from where the list before ended. */
export const securityEvents = (from?: string): Endpoint<void, SecurityEventList> => ({
  method: 'GET',
  path: from === undefined ? 'security-events' : `security-events?from=${encodeURIComponent(from)}`,
  shape: object({
    events: list(object({ id: text, type: text, at: count, device: text, method: maybe(text), detail: maybe(text) })),
    next: maybe(text),
  }),
});

/** Ends the session `id` of the list. The answer is empty. */
export const endSession = (id: string): Endpoint<void, unknown> => ({
  method: 'DELETE',
  path: `sessions/${encodeURIComponent(id)}`,
  hasNotFound: true,
});
