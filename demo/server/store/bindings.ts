import type { Database } from './database.js';

/** The keys of the devices that sessions are bound to. */
export interface BindingStore {
  /**
   * Binds the session of somebody to a key and returns its public id; nothing when it is bound already, or over. The
   * binding stays when its person authenticates again in the
   * session, and goes with it.
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
