import { sessionsPerUser } from '../config/limits.js';
import { accountStays } from './account-stays.js';
import type { Statement } from './database.js';
import { holdAccountStatement } from './hold-account.js';
import { endInFlightStatements } from './in-flight.js';
import { rememberBrowserStatements } from './known-browsers.js';
import { forgetPendingStatements, savePendingStatements } from './pending-sign-ins.js';
import { demandNoLogoutStatements } from './provider-logouts.js';
import type { Authentication, Carrier, Grant, Purpose, Session, SignedInSession } from './records.js';
import { addSessionEventStatements, addSignInStatements } from './security-events.js';

/**
 * Moves the challenges for sign-in, and the flows at a provider, to the new session id: other tabs may still use them.
 * All other challenges were issued to the previous user, and are deleted. If the user is the same one as before, those of
 * `others` move too.
 */
function moveChallengesStatements(previousId: string, id: string, others: readonly Purpose[] = []): Statement[] {
  const moved = ['login', 'fedcm', 'email', ...others].map((purpose) => `'${purpose}'`).join(', ');
  return [
    {
      sql: `delete from challenges where session_id = ? and purpose not in (${moved}) returning challenge`,
      values: [previousId],
    },
    { sql: 'update challenges set session_id = ? where session_id = ? returning challenge', values: [id, previousId] },
    { sql: 'update flows set session_id = ? where session_id = ? returning state', values: [id, previousId] },
  ];
}

/**
 * Moves the grant of a session, and with `ofWaiting` that of the sign-in that waits in it, to the unused grants, before
 * the session loses it.
 */
function leaveGrantStatements(sessionId: string, ofWaiting: boolean): Statement[] {
  const waiting = `union all select refresh_token, public_id, user_id from pending_sign_ins where session_id = ? and refresh_token is not null`;
  return [
    // Waits for a use of the grant, which puts another in its place.
    {
      sql: 'update sessions set refresh_token = refresh_token where id = ? and refresh_token is not null returning id',
      values: [sessionId],
      onlyLocks: true,
    },
    {
      sql: `insert into left_grants (refresh_token, public_id, user_id)
        select refresh_token, public_id, user_id from sessions where id = ? and refresh_token is not null
        ${ofWaiting ? waiting : ''} on conflict do nothing returning public_id`,
      values: ofWaiting ? [sessionId, sessionId] : [sessionId],
    },
  ];
}

/** Ends the sessions of a user that were seen longest ago, when there are too many. */
function endOldestStatements(userId: string | null): Statement[] {
  if (userId === null) return [];
  const oldest = `select id from sessions where user_id = ? order by last_seen_at desc, created_at desc limit ${sessionsPerUser} offset ${sessionsPerUser}`;
  return [{ sql: `delete from sessions where id in (${oldest}) returning id`, values: [userId] }];
}

/** Fails the transaction if the hand-off that the session redeems has ended since it was taken. */
function redeemStatements({ redeems }: Session): Statement[] {
  if (redeems === undefined) return [];
  const sql = `update hand_offs set status = 'redeemed' where id = ? and status = 'taken' returning id`;
  return [{ sql, values: [redeems], required: true }];
}

/**
 * Fails the transaction unless the identity at a provider, which the sign-in was proven with, is still its user's. An
 * unlinking waits, and then finds the session.
 */
function demandIdentityStatements({ identity, authentication, pending }: Session): Statement[] {
  const owner = pending?.authentication ?? authentication;
  if (!identity || !owner) return [];
  return [
    holdAccountStatement(owner.userId),
    {
      sql: 'select issuer from identities where issuer = ? and subject = ? and user_id = ?',
      values: [identity.issuer, identity.subject, owner.userId],
      required: true,
    },
  ];
}

/** Fails the transaction unless what the sign-in was proven with still holds. */
const demandProofStatements = (session: Session, now: number): Statement[] => [
  ...demandIdentityStatements(session),
  ...demandNoLogoutStatements(session, now),
];

