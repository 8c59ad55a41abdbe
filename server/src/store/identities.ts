import { addAccountStatement } from './accounts.js';
import type { Database, Statement } from './database.js';
import { identityIsWayIn } from './credentials.js';
import { holdAccountStatement } from './hold-account.js';
import type { Account, AuthMethod, Cause, Grant, Identity, Session } from './records.js';
import { addCausedEventStatements, addEventStatements, addSessionEventStatements } from './security-events.js';
import {
  beganWith,
  endSessionsStatements,
  holdOwnSessionStatement,
  startSessionStatements,
  tieToGrantStatement,
} from './session-statements.js';

/** Identities at OpenID providers. */
export interface IdentityStore {
  /** Returns the id of the account that the identity belongs to. */
  findOwner(issuer: string, subject: string): Promise<string | undefined>;
  /** Whether the account has an identity at one of these providers. */
  hasIdentity(userId: string, issuers: readonly string[]): Promise<boolean>;
  /**
   * Creates an account together with its identity and its first session, all or nothing. `taken`: the account's name
   * is; `exists`: the identity belongs to an account already.
   */
  createAccountWithIdentity(
    account: Account,
    identity: Identity,
    session: Session,
    now: number,
    previousId?: string,
    grant?: Grant,
  ): Promise<'created' | 'taken' | 'exists' | 'session-ended'>;
  /** Lists the identities of an account, the one that was linked first first. */
  listIdentities(userId: string): Promise<Identity[]>;
  /**
   * Unlinks an identity from its account, unless that would leave the account without any way in; of simultaneous removals
   * of passkeys and the password too. An identity at one of the providers `issuers` is a way in. The sessions that began
   * there in one of `authMethods` end, but for the one of the cause; their grants are left.
   */
  removeIdentity(
    identity: Pick<Identity, 'issuer' | 'subject' | 'userId'>,
    issuers?: readonly string[],
    authMethods?: readonly AuthMethod[],
    cause?: Cause & Pick<Session, 'publicId'>,
  ): Promise<'removed' | 'unknown' | 'last-way-in'>;
  /** Adds the identity if `session` still belongs to its owner at `now`. */
  addIdentity(identity: Identity, session: Session, now: number): Promise<'added' | 'exists' | 'session-ended'>;
}

function addIdentityStatement({ issuer, subject, userId, createdAt }: Identity): Statement {
  return {
    sql: `insert into identities (issuer, subject, user_id, created_at) values (?, ?, ?, ?) on conflict (issuer, subject) do nothing returning issuer`,
    values: [issuer, subject, userId, createdAt],
    required: true,
  };
}

/** The operations on identities, over an open database. */
export function createIdentityStore(database: Database): IdentityStore {
  return {
    async findOwner(issuer, subject) {
      const [row] = await database.query({
        sql: 'select user_id from identities where issuer = ? and subject = ?',
        values: [issuer, subject],
      });
      return row && (row['user_id'] as string);
    },

    async hasIdentity(userId, issuers) {
      return (
        (
          await database.query({
            sql: `select subject from identities where user_id = ? and issuer in (${['', ...issuers].map(() => '?').join(', ')})`,
            // No identity has the empty issuer; an empty list would be invalid SQL.
            values: [userId, '', ...issuers],
          })
        ).length > 0
      );
    },

    async listIdentities(userId) {
      const rows = await database.query({
        sql: 'select * from identities where user_id = ? order by created_at, issuer, subject',
        values: [userId],
      });
      return rows.map((row) => ({
        issuer: row['issuer'] as string,
        subject: row['subject'] as string,
        userId: row['user_id'] as string,
        createdAt: row['created_at'] as number,
      }));
    },

    async removeIdentity({ issuer, subject, userId }, issuers = [], authMethods = [], cause) {
      const [isWayIn, values] = identityIsWayIn(userId, issuers, { issuer, subject });
      const isTheirs = 'issuer = ? and subject = ? and user_id = ?';
      const outcome = await database.transact([
        holdAccountStatement(userId),
        {
          sql: `select issuer from identities where ${isTheirs}`,
          values: [issuer, subject, userId],
          required: true,
        },
        // While the identity still says whose the hand-offs are.
        ...(authMethods.length > 0
          ? endSessionsStatements(
              userId,
              `issuer = ? and ${beganWith(authMethods.length)}`,
              [issuer, ...authMethods],
              cause?.publicId ?? '',
              cause?.at,
            )
          : []),
        {
          sql: `delete from identities where ${isTheirs} and (
            exists (select 1 from users where users.id = ? and password_hash is not null)
            or exists (select 1 from credentials where credentials.user_id = ?)
            or ${isWayIn}) returning issuer`,
          values: [issuer, subject, userId, userId, userId, ...values],
          required: true,
        },
        ...addCausedEventStatements(userId, 'identity-unlinked', cause, null, issuer),
      ]);
      if (outcome.committed) return 'removed';
      return outcome.refusedBy >= 2 ? 'last-way-in' : 'unknown';
    },

    async createAccountWithIdentity(account, identity, session, now, previousId, grant) {
      const outcome = await database.transact([
        addAccountStatement(account),
        addIdentityStatement(identity),
        ...startSessionStatements(session, now, previousId),
        ...(grant ? [tieToGrantStatement(session, grant)] : []),
        ...addSessionEventStatements('account-created', session, now),
      ]);
      if (outcome.committed) return 'created';
      return outcome.refusedBy === 0 ? 'taken' : outcome.refusedBy === 1 ? 'exists' : 'session-ended';
    },

    async addIdentity(identity, session, now) {
      const outcome = await database.transact([
        holdOwnSessionStatement(session.id, identity.userId, now),
        addIdentityStatement(identity),
        ...addEventStatements({
          userId: identity.userId,
          type: 'identity-linked',
          at: now,
          device: session.device,
          issuer: identity.issuer,
        }),
      ]);
      if (outcome.committed) return 'added';
      return outcome.refusedBy === 0 ? 'session-ended' : 'exists';
    },
  };
}
