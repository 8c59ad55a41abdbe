import type { Database } from './database.js';

/** The keys of the devices that sessions are bound to. */
export interface BindingStore {
  /**
   * Binds a signed-in session to a key and returns its public id; undefined if it is bound already, or has ended. The
   * binding stays after a step-up in the session, and ends with it.
   */
  bindSession(sessionId: string, key: string, now: number): Promise<string | undefined>;
}

/** The operations on bindings, over an open database. */
export function createBindingStore(database: Database): BindingStore {
  return {
    async bindSession(sessionId, key, now) {
      const [row] = await database.query({
        sql: `update sessions set bound_key = ?, bound_since = ?
          where id = ? and user_id is not null and bound_key is null and expires > ? returning public_id`,
        values: [key, now, sessionId, now],
      });
      return row && (row['public_id'] as string);
    },
  };
}
