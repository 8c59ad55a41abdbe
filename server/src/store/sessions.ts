import { inFlightAtMost } from '../config/lifetimes.js';
import { challengesPerSession } from '../config/limits.js';
import { accountStays } from './account-stays.js';
import type { Database, Row, Statement } from './database.js';
import { forgetBrowsersStatements, forgetBrowserStatement } from './known-browsers.js';
import type {
  Cause,
  NamedSession,
  Authentication,
  AuthMethod,
  Carrier,
  Challenge,
  EndedSession,
  Grant,
  Purpose,
  Session,
  SessionOrigin,
  SignedInSession,
} from './records.js';
import { addCausedEventStatements, addEndStatement, addSessionEventStatements } from './security-events.js';
import { leavePendingStatements } from './pending-sign-ins.js';
import {
  beganWith,
  carrierStatements,
  endOtherSessionsStatements,
  endSessionsStatements,
  followStatements,
  holdOwnSessionStatement,
  holdSessionStatement,
  mayFollowStatement,
  noteEndStatement,
  presentAndFormerId,
  signInStatements,
  startSessionStatements,
  stepUpStatements,
  tieToGrantStatement,
} from './session-statements.js';

/** Sessions, and the challenges they carry. */
export interface SessionStore {
  /** Returns the session unless it is missing or over at `now`, or the deletion of its account is due then. */
  findSession(id: string, now: number): Promise<Session | undefined>;
  /**
   * Returns the session that a sign-in has moved from the id `formerId` to another within the minute before `now`; of
   * several, the newest.
   */
  findMovedSession(formerId: string, now: number): Promise<Session | undefined>;
  /** Whether a sign-in has moved one of the sessions from the id of the other. */
  isMoved(id: string, otherId: string): Promise<boolean>;
  /**
   * Starts a session; with a previous one, moves that to the new id, with its challenges for signing in, and says false
   * when it no longer exists. An account that is to be deleted is kept, at every sign-in.
   */
  startSession(session: Session, now: number, previousId?: string, grant?: Grant): Promise<boolean>;
  /**
   * Starts a session that follows an app's, in the place of a previous one, if that is given. False when that no longer
   * exists, when sessions of the user were ended since they authenticated, and when the deletion of the account is due; an
   * account that is to be deleted later is not kept.
   */
  followSession(session: SignedInSession, now: number, previousId?: string): Promise<boolean>;
  /** Whether the session of an app, with this authentication, may start one here. */
  mayFollow(authentication: Authentication, now: number): Promise<boolean>;
  /**
   * Moves the session in which its user has authenticated again to a new id; false when it no longer exists. A grant
   * replaces the previous one.
   */
  renewSession(session: Session, now: number, previousId: string, grant?: Grant): Promise<boolean>;
  /** Notes the {@link Session.appAuthTime | authentication at the app} that a session goes with, unless it has one. */
  noteAppAuthTime(id: string, authTime: number): Promise<void>;
  /**
   * Starts the session of an installed app beside the one with the id `besideId`, unless that no longer exists, has one
   * or is one, or its user has `atMost` sessions already.
   */
  startSessionBeside(
    session: SignedInSession,
    now: number,
    besideId: string,
    atMost: number,
  ): Promise<'started' | 'session-ended' | 'has-one' | 'too-many'>;
  /** What the session with this public id goes back to; undefined when it has ended. */
  findOrigin(publicId: string): Promise<SessionOrigin | undefined>;
  /** Whether an installed app has a session that it started beside the one with this public id. */
  hasInstalledApp(publicId: string, now: number): Promise<boolean>;
  /** Ends the session of the installed app that was started beside the one with this public id. */
  endInstalledApp(publicId: string): Promise<void>;
  /**
   * Takes over asking the provider about the session's grant, which is due again at `nextDue`, and returns the sealed
   * refresh token. Of any number of callers at once exactly one gets it: providers take a refresh token that is used
   * twice for a stolen one.
   */
  claimGrant(sessionId: string, now: number, nextDue: number): Promise<string | undefined>;
  /**
   * Puts the next refresh token in the place of the one just used; false when the session has ended or has another by
   * now.
   */
  replaceGrant(publicId: string, usedToken: string, nextToken: string): Promise<boolean>;
  /** Lists sealed refresh tokens of sessions by public id, those after `last`; at most `atMost`. */
  listGrants(last: string, atMost: number): Promise<{ publicId: string; userId: string; sealed: string }[]>;
  /** Deletes and returns the grants of sessions that another user's sign-in has replaced. */
  takeLeftGrants(): Promise<EndedSession[]>;
  /** Notes that the session was seen, and has it end at `idleUntil`, or at its own end if that comes first. */
  noteSeen(id: string, now: number, idleUntil?: number): Promise<void>;
  /**
   * Ends the sessions of a user that began at the provider, and their sign-ins that wait: those in its session
   * `providerSession`, or all. Returns how many sessions ended; their grants are left.
   */
  endSessionsOfProvider(
    issuer: string,
    userId: string | undefined,
    providerSession: string | undefined,
    now: number,
  ): Promise<number>;
  /** Lists the sessions of a user that are not over, the one seen last first; of more than 1,000 those. */
  listSessions(userId: string, now: number): Promise<SignedInSession[]>;
  /**
   * Ends the session permanently: no later operation restores a deleted row. A sign-in that was in flight and moved the
   * session to a new id less than a minute ago does not save it. Returns what was ended. With `named`, only a session
   * of that user and authentication is ended; `other-session` means that there is another one, which is not changed.
   */
  endSession(id: string, now: number, named?: NamedSession): Promise<EndedSession[] | 'other-session'>;
  /**
   * Ends a session of the user by its public id, even if its id has changed, together with the session of its installed
   * app, and returns it. Of simultaneous callers exactly one gets it.
   */
  endListedSession(userId: string, publicId: string, now: number, cause?: Cause): Promise<EndedSession | undefined>;
  /**
   * Ends all sessions of the user but `session`, those of installed apps included, and returns them. Undefined, and
   * nothing ends, if `session` itself has ended.
   */
  endOtherSessions(
    userId: string,
    session: Pick<Session, 'id' | 'publicId'>,
    now: number,
    cause?: Cause,
  ): Promise<EndedSession[] | undefined>;
  /**
   * Adds the challenge to its session, which is created when given. Keeps the newest 8. False when the session is over.
   */
  addChallenge(challenge: Challenge, now: number, carrier: Carrier): Promise<boolean>;
  /**
   * Removes the challenge of the session, or of the id that the session had before, and returns its purpose, with the
   * data stored beside it. Of simultaneous callers exactly one gets it.
   */
  takeChallenge(
    sessionId: string,
    challenge: string,
  ): Promise<{ purpose: Purpose; details: string | null; expires: number } | undefined>;
}

