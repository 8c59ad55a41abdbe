import type { Statement } from './database.js';
import type { Session } from './records.js';

/**
 * Starts a session. With a previous one its row is moved, not copied: there is no moment with both, and a row that was deleted
 * meanwhile stays deleted, which fails the transaction.
 */
export function startSessionStatement({ id, authentication, expires }: Session, now: number, previousId?: string): Statement {
  const values = [id, authentication?.userId ?? null, authentication?.authMethod ?? null, authentication?.authTime ?? null, now, expires];
  if (previousId === undefined) {
    return {
      sql: 'insert into sessions (id, user_id, auth_method, auth_time, created_at, expires) values (?, ?, ?, ?, ?, ?) returning id',
      values,
      required: true,
    };
  }
  return {
    sql: `update sessions set id = ?, user_id = ?, auth_method = ?, auth_time = ?, created_at = ?, expires = ?, moved_from = id
      where id = ? and expires > ? returning id`,
    values: [...values, previousId, now],
    required: true,
  };
}

/**
 * Fails the transaction unless the session lives, and keeps one that only carries challenges alive until `anonymousUntil`. On PostgreSQL
 * the row is locked by it, so that a concurrent sign-out waits for the end of the transaction.
 */
export function holdSessionStatement(sessionId: string, now: number, anonymousUntil: number): Statement {
  return {
    sql: `update sessions set expires = case when user_id is null and expires < ? then ? else expires end
      where id = ? and expires > ? returning id`,
    values: [anonymousUntil, anonymousUntil, sessionId, now],
    required: true,
  };
}