/** Keeps the session of an installed app tied to the one that it began beside, when the same user signs in again there. */
function moveInstalledAppStatements({ publicId, authentication, pending }: Session, previousId: string): Statement[] {
  const owner = pending?.authentication ?? authentication;
  if (!owner) return [];
  const sql = `update sessions set parent = ? where user_id = ? and parent = (select public_id from sessions where id = ?) returning id`;
  return [{ sql, values: [publicId, owner.userId, previousId] }];
}

/**
 * Starts a session. With a previous one its row is moved, not copied: there is no moment with both, and a row that was
 * deleted meanwhile stays deleted, which fails the transaction. The grant that it had is left.
 */
export function startSessionStatements(session: Session, now: number, previousId?: string): Statement[] {
  const { id, publicId, authentication, device, startedAt, lastSeenAt, expires, endsAt, parent, recoveryUntil } =
    session;
  const { userId = null, authMethod = null, authTime = null } = authentication ?? {};
  const values = [
    id,
    publicId,
    userId,
    authMethod,
    authTime,
    device,
    startedAt,
    lastSeenAt,
    now,
    expires,
    endsAt,
    parent,
    recoveryUntil,
    session.credentialId ?? null,
    session.providerSession ?? null,
    session.issuer ?? null,
    session.beganWith ?? null,
    session.secondFactor ?? null,
    session.appAuthTime ?? null,
  ];
  if (previousId === undefined) {
    return [
      ...demandProofStatements(session, now),
      {
        sql: `insert into sessions (id, public_id, user_id, auth_method, auth_time, device, started_at, last_seen_at, created_at, expires, ends_at, parent, recovery_until,
          credential_id, provider_session, issuer, began_with, second_factor, app_auth_time) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing returning id`,
        values,
        required: true,
      },
      ...savePendingStatements(session),
      ...rememberBrowserStatements(session, now),
      ...endOldestStatements(userId),
    ];
  }
  return [
    ...redeemStatements(session),
    ...demandProofStatements(session, now),
    ...leaveGrantStatements(previousId, !session.completes),
    ...moveInstalledAppStatements(session, previousId),
    {
      sql: `update sessions set id = ?, public_id = ?, user_id = ?, auth_method = ?, auth_time = ?, device = ?, started_at = ?, last_seen_at = ?,
        created_at = ?, expires = ?, ends_at = ?, parent = ?, recovery_until = ?, credential_id = ?, provider_session = ?, issuer = ?, began_with = ?, second_factor = ?, app_auth_time = ?, refresh_token = null, grant_due = null, bound_key = null, bound_since = null, moved_from = id
        where id = ? and expires > ? returning id`,
      values: [...values, previousId, now],
      required: true,
    },
    ...forgetPendingStatements(session, previousId, now, true),
    ...savePendingStatements(session),
    ...moveChallengesStatements(previousId, id),
    ...rememberBrowserStatements(session, now),
    ...endOldestStatements(userId),
  ];
}

/**
 * Moves a session in which its user has authenticated again to the id of `session`. To that user it stays the same
 * one: public id, device and start are kept. Fails the transaction at the first statement when the session was ended
 * meanwhile, or is another user's by now. While a next step is missing, the session keeps its former authentication. A
 * passkey that was made before it is registered afterwards, so its challenge is kept.
 */
