import { needNoFactorStatement } from './credentials.js';
import { holdAccountStatement } from './hold-account.js';
import type { Database, Row, Statement } from './database.js';
import { forgetBrowsersStatements } from './known-browsers.js';
import type { Cause, Session } from './records.js';
import { addCausedEventStatements, addEventStatements } from './security-events.js';
import { holdOwnSessionStatement, signInStatements, stepUpStatements } from './session-statements.js';

/** What decides about the next step of a sign-in to an account. */
export interface SignInFacts {
  /** Whether the account itself requires a second factor after the password. */
  requiresSecondFactor: boolean;
  hasTotp: boolean;
  /** The sealed secret of the authenticator app; null without one. */
  sealedTotp: string | null;
  hasRecoveryCodes: boolean;
  hasPasskey: boolean;
  hasPassword: boolean;
  /** The address of the terms that the user has accepted last. */
  acceptedTerms: string | null;
  /** An address of the account that is verified. */
  verifiedAddress: string | null;
  /** An address of the account that is not verified. */
  unverifiedAddress: string | null;
}

/** The authenticator app of an account. */
export interface Totp {
  sealed: string;
  createdAt: number;
  /** Null until a code came back. */
  confirmedAt: number | null;
  /** The time step of the last code that was accepted. */
  lastStep: number;
  /** Until when it must be confirmed; null once it is. */
  expires: number | null;
  /** The secret of the app that is being set up in its place; null if none is. */
  nextSealed: string | null;
}

/** What proves the second factor: the code of a time step, or a recovery code by its stored hash. */
export type SecondFactorProof = { sealed: string; step: number } | { recoveryHash: string };

/** How the session that a step completes replaces the one before. */
export interface Move {
  session: Session;
  now: number;
  previousId: string;
  /** Whether the session before was the same user's. */
  again: boolean;
}

/** Second factors of accounts, and what else a sign-in may have to wait for. */
export interface SecondFactorStore {
  /** Undefined if there is no such account. */
  findSignInFacts(userId: string): Promise<SignInFacts | undefined>;
  findTotp(userId: string): Promise<Totp | undefined>;
  listRecoveryHashes(userId: string): Promise<string[]>;
  /**
   * Saves a secret that waits for its first code, in place of another such one. False if one is confirmed already, unless
   * that is `lost`, which stays in force until the new one is confirmed.
   */
  saveTotp(userId: string, sealed: string, now: number, expires: number, lost?: string): Promise<boolean>;
  /**
   * Makes the secret the account's second factor, with these recovery codes. `by` is the session that does it, or the
   * sign-in that waits for it, which it completes. False, and nothing is saved, if the secret is another one by now or
   * over, or the session has ended.
   */
  confirmTotp(
    userId: string,
    proof: { sealed: string; step: number },
    hashes: readonly string[],
    now: number,
    by: Pick<Session, 'id' | 'device'> | Move,
  ): Promise<boolean>;
  /**
   * Removes the authenticator app with its recovery codes. `kept`: it is the only second factor of an account that requires
   * one, by itself or with `isRequired`. `none`: there is no confirmed one, or the session has ended.
   */
  removeTotp(
    userId: string,
    session: Pick<Session, 'id'>,
    isRequired: boolean,
    cause: Cause,
  ): Promise<'removed' | 'none' | 'kept'>;
  /** Replaces all recovery codes. False if there is no confirmed authenticator app, or the session has ended. */
  replaceRecoveryCodes(
    userId: string,
    session: Pick<Session, 'id'>,
    hashes: readonly string[],
    cause: Cause,
  ): Promise<boolean>;
  /** Has the account require a second factor or not. False, to require one, if it has none, or the session has ended. */
  changeSecondFactor(userId: string, session: Pick<Session, 'id'>, isRequired: boolean, cause: Cause): Promise<boolean>;
  /**
   * Uses the proof up and moves the session on. Of any number of callers at once with one code exactly one succeeds: a
   * time step counts once, a recovery code is deleted.
   */
  signInWithSecondFactor(userId: string, proof: SecondFactorProof, move: Move): Promise<boolean>;
  /** Notes that the user has accepted the terms, and moves the session on. */
  acceptTerms(userId: string, url: string, move: Move): Promise<boolean>;
  /** Lists sealed secrets by user, those after `last`; at most `atMost`. */
  listTotp(last: string, atMost: number): Promise<{ userId: string; sealed: string; isConfirmed: boolean }[]>;
  /** Puts another sealed text of the same secret in the place of `former`. */
  replaceTotp(userId: string, former: string, next: string): Promise<boolean>;
}

