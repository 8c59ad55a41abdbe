import { changeAddressStatement, listAddressesStatement, readAddressRow } from './addresses.js';
import { addCredentialStatement, identityIsWayIn } from './credentials.js';
import { holdAccountStatement } from './hold-account.js';
import type { Database, Row, Statement } from './database.js';
import type { Cause, Account, Address, AddressChange, Credential, NameChange, Session } from './records.js';
import { forgetBrowsersStatements } from './known-browsers.js';
import { addCausedEventStatements, addSessionEventStatements } from './security-events.js';
import { endInFlightStatements } from './in-flight.js';
import {
  beganWith,
  endSessionsStatements,
  holdOwnSessionStatement,
  signInStatements,
  startSessionStatements,
  stepUpStatements,
} from './session-statements.js';

/** A password that was right: the account, and the hash that it was compared with. */
export type PasswordUse = Pick<Account, 'id'> & { passwordHash: string };

export type PasswordUseOutcome = 'saved' | 'changed' | 'session-ended';

/** Accounts. */
export interface AccountStore {
  /** Creates the account together with its first session, which replaces the previous one, if any. */
  createAccount(
    account: Account,
    session: Session,
    now: number,
    previousId?: string,
  ): Promise<'created' | 'taken' | 'session-ended'>;
  /** The same with the account's first passkey: all three or nothing. `exists`: some account has the passkey's id. */
  createAccountWithPasskey(
    account: Account,
    credential: Credential,
    session: Session,
    now: number,
    previousId: string,
  ): Promise<'created' | 'taken' | 'exists' | 'session-ended'>;
  findAccount(id: string): Promise<Account | undefined>;
  findAccountByUsername(username: string): Promise<Account | undefined>;
  findAccountByHandle(handle: string): Promise<Account | undefined>;
  /** Whether an account has this name, or one that looks the same. */
  isTaken(username: string, skeleton: string): Promise<boolean>;
  /**
   * Changes the account’s name and addresses, all or nothing. Of several accounts that ask for one name at
   * once exactly one gets it.
   */
  changeAccount(
    id: string,
    names: NameChange,
    addresses?: readonly AddressChange[],
    cause?: Cause,
  ): Promise<(Account & { addresses: Address[] }) | 'taken'>;
  /**
   * Sets or replaces the password if `session` still belongs to its owner at `now`; else false. From then on it satisfies
   * step-ups.
   */
  setPassword(
    userId: string,
    passwordHash: string,
    session: Pick<Session, 'id' | 'device'>,
    now: number,
  ): Promise<boolean>;
  /**
   * Replaces the password of an account whose user has forgotten it. The new one satisfies a step-up only from
   * `trustedFrom` on. The other sessions that began with a password end; their grants are left. `none`: the account has no
   * password.
   */
  resetPassword(
    userId: string,
    passwordHash: string,
    trustedFrom: number,
    session: Pick<Session, 'id' | 'publicId' | 'device'>,
    now: number,
  ): Promise<'reset' | 'none' | 'session-ended'>;
  /**
   * Signs in with a password, if the account still has the one with the hash that was compared: starts a session, or
   * moves the previous one. `changed`: it has another or none by now. Nothing is saved then.
   */
  signInWithPassword(
    password: PasswordUse,
    session: Session,
    now: number,
    previousId?: string,
  ): Promise<PasswordUseOutcome>;
  /** The same in a session of the same user, which is moved. */
  stepUpWithPassword(
    password: PasswordUse,
    session: Session,
    now: number,
    previousId: string,
  ): Promise<PasswordUseOutcome>;
  /** Replaces the hash of a password by another hash of the same one; false when the password has changed meanwhile. */
  replacePasswordHash(userId: string, former: string, next: string): Promise<boolean>;
  /**
   * Removes the password, unless that would leave the account without any way in; of simultaneous removals of a
   * passkey too. An identity at one of the providers `issuers` is a way in. `none`: the account has no password. The
   * sessions that began with it end, but for the one of the cause; their grants are left.
   */
  removePassword(
    userId: string,
    issuers?: readonly string[],
    cause?: Cause & Pick<Session, 'publicId'>,
  ): Promise<'removed' | 'none' | 'last-way-in'>;
}

function readAccount(row: Row): Account {
  return {
    id: row['id'] as string,
    handle: row['handle'] as string,
    username: row['username'] as string,
    skeleton: row['skeleton'] as string,
    name: row['name'] as string,
    displayName: row['display_name'] as string,
    passwordHash: row['password_hash'] as string | null,
    passwordTrustedFrom: row['password_trusted_from'] as number | null,
    createdAt: row['created_at'] as number,
  };
}

/** Adds the account unless its name is taken, which fails the transaction. */
export function addAccountStatement({
  id,
  handle,
  username,
  skeleton,
  name,
  displayName,
  passwordHash,
  createdAt,
}: Account): Statement {
  return {
    sql: `insert into users (id, handle, username, skeleton, name, display_name, password_hash, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict do nothing returning id`,
    values: [id, handle, username, skeleton, name, displayName, passwordHash, createdAt],
    required: true,
  };
}

