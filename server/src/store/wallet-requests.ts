import { walletRequestsPerSession } from '../config/limits.js';
import type { Database, Row } from './database.js';
import type { Carrier, WalletRequest } from './records.js';
import { carrierStatements, presentAndFormerId } from './session-statements.js';

/** Requests to wallets that wait for their response. */
export interface WalletRequestStore {
  /**
   * Adds the request to its session, which is created when given. Keeps the newest 4. False when the session is over.
   */
  addWalletRequest(request: WalletRequest, now: number, carrier: Carrier): Promise<boolean>;
  /** Lists the requests of the session, and of the id that it had before, that are not over, the newest first. */
  listWalletRequests(sessionId: string, now: number): Promise<WalletRequest[]>;
  /** Removes the request, if its session still exists. Of simultaneous callers exactly one gets true. */
  takeWalletRequest(id: string, sessionId: string, now: number): Promise<boolean>;
}

function readRequest(row: Row): WalletRequest {
  return {
    id: row['id'] as string,
    sessionId: row['session_id'] as string,
    protocol: row['protocol'] as WalletRequest['protocol'],
    sealed: row['sealed'] as string,
    requestedAt: row['requested_at'] as number,
    expires: row['expires'] as number,
  };
}

/** The operations on requests to wallets, over an open database. */
export function createWalletRequestStore(database: Database): WalletRequestStore {
  return {
    async addWalletRequest({ id, sessionId, protocol, sealed, requestedAt, expires }, now, carrier) {
      const outcome = await database.transact([
        ...carrierStatements(sessionId, now, carrier),
        {
          sql: 'insert into wallet_requests (id, session_id, protocol, sealed, requested_at, expires) values (?, ?, ?, ?, ?, ?) returning id',
          values: [id, sessionId, protocol, sealed, requestedAt, expires],
        },
        {
          // Of the same millisecond the one just made stays.
          sql: `delete from wallet_requests where session_id = ? and id not in (select id from wallet_requests where session_id = ?
            order by requested_at desc, case when id = ? then 0 else 1 end limit ${walletRequestsPerSession}) returning id`,
          values: [sessionId, sessionId, id],
        },
      ]);
      return outcome.committed;
    },

    async listWalletRequests(sessionId, now) {
      const rows = await database.query({
        sql: `select * from wallet_requests where session_id in ${presentAndFormerId} and expires > ? order by requested_at desc, id`,
        values: [sessionId, sessionId, now],
      });
      return rows.map(readRequest);
    },

    async takeWalletRequest(id, sessionId, now) {
      const rows = await database.query({
        sql: `delete from wallet_requests where id = ? and session_id in ${presentAndFormerId} and expires > ?
          and exists (select id from sessions where sessions.id = wallet_requests.session_id and sessions.expires > ?) returning id`,
        values: [id, sessionId, sessionId, now, now],
      });
      return rows.length > 0;
    },
  };
}