function readTotp(row: Row): Totp {
  return {
    sealed: row['sealed'] as string,
    createdAt: row['created_at'] as number,
    confirmedAt: row['confirmed_at'] as number | null,
    lastStep: row['last_step'] as number,
    expires: row['expires'] as number | null,
    nextSealed: row['next_sealed'] as string | null,
  };
}

/** Moves the session on that a step completes. */
export function moveStatements({ session, now, previousId, again }: Move): Statement[] {
  return (again ? stepUpStatements : signInStatements)(session, now, previousId);
}

function replaceCodesStatements(userId: string, hashes: readonly string[]): Statement[] {
  return [
    { sql: 'delete from recovery_codes where user_id = ? returning hash', values: [userId] },
    ...hashes.map((hash) => ({
      sql: 'insert into recovery_codes (user_id, hash) values (?, ?) returning hash',
      values: [userId, hash],
    })),
  ];
}

const isConfirmed = 'select user_id from totp where user_id = ? and confirmed_at is not null';

/** The operations on second factors, over an open database. */
export function createSecondFactorStore(database: Database): SecondFactorStore {
  return {
    async findSignInFacts(userId) {
      const [row] = await database.query({
        sql: `select second_factor, accepted_terms, case when password_hash is null then 0 else 1 end as has_password,
          (select sealed from totp where totp.user_id = users.id and confirmed_at is not null) as sealed_totp,
          (select count(*) from recovery_codes where recovery_codes.user_id = users.id) as codes,
          (select count(*) from credentials where credentials.user_id = users.id) as passkeys,
          (select min(address) from addresses where addresses.user_id = users.id and verified_at is not null) as verified,
          (select min(address) from addresses where addresses.user_id = users.id and verified_at is null) as unverified
          from users where id = ?`,
        values: [userId],
      });
      return (
        row && {
          requiresSecondFactor: row['second_factor'] === 'required',
          hasTotp: row['sealed_totp'] !== null,
          sealedTotp: row['sealed_totp'] as string | null,
          hasRecoveryCodes: Number(row['codes']) > 0,
          hasPasskey: Number(row['passkeys']) > 0,
          hasPassword: Number(row['has_password']) > 0,
          acceptedTerms: row['accepted_terms'] as string | null,
          verifiedAddress: row['verified'] as string | null,
          unverifiedAddress: row['unverified'] as string | null,
        }
      );
    },

    async findTotp(userId) {
      const [row] = await database.query({ sql: 'select * from totp where user_id = ?', values: [userId] });
      return row && readTotp(row);
    },

    async listRecoveryHashes(userId) {
      const rows = await database.query({ sql: 'select hash from recovery_codes where user_id = ?', values: [userId] });
      return rows.map((row) => row['hash'] as string);
    },

    async saveTotp(userId, sealed, now, expires, lost) {
      if (lost !== undefined) {
        const sql =
          'update totp set next_sealed = ?, next_expires = ? where user_id = ? and sealed = ? and confirmed_at is not null returning user_id';
        return (await database.query({ sql, values: [sealed, expires, userId, lost] })).length > 0;
      }
      const rows = await database.query({
        sql: `insert into totp (user_id, sealed, created_at, confirmed_at, last_step, expires) values (?, ?, ?, null, 0, ?)
          on conflict (user_id) do update set sealed = excluded.sealed, created_at = excluded.created_at, expires = excluded.expires
          where totp.confirmed_at is null returning user_id`,
        values: [userId, sealed, now, expires],
      });
      return rows.length > 0;
    },

    async confirmTotp(userId, { sealed, step }, hashes, now, by) {
      const { device } = 'session' in by ? by.session : by;
      const outcome = await database.transact([
        ...('session' in by ? [] : [holdOwnSessionStatement(by.id, userId, now)]),
        {
          sql: `update totp set sealed = ?, confirmed_at = ?, last_step = ?, expires = null, next_sealed = null, next_expires = null
            where user_id = ? and ((sealed = ? and confirmed_at is null and expires > ?) or (next_sealed = ? and next_expires > ?)) returning user_id`,
          values: [sealed, now, step, userId, sealed, now, sealed, now],
          required: true,
        },
        ...replaceCodesStatements(userId, hashes),
        ...forgetBrowsersStatements(userId, 'session' in by ? { id: by.previousId } : by),
        ...addEventStatements({ userId, type: 'second-factor-added', at: now, device, detail: 'totp' }),
        ...('session' in by ? moveStatements(by) : []),
      ]);
      return outcome.committed;
    },

    async removeTotp(userId, { id }, isRequired, cause) {
      const outcome = await database.transact([
        holdOwnSessionStatement(id, userId, cause.at),
        holdAccountStatement(userId),
        { sql: isConfirmed, values: [userId], required: true },
        needNoFactorStatement(userId, isRequired, [
          'exists (select 1 from credentials where credentials.user_id = users.id)',
        ]),
        {
          sql: 'delete from totp where user_id = ? returning user_id',
          values: [userId],
        },
        ...replaceCodesStatements(userId, []),
        ...forgetBrowsersStatements(userId, { id }),
        ...addCausedEventStatements(userId, 'second-factor-removed', cause, 'totp'),
      ]);
      if (outcome.committed) return 'removed';
      return outcome.refusedBy === 3 ? 'kept' : 'none';
    },

    async replaceRecoveryCodes(userId, { id }, hashes, cause) {
      const outcome = await database.transact([
        holdOwnSessionStatement(id, userId, cause.at),
        holdAccountStatement(userId),
        { sql: isConfirmed, values: [userId], required: true },
        ...replaceCodesStatements(userId, hashes),
        ...forgetBrowsersStatements(userId, { id }),
        ...addCausedEventStatements(userId, 'recovery-codes-replaced', cause),
      ]);
      return outcome.committed;
    },

    async changeSecondFactor(userId, { id }, isRequired, cause) {
      const outcome = await database.transact([
        holdOwnSessionStatement(id, userId, cause.at),
        // Waits for a removal of what it requires, and then sees what is left.
        holdAccountStatement(userId),
        {
          sql: `update users set second_factor = ? where id = ? and (? = 0
            or exists (select 1 from credentials where credentials.user_id = ?)
            or exists (select 1 from totp where totp.user_id = ? and confirmed_at is not null)) returning id`,
          values: [isRequired ? 'required' : null, userId, Number(isRequired), userId, userId],
          required: true,
        },
        ...forgetBrowsersStatements(userId, { id }),
        ...addCausedEventStatements(userId, 'second-factor-changed', cause, isRequired ? 'required' : 'optional'),
      ]);
      return outcome.committed;
    },

    async signInWithSecondFactor(userId, proof, move) {
      const { device } = move.session;
      const use: Statement[] =
        'recoveryHash' in proof
          ? [
              {
                sql: 'delete from recovery_codes where user_id = ? and hash = ? returning hash',
                values: [userId, proof.recoveryHash],
                required: true,
              },
              ...addEventStatements({ userId, type: 'recovery-code-used', at: move.now, device }),
            ]
          : [
              {
                sql: `update totp set last_step = ? where user_id = ? and sealed = ? and last_step < ?
                  and confirmed_at is not null returning user_id`,
                values: [proof.step, userId, proof.sealed, proof.step],
                required: true,
              },
            ];
      return (await database.transact([...use, ...moveStatements(move)])).committed;
    },

    async acceptTerms(userId, url, move) {
      const outcome = await database.transact([
        {
          sql: 'update users set accepted_terms = ? where id = ? returning id',
          values: [url, userId],
          required: true,
        },
        ...moveStatements(move),
      ]);
      return outcome.committed;
    },

    async listTotp(last, atMost) {
      const rows = await database.query({
        sql: 'select user_id, sealed, confirmed_at from totp where user_id > ? order by user_id limit ?',
        values: [last, atMost],
      });
      return rows.map((row) => ({
        userId: row['user_id'] as string,
        sealed: row['sealed'] as string,
        isConfirmed: row['confirmed_at'] !== null,
      }));
    },

    async replaceTotp(userId, former, next) {
      const sql = 'update totp set sealed = ? where user_id = ? and sealed = ? returning user_id';
      return (await database.query({ sql, values: [next, userId, former] })).length > 0;
    },
  };
}