function renewSessionStatements(session: Session, now: number, previousId: string): Statement[] {
  const {
    id,
    lastSeenAt,
    expires,
    endsAt,
    recoveryUntil,
    credentialId,
    providerSession,
    issuer,
    secondFactor,
    appAuthTime,
    pending,
  } = session;
  if (pending) {
    return [
      ...demandProofStatements(session, now),
      {
        sql: 'update sessions set id = ?, created_at = ?, moved_from = id where id = ? and user_id = ? and expires > ? returning id',
        values: [id, now, previousId, pending.authentication.userId, now],
        required: true,
      },
      ...forgetPendingStatements(session, previousId, now),
      ...savePendingStatements(session),
      ...moveChallengesStatements(previousId, id, ['register']),
    ];
  }
  const { userId, authMethod, authTime } = session.authentication!;
  return [
    ...demandProofStatements(session, now),
    {
      sql: `update sessions set id = ?, auth_method = ?, auth_time = ?, last_seen_at = ?, created_at = ?, expires = ?, ends_at = ?,
        recovery_until = ?, credential_id = ?, provider_session = coalesce(?, provider_session), issuer = coalesce(?, issuer), began_with = null, second_factor = ?, app_auth_time = ?, moved_from = id where id = ? and user_id = ? and expires > ? returning id`,
      values: [
        id,
        authMethod,
        authTime,
        lastSeenAt,
        now,
        expires,
        endsAt,
        recoveryUntil,
        credentialId ?? null,
        providerSession ?? null,
        issuer ?? null,
        secondFactor ?? null,
        appAuthTime ?? null,
        previousId,
        userId,
        now,
      ],
      required: true,
    },
    ...forgetPendingStatements(session, previousId, now),
    ...moveChallengesStatements(previousId, id, ['register']),
    ...rememberBrowserStatements(session, now),
  ];
}

/** Starts a session by a sign-in, with its event, which keeps an account that is to be deleted. */
export function signInStatements(session: Session, now: number, previousId?: string): Statement[] {
  return [...startSessionStatements(session, now, previousId), ...addSignInStatements(session, now)];
}

/** Moves a session in which its user has authenticated again, with the event of that. */
export function stepUpStatements(session: Session, now: number, previousId: string): Statement[] {
  return [
    ...renewSessionStatements(session, now, previousId),
    ...addSessionEventStatements('stepped-up', session, now),
  ];
}

/**
 * The SQL condition on a user that an app's session may start one here: its user authenticated after sessions of theirs
 * were ended last, and the account is not deleted yet. Takes the user's id, the time of the authentication, and now.
 */
const mayFollow =
  'id = ? and (sessions_ended_at is null or sessions_ended_at < ?) and (deletes_at is null or deletes_at > ?)';

/** Whether an app's session may start one here. */
export function mayFollowStatement({ userId, authTime }: Authentication, now: number): Statement {
  return { sql: `select id from users where ${mayFollow}`, values: [userId, authTime, now] };
}

/**
 * Starts a session that follows an app's session, unless the user's sessions were ended after the user authenticated
 * there. Nobody has signed in here, so a scheduled deletion of the account is not cancelled.
 */
export function followStatements(session: SignedInSession, now: number, previousId?: string): Statement[] {
  const { userId, authTime } = session.authentication;
  return [
    // On PostgreSQL waits for what ends the sessions of the user, or is waited for.
    {
      sql: `update users set name = name where ${mayFollow} returning id`,
      values: [userId, authTime, now],
      required: true,
    },
    ...startSessionStatements(session, now, previousId),
    ...addSessionEventStatements('signed-in', session, now),
  ];
}

/** Notes when sessions of a user were ended other than by a sign-out. No app session from before that time starts one here. */
export function noteEndStatement(userId: string, at: number): Statement {
  return { sql: 'update users set sessions_ended_at = ? where id = ? returning id', values: [at, userId] };
}

/**
 * Fails the transaction unless the session lives, and keeps one that only carries challenges alive until
 * `anonymousUntil`. On PostgreSQL the row is locked by it, so that a concurrent sign-out waits for the end of the
 * transaction.
 */
export function holdSessionStatement(sessionId: string, now: number, anonymousUntil: number): Statement {
  return {
    sql: `update sessions set expires = case when user_id is null and expires < ? then ? else expires end
      where id = ? and expires > ? and ${accountStays('sessions')} returning id`,
    values: [anonymousUntil, anonymousUntil, sessionId, now, now],
    required: true,
  };
}

/** Fails the transaction unless the session that something is saved in lives, or is created. */
export function carrierStatements(sessionId: string, now: number, carrier: Carrier): Statement[] {
  if ('keepUntil' in carrier) return [holdSessionStatement(sessionId, now, carrier.keepUntil)];
  const { create, replacedBy } = carrier;
  if (replacedBy === undefined) return startSessionStatements(create, now);
  return [
    holdSessionStatement(replacedBy, now, now),
    ...startSessionStatements(create, now),
    // The code of the session before the sign-in.
    { sql: 'delete from codes where session_id = ? returning hash', values: [create.id] },
  ];
}

