import { forgetBrowsersStatements } from './known-browsers.js';
import type { Database, Statement } from './database.js';
import type { Cause, EndedSession, Session } from './records.js';
import { addCausedEventStatements } from './security-events.js';
import { endInFlightStatements } from './in-flight.js';
import { endOtherSessionsStatements, holdOwnSessionStatement } from './session-statements.js';
import { readEndedSession } from './sessions.js';

/** A deletion that is due at `deletesAt`, and the sessions that ended with the request. */
export interface Deletion {
  deletesAt: number;
  ended: EndedSession[];
}

/**
 * The deletion of accounts. Until it is due, an account works as before and its owner can keep it; the next sign-in keeps
 * it too.
 */
export interface AccountDeletionStore {
  /**
   * Has the account of `session` deleted at `deletesAt`, or earlier if that was requested before, and ends all its other
   * sessions. With `isImmediate` it is deleted in the same transaction. Undefined if the session has ended.
   */
  scheduleDeletion(
    userId: string,
    deletesAt: number,
    session: Pick<Session, 'id' | 'publicId'>,
    now: number,
    cause?: Cause,
    isImmediate?: boolean,
  ): Promise<Deletion | undefined>;
  /** When the account is to be deleted; undefined if it stays. */
  findDeletion(userId: string): Promise<number | undefined>;
  /** Keeps the account. False if no deletion is scheduled, or it is due. */
  cancelDeletion(userId: string, now: number, cause?: Cause): Promise<boolean>;
  /** Deletes the accounts whose deletion is due, each with everything that belongs to it or not at all. */
  deleteAccounts(now: number): Promise<void>;
}

/** What belongs to one user: the tables, and the column that says whose a row is. */
const owned = ['notes', 'note_requests', 'credentials', 'identities', 'addresses'] as const;

function deleteStatements(userId: string, now: number): Statement[] {
  const values = [userId];
  return [
    {
      // A new handle is a new key: on PostgreSQL requests that add a row of this user wait, and then fail.
      sql: `update users set handle = 'deleted ' || id where id = ? and deletes_at <= ? returning id`,
      values: [userId, now],
      required: true,
    },
    ...endInFlightStatements(userId),
    {
      sql: `insert into left_grants (refresh_token, public_id, user_id)
        select refresh_token, public_id, user_id from sessions where user_id = ? and refresh_token is not null returning public_id`,
      values,
    },
    {
      sql: 'delete from challenges where session_id in (select id from sessions where user_id = ?) returning challenge',
      values,
    },
    { sql: 'delete from sessions where user_id = ? returning id', values },
    ...owned.map((table) => ({ sql: `delete from ${table} where user_id = ? returning user_id`, values })),
    { sql: 'delete from users where id = ? returning id', values },
  ];
}

/** How many accounts are looked up at once. */
const batch = 100;

/** The operations on deletions, over an open database. */
export function createAccountDeletionStore(database: Database): AccountDeletionStore {
  return {
    async scheduleDeletion(userId, deletesAt, { id, publicId }, now, cause, isImmediate = false) {
      const before: Statement[] = [
        holdOwnSessionStatement(id, userId, now),
        {
          sql: `update users set deletes_at = case when deletes_at < ? then deletes_at else ? end where id = ? returning deletes_at`,
          values: [deletesAt, deletesAt, userId],
        },
        ...addCausedEventStatements(userId, 'deletion-requested', cause),
        ...forgetBrowsersStatements(userId, { id }),
      ];
      const endOthers = endOtherSessionsStatements(userId, publicId, now);
      const outcome = await database.transact([
        ...before,
        ...endOthers,
        ...(isImmediate ? deleteStatements(userId, now) : []),
      ]);
      if (!outcome.committed) return undefined;
      const { results } = outcome;
      const ended = results[before.length + endOthers.length - 1]!.map(readEndedSession);
      return { deletesAt: results[1]![0]!['deletes_at'] as number, ended };
    },

    async findDeletion(userId) {
      const sql = 'select deletes_at from users where id = ? and deletes_at is not null';
      const [row] = await database.query({ sql, values: [userId] });
      return row && (row['deletes_at'] as number);
    },

    async cancelDeletion(userId, now, cause) {
      const sql = 'update users set deletes_at = null where id = ? and deletes_at > ? returning id';
      const outcome = await database.transact([
        { sql, values: [userId, now], required: true },
        ...addCausedEventStatements(userId, 'deletion-cancelled', cause),
      ]);
      return outcome.committed;
    },

    async deleteAccounts(now) {
      const sql = `select id from users where deletes_at <= ? order by deletes_at limit ${batch}`;
      for (;;) {
        const due = await database.query({ sql, values: [now] });
        for (const { id } of due) await database.transact(deleteStatements(id as string, now));
        if (due.length < batch) return;
      }
    },
  };
}
