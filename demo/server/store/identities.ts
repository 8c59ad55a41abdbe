import { addAccountStatement } from './accounts.js';
import type { Database, Statement } from './database.js';
import type { Account, Grant, Identity, Session } from './records.js';
import { addEventStatements, addSessionEventStatements } from './security-events.js';
import { holdOwnSessionStatement, startSessionStatements, tieToGrantStatement } from './session-statements.js';

/** Identities at OpenID providers. */
export interface IdentityStore {
  /** Returns the id of the account that the identity belongs to. */
  findOwner(issuer: string, subject: string): Promise<string | undefined>;
  /** Whether the account has an identity at this provider. */
  hasIdentity(userId: string, issuer: string): Promise<boolean>;
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

    async hasIdentity(userId, issuer) {
      return (
        (
          await database.query({
            sql: 'select subject from identities where user_id = ? and issuer = ?',
            values: [userId, issuer],
          })
        ).length > 0
      );
    },

    async createAccountWithIdentity(account, identity, session, now, previousId, grant) {
      const outcome = await database.transact([
        addAccountStatement(account),
        addIdentityStatement(identity),
        ...startSessionStatements(session, now, previousId),
        ...(grant ? [tieToGrantStatement(session.id, grant)] : []),
        ...addSessionEventStatements('account-created', session, now),
      ]);
      if (outcome.committed) return 'created';
      return outcome.refusedBy === 0 ? 'taken' : outcome.refusedBy === 1 ? 'exists' : 'session-ended';
    },

    async addIdentity(identity, session, now) {
      const outcome = await database.transact([
        holdOwnSessionStatement(session.id, identity.userId, now),
        addIdentityStatement(identity),
        ...addEventStatements({ userId: identity.userId, type: 'identity-linked', at: now, device: session.device }),
      ]);
      if (outcome.committed) return 'added';
      return outcome.refusedBy === 0 ? 'session-ended' : 'exists';
    },
  };
}