/** More than this no client takes for a list. */
const longestList = 1000;

function readAuthentication(row: Row): Authentication | null {
  if (row['user_id'] === null) return null;
  return {
    userId: row['user_id'] as string,
    authMethod: row['auth_method'] as AuthMethod,
    authTime: row['auth_time'] as number,
  };
}

function readSession(row: Row): Session {
  return {
    id: row['id'] as string,
    publicId: row['public_id'] as string,
    authentication: readAuthentication(row),
    device: row['device'] as string,
    startedAt: row['started_at'] as number,
    lastSeenAt: row['last_seen_at'] as number,
    expires: row['expires'] as number,
    endsAt: row['ends_at'] as number | null,
    grantDue: row['grant_due'] as number | null,
    binding:
      row['bound_key'] === null ? null : { key: row['bound_key'] as string, since: row['bound_since'] as number },
    parent: row['parent'] as string | null,
    recoveryUntil: row['recovery_until'] as number | null,
    ...(row['issuer'] !== null && { issuer: row['issuer'] as string }),
    ...(row['app_auth_time'] !== null && { appAuthTime: row['app_auth_time'] as number }),
  };
}

/** A session that a statement has deleted. */
export function readEndedSession(row: Row): EndedSession {
  return {
    publicId: row['public_id'] as string,
    userId: row['user_id'] as string | null,
    sealed: row['refresh_token'] as string | null,
  };
}