/**
 * The ids of a session: its own, and the one before the last sign-in, which a request in flight may have saved
 * something under. Takes the id twice.
 */
export const presentAndFormerId = '(?, (select moved_from from sessions where id = ?))';

/**
 * Fails the transaction unless the session lives and belongs to this user. Changes nothing, but makes a concurrent
 * sign-out wait for this transaction or this one see it.
 */
export function holdOwnSessionStatement(sessionId: string, userId: string, now: number): Statement {
  return {
    sql: `update sessions set expires = expires where id = ? and user_id = ? and expires > ? and ${accountStays('sessions')} returning id`,
    values: [sessionId, userId, now, now],
    required: true,
  };
}

/**
 * Links the session, or the sign-in that waits in it, to the grant of its OpenID provider. A previous grant of the same user is not revoked:
 * providers with one grant per user and app would revoke the new one too.
 */
export function tieToGrantStatement({ id, pending }: Session, { sealed, due }: Grant): Statement {
  const [table, key] = pending ? ['pending_sign_ins', 'session_id'] : ['sessions', 'id'];
  return {
    sql: `update ${table} set refresh_token = ?, grant_due = ? where ${key} = ? returning ${key}`,
    values: [sealed, due, id],
    required: true,
  };
}

/** The SQL condition that a session goes back to one of so many ways in, which it takes as values. */
export const beganWith = (count: number): string =>
  `coalesce(began_with, auth_method) in (${Array.from({ length: count }, () => '?').join(', ')})`;

/**
 * Ends the sessions of a user that satisfy the SQL condition, but for the one with the public id `kept` and those of
 * installed apps beside it, those of installed apps that began beside them, and what is in flight. Their grants are left.
 */
export function endSessionsStatements(
  userId: string,
  condition: string,
  conditionValues: Statement['values'],
  kept: string,
  at: number | undefined,
): Statement[] {
  const began = `user_id = ? and public_id <> ? and (parent is null or parent <> ?) and ${condition}`;
  const found = `(${began}) or (user_id = ? and public_id <> ? and parent in (select public_id from sessions where ${began}))`;
  const ofBegan = [userId, kept, kept, ...conditionValues];
  const values = [...ofBegan, userId, kept, ...ofBegan];
  return [
    ...endInFlightStatements(userId),
    ...(at === undefined ? [] : [noteEndStatement(userId, at)]),
    // Changes nothing, but on PostgreSQL locks the rows.
    { sql: `update sessions set expires = expires where ${found} returning id`, values, onlyLocks: true },
    {
      sql: `insert into left_grants (refresh_token, public_id, user_id)
        select refresh_token, public_id, user_id from sessions where (${found}) and refresh_token is not null returning public_id`,
      values,
    },
    {
      sql: `delete from challenges where session_id in (select id from sessions where ${found}) returning challenge`,
      values,
    },
    { sql: `delete from sessions where ${found} returning public_id`, values },
  ];
}

/**
 * Ends all sessions of a user but one, installed apps' included, and what is in flight. The last statement returns the
 * sessions that were ended.
 */
export function endOtherSessionsStatements(userId: string, publicId: string, at: number): Statement[] {
  const values = [userId, publicId];
  return [
    ...endInFlightStatements(userId),
    noteEndStatement(userId, at),
    {
      // Changes nothing, but on PostgreSQL locks the rows, so that no challenge is added that the next statement does
      // not see.
      sql: 'update sessions set expires = expires where user_id = ? and public_id <> ? returning id',
      values,
    },
    {
      sql: `delete from challenges where session_id in
        (select id from sessions where user_id = ? and public_id <> ?) returning challenge`,
      values,
    },
    {
      sql: 'delete from sessions where user_id = ? and public_id <> ? returning public_id, user_id, refresh_token',
      values,
    },
  ];
}