/** The operations on accounts, over an open database. */
export function createAccountStore(database: Database): AccountStore {
  const usePassword = async (
    { id, passwordHash }: PasswordUse,
    moveSession: readonly Statement[],
  ): Promise<PasswordUseOutcome> => {
    const outcome = await database.transact([
      {
        // Changes nothing, but makes a change of the password wait, which then finds the session.
        sql: 'update users set password_hash = password_hash where id = ? and password_hash = ? returning id',
        values: [id, passwordHash],
        required: true,
      },
      ...moveSession,
    ]);
    if (outcome.committed) return 'saved';
    return outcome.refusedBy === 0 ? 'changed' : 'session-ended';
  };

  return {
    async createAccount(account, session, now, previousId) {
      const outcome = await database.transact([
        addAccountStatement(account),
        ...startSessionStatements(session, now, previousId),
        ...addSessionEventStatements('account-created', session, now),
      ]);
      if (outcome.committed) return 'created';
      return outcome.refusedBy === 0 ? 'taken' : 'session-ended';
    },

    async createAccountWithPasskey(account, credential, session, now, previousId) {
      const outcome = await database.transact([
        addAccountStatement(account),
        addCredentialStatement(credential),
        ...startSessionStatements(session, now, previousId),
        ...addSessionEventStatements('account-created', session, now),
      ]);
      if (outcome.committed) return 'created';
      return outcome.refusedBy === 0 ? 'taken' : outcome.refusedBy === 1 ? 'exists' : 'session-ended';
    },

    async findAccount(id) {
      const [row] = await database.query({ sql: 'select * from users where id = ?', values: [id] });
      return row && readAccount(row);
    },

    async findAccountByHandle(handle) {
      const [row] = await database.query({ sql: 'select * from users where handle = ?', values: [handle] });
      return row && readAccount(row);
    },

    async findAccountByUsername(username) {
      const [row] = await database.query({ sql: 'select * from users where username = ?', values: [username] });
      return row && readAccount(row);
    },

    async isTaken(username, skeleton) {
      const sql = 'select id from users where username = ? or skeleton = ?';
      return (await database.query({ sql, values: [username, skeleton] })).length > 0;
    },

    async changeAccount(id, { username, skeleton = null, name, displayName }, addresses = [], cause) {
      const outcome = await database.transact([
        {
          // If two transactions on PostgreSQL both find no account, the unique index refuses one of them, which is
          // retried.
          sql: `update users set username = coalesce(?, username), skeleton = coalesce(?, skeleton), name = coalesce(?, name), display_name = coalesce(?, display_name)
            where id = ? and not exists (select 1 from users others where (others.username = ? or others.skeleton = ?) and others.id <> ?) returning *`,
          values: [username, skeleton, name, displayName, id, username, skeleton, id],
          required: true,
        },
        ...addresses.map((change) => changeAddressStatement(id, change)),
        ...((name ?? displayName) === null ? [] : addCausedEventStatements(id, 'name-changed', cause)),
        ...addresses.flatMap(({ kind, address }) =>
          addCausedEventStatements(id, address === null ? 'address-removed' : 'address-changed', cause, kind),
        ),
        listAddressesStatement(id),
      ]);
      if (!outcome.committed) return 'taken';
      const { results } = outcome;
      return { ...readAccount(results[0]![0]!), addresses: results.at(-1)!.map(readAddressRow) };
    },

    signInWithPassword: (password, session, now, previousId) =>
      usePassword(password, signInStatements(session, now, previousId)),
    stepUpWithPassword: (password, session, now, previousId) =>
      usePassword(password, stepUpStatements(session, now, previousId)),

    async replacePasswordHash(userId, former, next) {
      const sql = 'update users set password_hash = ? where id = ? and password_hash = ? returning id';
      return (await database.query({ sql, values: [next, userId, former] })).length > 0;
    },

    async setPassword(userId, passwordHash, { id, device }, now) {
      const outcome = await database.transact([
        holdOwnSessionStatement(id, userId, now),
        {
          sql: 'update users set password_hash = ?, password_trusted_from = null where id = ? returning id',
          values: [passwordHash, userId],
        },
        ...endInFlightStatements(userId),
        ...forgetBrowsersStatements(userId, { id }),
        ...addCausedEventStatements(userId, 'password-set', { at: now, device }),
      ]);
      return outcome.committed;
    },

    async resetPassword(userId, passwordHash, trustedFrom, { id, publicId, device }, now) {
      const outcome = await database.transact([
        holdOwnSessionStatement(id, userId, now),
        {
          sql: 'update users set password_hash = ?, password_trusted_from = ? where id = ? and password_hash is not null returning id',
          values: [passwordHash, trustedFrom, userId],
          required: true,
        },
        ...endSessionsStatements(userId, beganWith(1), ['password'], publicId, now),
        ...forgetBrowsersStatements(userId, { id }),
        ...addCausedEventStatements(userId, 'password-reset', { at: now, device }),
      ]);
      if (outcome.committed) return 'reset';
      return outcome.refusedBy === 0 ? 'session-ended' : 'none';
    },

    async removePassword(userId, issuers = [], cause) {
      const [isWayIn, values] = identityIsWayIn(userId, issuers);
      const outcome = await database.transact([
        holdAccountStatement(userId),
        {
          sql: 'select id from users where id = ? and password_hash is not null',
          values: [userId],
          required: true,
        },
        {
          sql: `update users set password_hash = null, password_trusted_from = null where id = ? and (${isWayIn}
            or exists (select 1 from credentials where credentials.user_id = ?)) returning id`,
          values: [userId, ...values, userId],
          required: true,
        },
        ...endSessionsStatements(userId, beganWith(1), ['password'], cause?.publicId ?? '', cause?.at),
        ...forgetBrowsersStatements(userId, { publicId: cause?.publicId ?? '' }),
        ...addCausedEventStatements(userId, 'password-removed', cause),
      ]);
      if (outcome.committed) return 'removed';
      return outcome.refusedBy === 2 ? 'last-way-in' : 'none';
    },
  };
}
