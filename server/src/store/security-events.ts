import { randomText } from '../crypto/random-text.js';
import { eventsPerType } from '../config/limits.js';
import type { Database, Row, Statement } from './database.js';
import type { AuthMethod, Cause, SecurityEvent, SecurityEventType, Session } from './records.js';

/** Told of each event once it is stored. */
export type SecurityEventListener = (event: SecurityEvent) => void;

/**
 * What happened to accounts. The operations of the store add these rows in the transaction of the change itself, so that
 * no change is without its event, and no event without its change. Nothing changes a row.
 */
export interface SecurityEventStore {
  /** Lists the events of an account, the latest first; with `before`, those that come after that one in the list. */
  listSecurityEvents(
    userId: string,
    atMost: number,
    before?: Pick<SecurityEvent, 'at' | 'id'>,
  ): Promise<SecurityEvent[]>;
  /** Adds an event that belongs to no other change. */
  addSecurityEvent(event: NewSecurityEvent): Promise<void>;
  /** Has `listener` called for each event that this process adds from now on, and no earlier listener. */
  watchSecurityEvents(listener: SecurityEventListener): void;
}

/** An event before it is stored. */
export interface NewSecurityEvent extends Cause {
  userId: string;
  type: SecurityEventType;
  method?: AuthMethod | null;
  detail?: string | null;
  issuer?: string | null | undefined;
}

function readEvent(row: Row): SecurityEvent {
  return {
    id: row['id'] as string,
    userId: row['user_id'] as string,
    type: row['type'] as SecurityEventType,
    at: row['at'] as number,
    method: row['method'] as AuthMethod | null,
    device: row['device'] as string,
    detail: row['detail'] as string | null,
    issuer: row['issuer'] as string | null,
  };
}

/** Deletes the oldest events of a type when there are too many: an account cannot fill the disk. */
function forgetOldestStatement(userId: string, type: SecurityEventType): Statement {
  return {
    sql: `delete from security_events where user_id = ? and type = ? and at <
      (select at from security_events where user_id = ? and type = ? order by at desc limit 1 offset ${eventsPerType - 1}) returning id`,
    values: [userId, type, userId, type],
  };
}

const columns = '(id, user_id, type, at, method, device, detail, issuer)';

/** The values of an event, in the order of the columns. */
function valuesOf(event: NewSecurityEvent): Statement['values'] {
  const { userId, type, at, device, method = null, detail = null, issuer = null } = event;
  return [randomText(16), userId, type, at, method, device, detail, issuer];
}

/** Adds an event within a transaction. */
export function addEventStatements(event: NewSecurityEvent): Statement[] {
  return [
    {
      sql: `insert into security_events ${columns} values (?, ?, ?, ?, ?, ?, ?, ?) returning *`,
      values: valuesOf(event),
      isEvent: true,
    },
    forgetOldestStatement(event.userId, event.type),
  ];
}

/**
 * The event of what happened in a session that begins or goes on; none for one without a user. A new account exists
 * also while its first sign-in waits for a next step. A sign-in by another device is an event of its own.
 */
function eventOf(type: SecurityEventType, session: Session, at: number): NewSecurityEvent | undefined {
  const { device, pending } = session;
  const authentication =
    type === 'account-created' ? (pending?.authentication ?? session.authentication) : session.authentication;
  if (!authentication) return undefined;
  const { userId, authMethod: method } = authentication;
  const isAtProvider = method === 'oidc' || method === 'fedcm';
  const issuer = isAtProvider ? (pending?.issuer ?? session.issuer) : undefined;
  const isLetIn = type === 'signed-in' && method === 'other_device';
  return { userId, type: isLetIn ? 'other-device-signed-in' : type, at, device, method, issuer };
}

/** The same for what happened in a session. */
export function addSessionEventStatements(type: SecurityEventType, session: Session, at: number): Statement[] {
  const event = eventOf(type, session, at);
  return event ? addEventStatements(event) : [];
}

/**
 * The same for a sign-in, which keeps an account that is to be deleted, if that is not due yet: another event, and in the
 * same statement.
 */
export function addSignInStatements(session: Session, at: number): Statement[] {
  const event = eventOf('signed-in', session, at);
  if (!event) return [];
  const { userId, type, device } = event;
  const isKept = 'id = ? and deletes_at > ?';
  return [
    {
      sql: `insert into security_events ${columns}
        select ?, id, 'deletion-cancelled', cast(? as bigint), null, ?, null, null from users where ${isKept}
        union all select ?, ?, ?, cast(? as bigint), ?, ?, ?, ? returning *`,
      values: [randomText(16), at, device, userId, at, ...valuesOf(event)],
      isEvent: true,
    },
    { sql: `update users set deletes_at = null where ${isKept} returning id`, values: [userId, at] },
    forgetOldestStatement(userId, type),
  ];
}

/** The same for a change that has a cause. */
export function addCausedEventStatements(
  userId: string,
  type: SecurityEventType,
  cause: Cause | undefined,
  detail: string | null = null,
  issuer?: string,
): Statement[] {
  return cause ? addEventStatements({ userId, type, ...cause, detail, issuer }) : [];
}

/** Adds an event for the signed-in sessions that satisfy the SQL condition, before they are deleted. */
export function addEndStatement(condition: string, values: Statement['values'], at: number): Statement {
  return {
    sql: `insert into security_events (id, user_id, type, at, method, device, detail)
      select ? || public_id, user_id, 'signed-out', cast(? as bigint), null, device, null from sessions where ${condition} and user_id is not null
      on conflict do nothing returning *`,
    values: [randomText(6), at, ...values],
    isEvent: true,
  };
}

/** The database, which announces events once their transaction has committed. */
export function announceEvents(database: Database): {
  database: Database;
  watch: SecurityEventStore['watchSecurityEvents'];
} {
  let notify: SecurityEventListener = () => {};
  return {
    watch: (listener) => void (notify = listener),
    database: {
      ...database,
      async transact(statements) {
        const outcome = await database.transact(statements);
        if (outcome.committed)
          for (const [index, { isEvent }] of statements.entries())
            if (isEvent) for (const row of outcome.results[index]!) notify(readEvent(row));
        return outcome;
      },
    },
  };
}

/** The operations on events, over an open database. */
export function createSecurityEventStore(
  database: Database,
  watchSecurityEvents: SecurityEventStore['watchSecurityEvents'],
): SecurityEventStore {
  return {
    async listSecurityEvents(userId, atMost, before) {
      const rows = await database.query({
        sql: `select * from security_events where user_id = ? ${before ? 'and (at, id) < (cast(? as bigint), ?)' : ''} order by at desc, id desc limit ?`,
        values: [userId, ...(before ? [before.at, before.id] : []), atMost],
      });
      return rows.map(readEvent);
    },

    async addSecurityEvent(event) {
      await database.transact(addEventStatements(event));
    },

    watchSecurityEvents,
  };
}
