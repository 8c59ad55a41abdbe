import type { OwnSessionAnswer, SessionList } from '../contract-types.js';
import { count, flag, list, object, record, text } from '../shape.js';
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

/** Ends the session `id` of the list. The answer is empty. */
export const endSession = (id: string): Endpoint<void, unknown> => ({
  method: 'DELETE',
  path: `sessions/${encodeURIComponent(id)}`,
});
