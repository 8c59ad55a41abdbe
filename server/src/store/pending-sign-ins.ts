import { accountStays } from './account-stays.js';
import type { Database, Row, Statement } from './database.js';
import type { AuthMethod, PendingSignIn, SecondFactor, Session } from './records.js';

/** Sign-ins that wait for their next step. A session has at most one. */
export interface PendingSignInStore {
  /** The sign-in that waits in the session; undefined if none waits, or it or its session has expired, or the deletion of its account is due. */
  findPendingSignIn(sessionId: string, now: number): Promise<PendingSignIn | undefined>;
  /** When the account is to be deleted, and whether a sign-in of its user waits in the session. */
  findSignInStart(
    userId: string,
    sessionId: string | undefined,
    now: number,
  ): Promise<{ deletesAt: number | null; isWaiting: boolean }>;
  /** Counts one attempt at its step before it is compared, and returns it; nothing when `atMost` attempts were had. */
  tryPendingSignIn(sessionId: string, now: number, atMost: number): Promise<PendingSignIn | undefined>;
}

function readPending(row: Row): PendingSignIn {
  const sealed = row['refresh_token'] as string | null;
  return {
    publicId: row['public_id'] as string,
    authentication: {
      userId: row['user_id'] as string,
      authMethod: row['auth_method'] as AuthMethod,
      authTime: row['auth_time'] as number,
    },
    secondFactor: row['second_factor'] as SecondFactor | null,
    recoveryUntil: row['recovery_until'] as number | null,
    credentialId: row['credential_id'] as string | null,
    providerSession: row['provider_session'] as string | null,
    issuer: row['issuer'] as string | null,
    ...(row['began_with'] !== null && { beganWith: row['began_with'] as AuthMethod }),
    grant: sealed === null ? null : { sealed, due: row['grant_due'] as number },
    expires: row['expires'] as number,
  };
}

/** Deletes sign-ins that wait and satisfy the SQL condition. Their grants are left. */
export function leavePendingStatements(condition: string, values: Statement['values']): Statement[] {
  return [
    {
      sql: `insert into left_grants (refresh_token, public_id, user_id)
        select refresh_token, public_id, user_id from pending_sign_ins where ${condition} and refresh_token is not null
        on conflict do nothing returning public_id`,
      values,
    },
    endStatement(condition, values),
  ];
}

function endStatement(condition: string, values: Statement['values']): Statement {
  return { sql: `delete from pending_sign_ins where ${condition} returning session_id`, values };
}

/**
 * Ends the sign-in that waited in the session before it moves. If `session` completes it, fails the transaction unless
 * it still waits, and hands its grant on. Otherwise leaves its grant, unless `isGrantLeft` says that this was done.
 */
export function forgetPendingStatements(
  session: Session,
  previousId: string,
  now: number,
  isGrantLeft = false,
): Statement[] {
  const { completes, pending } = session;
  if (!completes) {
    const [isFound, values] = ['session_id = ?', [previousId]];
    return isGrantLeft ? [endStatement(isFound, values)] : leavePendingStatements(isFound, values);
  }
  const { grant } = completes;
  return [
    {
      sql: 'delete from pending_sign_ins where session_id = ? and user_id = ? and expires > ? returning session_id',
      values: [previousId, completes.authentication.userId, now],
      required: true,
    },
    ...(grant && !pending
      ? [
          {
            sql: 'update sessions set refresh_token = ?, grant_due = ? where id = ? returning id',
            values: [grant.sealed, grant.due, session.id],
            required: true,
          },
        ]
      : []),
  ];
}

/** Saves the sign-in that waits in the session. */
export function savePendingStatements({ id, pending }: Session): Statement[] {
  if (!pending) return [];
  const { publicId, authentication, secondFactor, recoveryUntil, credentialId, providerSession } = pending;
  const { issuer, beganWith, grant, expires } = pending;
  const { userId, authMethod, authTime } = authentication;
  return [
    {
      sql: `insert into pending_sign_ins (session_id, user_id, public_id, auth_method, auth_time, second_factor, recovery_until, credential_id,
        provider_session, issuer, began_with, refresh_token, grant_due, tries, expires) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?) returning session_id`,
      values: [
        id,
        userId,
        publicId,
        authMethod,
        authTime,
        secondFactor,
        recoveryUntil,
        credentialId,
        providerSession,
        issuer,
        beganWith ?? null,
        grant?.sealed ?? null,
        grant?.due ?? null,
        expires,
      ],
    },
  ];
}

/** Takes the session id and the time twice, then the time. */
const lives = `session_id = ? and expires > ?
  and exists (select 1 from sessions where sessions.id = ? and sessions.expires > ?) and ${accountStays('pending_sign_ins')}`;

/** The operations on sign-ins that wait, over an open database. */
export function createPendingSignInStore(database: Database): PendingSignInStore {
  return {
    async findPendingSignIn(sessionId, now) {
      const [row] = await database.query({
        sql: `select * from pending_sign_ins where ${lives}`,
        values: [sessionId, now, sessionId, now, now],
      });
      return row && readPending(row);
    },

    async findSignInStart(userId, sessionId, now) {
      const [row] = await database.query({
        sql: `select deletes_at, (select count(*) from pending_sign_ins where session_id = ? and user_id = users.id and expires > ?) as waiting
          from users where id = ?`,
        values: [sessionId ?? null, now, userId],
      });
      return { deletesAt: (row?.['deletes_at'] ?? null) as number | null, isWaiting: row?.['waiting'] === 1 };
    },

    async tryPendingSignIn(sessionId, now, atMost) {
      const [row] = await database.query({
        sql: `update pending_sign_ins set tries = tries + 1 where ${lives} and tries < ? returning *`,
        values: [sessionId, now, sessionId, now, now, atMost],
      });
      return row && readPending(row);
    },
  };
}