/** Deletes the oldest challenges of the session beyond those that it may have. */
const keepNewestStatement = (sessionId: string): Statement => ({
  sql: `delete from challenges where session_id = ? and challenge not in
    (select challenge from challenges where session_id = ? order by sequence desc limit ${challengesPerSession}) returning challenge`,
  values: [sessionId, sessionId],
});

/** The operations on sessions and challenges, over an open database. */
export function createSessionStore(database: Database): SessionStore {
  const mayFollow: SessionStore['mayFollow'] = async (authentication, now) =>
    (await database.query(mayFollowStatement(authentication, now))).length > 0;

  return {
    async findSession(id, now) {
      const [row] = await database.query({
        sql: `select * from sessions where id = ? and expires > ? and ${accountStays('sessions')}`,
        values: [id, now, now],
      });
      return row && readSession(row);
    },

    async findMovedSession(formerId, now) {
      const values = [formerId, now - inFlightAtMost, now, now];
      const [row] = await database.query({
        sql: `select * from sessions where moved_from = ? and created_at > ? and expires > ? and ${accountStays('sessions')}
          order by created_at desc limit 1`,
        values,
      });
      return row && readSession(row);
    },

    async isMoved(id, otherId) {
      const sql = 'select id from sessions where (id = ? and moved_from = ?) or (id = ? and moved_from = ?)';
      return (await database.query({ sql, values: [id, otherId, otherId, id] })).length > 0;
    },

    async startSession(session, now, previousId, grant) {
      const tie = grant ? [tieToGrantStatement(session, grant)] : [];
      const statements = [...signInStatements(session, now, previousId), ...tie];
      return (await database.transact(statements)).committed;
    },

    mayFollow,

    async followSession(session, now, previousId) {
      // A browser may ask again and again.
      if (!(await mayFollow(session.authentication, now))) return false;
      return (await database.transact(followStatements(session, now, previousId))).committed;
    },

    async renewSession(session, now, previousId, grant) {
      const tie = grant ? [tieToGrantStatement(session, grant)] : [];
      const statements = [...stepUpStatements(session, now, previousId), ...tie];
      return (await database.transact(statements)).committed;
    },

    async noteAppAuthTime(id, authTime) {
      const sql = 'update sessions set app_auth_time = ? where id = ? and app_auth_time is null returning id';
      await database.query({ sql, values: [authTime, id] });
    },

    async startSessionBeside(session, now, besideId, atMost) {
      const { userId } = session.authentication;
      const outcome = await database.transact([
        holdSessionStatement(besideId, now, now),
        {
          sql: `select id from sessions where id = ? and parent is null
            and not exists (select 1 from sessions apps where apps.parent = sessions.public_id and apps.expires > ?)`,
          values: [besideId, now],
          required: true,
        },
        {
          sql: 'select id from users where id = ? and (select count(*) from sessions where user_id = ? and expires > ?) < ?',
          values: [userId, userId, now, atMost],
          required: true,
        },
        ...startSessionStatements(session, now),
        ...addSessionEventStatements('installed-app-signed-in', session, now),
      ]);
      if (outcome.committed) return 'started';
      return outcome.refusedBy === 0 ? 'session-ended' : outcome.refusedBy === 1 ? 'has-one' : 'too-many';
    },

    async findOrigin(publicId) {
      const sql =
        'select credential_id, provider_session, issuer, coalesce(began_with, auth_method) as began_with from sessions where public_id = ?';
      const [row] = await database.query({ sql, values: [publicId] });
      return (
        row && {
          credentialId: row['credential_id'] as string | null,
          providerSession: row['provider_session'] as string | null,
          issuer: row['issuer'] as string | null,
          beganWith: row['began_with'] as AuthMethod | null,
        }
      );
    },

    async hasInstalledApp(publicId, now) {
      const sql = 'select id from sessions where parent = ? and expires > ?';
      return (await database.query({ sql, values: [publicId, now] })).length > 0;
    },

    async endInstalledApp(publicId) {
      await database.transact([
        {
          sql: 'delete from challenges where session_id in (select id from sessions where parent = ?) returning challenge',
          values: [publicId],
        },
        { sql: 'delete from sessions where parent = ? returning id', values: [publicId] },
      ]);
    },

    async claimGrant(sessionId, now, nextDue) {
      const [row] = await database.query({
        sql: 'update sessions set grant_due = ? where id = ? and (grant_due <= ? or grant_due > ?) and expires > ? returning refresh_token',
        values: [nextDue, sessionId, now, nextDue, now],
      });
      return row && (row['refresh_token'] as string);
    },

    async replaceGrant(publicId, usedToken, nextToken) {
      const values = [nextToken, publicId, usedToken];
      return (
        (
          await database.query({
            sql: 'update sessions set refresh_token = ? where public_id = ? and refresh_token = ? returning id',
            values,
          })
        ).length > 0
      );
    },

    async listGrants(last, atMost) {
      const rows = await database.query({
        sql: `select public_id, user_id, refresh_token from sessions
          where public_id > ? and refresh_token is not null and user_id is not null order by public_id limit ?`,
        values: [last, atMost],
      });
      return rows.map((row) => readEndedSession(row) as { publicId: string; userId: string; sealed: string });
    },

    async takeLeftGrants() {
      return (
        await database.query({ sql: 'delete from left_grants returning public_id, user_id, refresh_token', values: [] })
      ).map(readEndedSession);
    },

    async noteSeen(id, now, idleUntil = 0) {
      await database.query({
        // What a server of an earlier version began has no end of its own.
        sql: `update sessions set last_seen_at = ?,
          expires = case when ends_at is null or expires > ? then expires when ends_at < ? then ends_at else ? end
          where id = ? and last_seen_at < ? and expires > ? returning id`,
        values: [now, idleUntil, idleUntil, idleUntil, id, now, now],
      });
    },

    async endSessionsOfProvider(issuer, userId, providerSession, now) {
      const isUsers = userId === undefined ? '' : ' and user_id = ?';
      const [isFound, values] =
        providerSession === undefined
          ? [`issuer = ? and (${beganWith(1)} or provider_session is not null)${isUsers}`, [issuer, 'oidc', userId!]]
          : [
              `issuer = ? and provider_session = ?${isUsers}`,
              [issuer, providerSession, ...(userId === undefined ? [] : [userId])],
            ];
      await database.transact(leavePendingStatements(isFound, values));
      const found = await database.query({
        sql: `select user_id, public_id from sessions where ${isFound} and user_id is not null and expires > ?`,
        values: [...values, now],
      });
      for (const row of found) {
        const [owner, publicId] = [row['user_id'] as string, row['public_id'] as string];
        await database.transact([
          ...addCausedEventStatements(owner, 'session-ended', { at: now, device: '' }),
          ...endSessionsStatements(owner, 'public_id = ?', [publicId], '', now),
        ]);
      }
      return found.length;
    },

    async listSessions(userId, now) {
      const rows = await database.query({
        sql: `select * from sessions where user_id = ? and expires > ? order by last_seen_at desc, started_at desc, public_id limit ${longestList}`,
        values: [userId, now],
      });
      return rows.map((row) => readSession(row) as SignedInSession);
    },

    async endSession(id, now, named) {
      const isFound = '(id = ? or (moved_from = ? and created_at > ?))';
      const found = [id, id, now - inFlightAtMost];
      const isNamed = named ? ' and auth_time = ? and user_id in (select id from users where handle = ?)' : '';
      const values = [...found, ...(named ? [named.authTime, named.user] : [])];
      const outcome = await database.transact([
        // Changes nothing, but on PostgreSQL waits for a sign-in in flight, and then finds the session where that has
        // moved it.
        { sql: `update sessions set expires = expires where ${isFound} returning user_id`, values: found },
        {
          sql: `delete from challenges where session_id in (select id from sessions where ${isFound}${isNamed}) returning challenge`,
          values,
        },
        addEndStatement(`${isFound}${isNamed}`, values, now),
        { sql: `delete from sessions where ${isFound}${isNamed} returning public_id, user_id, refresh_token`, values },
      ]);
      if (!outcome.committed) return [];
      const [seen, , , ended] = outcome.results;
      if (ended!.length === 0 && seen!.some((row) => row['user_id'] !== null)) return 'other-session';
      return ended!.map(readEndedSession);
    },

    async endListedSession(userId, publicId, now, cause) {
      const outcome = await database.transact([
        {
          // Changes nothing, but on PostgreSQL locks the row, so that no challenge is added that the next statement
          // does not see.
          sql: 'update sessions set expires = expires where user_id = ? and public_id = ? and expires > ? returning id',
          values: [userId, publicId, now],
          required: true,
        },
        {
          sql: `delete from challenges where session_id in
            (select id from sessions where user_id = ? and (public_id = ? or parent = ?)) returning challenge`,
          values: [userId, publicId, publicId],
        },
        {
          sql: 'delete from sessions where user_id = ? and public_id = ? returning public_id, user_id, refresh_token',
          values: [userId, publicId],
        },
        { sql: 'delete from sessions where user_id = ? and parent = ? returning id', values: [userId, publicId] },
        noteEndStatement(userId, now),
        forgetBrowserStatement(userId, publicId),
        ...addCausedEventStatements(userId, 'session-ended', cause),
      ]);
      return outcome.committed ? readEndedSession(outcome.results[2]![0]!) : undefined;
    },

    async endOtherSessions(userId, { id, publicId }, now, cause) {
      const outcome = await database.transact([
        holdOwnSessionStatement(id, userId, now),
        ...addCausedEventStatements(userId, 'sessions-ended', cause),
        ...forgetBrowsersStatements(userId, { id }),
        ...endOtherSessionsStatements(userId, publicId, now),
      ]);
      return outcome.committed ? outcome.results.at(-1)!.map(readEndedSession) : undefined;
    },

    async addChallenge({ sessionId, challenge, purpose, details = null, expires }, now, carrier) {
      const outcome = await database.transact([
        ...carrierStatements(sessionId, now, carrier),
        {
          // The sequence tells the older of two challenges of the same millisecond.
          sql: `insert into challenges (session_id, challenge, purpose, details, expires, sequence) values (?, ?, ?, ?, ?,
            (select coalesce(max(sequence), 0) + 1 from challenges where session_id = ?)) returning challenge`,
          values: [sessionId, challenge, purpose, details, expires, sessionId],
        },
        // a session that is new has no other
        ...('create' in carrier ? [] : [keepNewestStatement(sessionId)]),
      ]);
      return outcome.committed;
    },

    async takeChallenge(sessionId, challenge) {
      const [row] = await database.query({
        sql: `delete from challenges where session_id in ${presentAndFormerId} and challenge = ? returning purpose, details, expires`,
        values: [sessionId, sessionId, challenge],
      });
      return (
        row && {
          purpose: row['purpose'] as Purpose,
          details: row['details'] as string | null,
          expires: row['expires'] as number,
        }
      );
    },
  };
}
