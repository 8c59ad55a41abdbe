import { changeAddressStatement, holdVerifiedAddressStatement, verifyAddressStatement } from './addresses.js';
import type { Database, Row, Statement } from './database.js';
import type { AddressKind, Carrier, OneTimeCode, Session } from './records.js';
import { moveStatements, type Move } from './second-factors.js';
import { addEventStatements } from './security-events.js';
import {
  carrierStatements,
  holdOwnSessionStatement,
  signInStatements,
  stepUpStatements,
} from './session-statements.js';

/**
 * That the account's owner has the address: a code that came back, or, without a `hash`, a token for the address, whose
 * nonce was used up before.
 */
export type AddressProof = Pick<OneTimeCode, 'sessionId' | 'userId' | 'address'> & { hash: string | null };

/** One-time codes that wait to come back. A session has at most one. */
export interface OneTimeCodeStore {
  /**
   * Saves the code in place of the one that its session had. The session is created when given. False when it is over.
   */
  saveCode(code: OneTimeCode, now: number, carrier: Carrier): Promise<boolean>;
  /**
   * Counts one try at the code of the session before it is compared, and returns the code; nothing when it is over
   * or `atMost` tries were had.
   */
  tryCode(sessionId: string, now: number, atMost: number): Promise<(OneTimeCode & { tries: number }) | undefined>;
  /** Uses the code up without a proof: no later guess is compared. */
  discardCode(code: Pick<OneTimeCode, 'sessionId' | 'hash'>): Promise<void>;
  /**
   * Uses the code up, if the proof is one, and starts or, for a user who is signed in already, renews a session of
   * whom it belongs to. False when it is used up already, the address is not theirs any more, or the session that asked
   * has ended. Of any number of callers at once with a code exactly one succeeds.
   */
  signInWithCode(session: Session, now: number, proof: AddressProof, again: boolean): Promise<boolean>;
  /** Uses the code up and marks the address as verified. `gone`: as above; `taken`: another account has it verified. */
  verifyAddress(
    proof: AddressProof,
    now: number,
    session?: Pick<Session, 'device'>,
  ): Promise<'verified' | 'gone' | 'taken'>;
  /**
   * The same for a sign-in that waits for it, which moves on. With `mayAdd`, an address that the account does not have
   * becomes its address. `gone`: also when no sign-in of the account waits in the session any more.
   */
  signInWithAddress(
    proof: AddressProof,
    move: Move,
    options: { mayAdd: boolean },
  ): Promise<'verified' | 'gone' | 'taken'>;
}

function readCode(row: Row): OneTimeCode {
  return {
    sessionId: row['session_id'] as string,
    hash: row['hash'] as string,
    purpose: row['purpose'] as OneTimeCode['purpose'],
    userId: row['user_id'] as string | null,
    address: row['address'] as string,
    expires: row['expires'] as number,
  };
}

/** Deletes the code, which fails the transaction when it is gone or another has taken its place. */
function useUpStatement({ sessionId, hash }: Pick<OneTimeCode, 'sessionId' | 'hash'>): Statement {
  const sql = 'delete from codes where session_id = ? and hash = ? returning hash';
  return { sql, values: [sessionId, hash], required: true };
}

/** The same for a proof, if that is a code. */
const useUpStatements = ({ sessionId, hash }: AddressProof): Statement[] =>
  hash === null ? [] : [useUpStatement({ sessionId, hash })];

const kindOf = (address: string): AddressKind => (address.includes('@') ? 'email' : 'phone');

/** The operations on one-time codes, over an open database. */
export function createOneTimeCodeStore(database: Database): OneTimeCodeStore {
  /** Marks the address as verified if all `standing` statements hold, and after `before`. */
  const verify = async (
    { userId, address }: AddressProof,
    now: number,
    device: string,
    standing: Statement[],
    before: Statement[] = [],
  ): Promise<'verified' | 'gone' | 'taken'> => {
    const detail = kindOf(address);
    const outcome = await database.transact([
      ...standing,
      ...before,
      verifyAddressStatement(userId!, address, now),
      ...addEventStatements({ userId: userId!, type: 'address-verified', at: now, device, detail }),
    ]);
    if (outcome.committed) return 'verified';
    if (outcome.refusedBy < standing.length) return 'gone';
    const others = await database.query({
      sql: 'select user_id from addresses where address = ? and user_id <> ? and verified_at is not null',
      values: [address, userId],
    });
    return others.length > 0 ? 'taken' : 'gone';
  };

  return {
    async saveCode({ sessionId, hash, purpose, userId, address, expires }, now, carrier) {
      const outcome = await database.transact([
        ...carrierStatements(sessionId, now, carrier),
        {
          sql: `insert into codes (session_id, hash, purpose, user_id, address, tries, expires) values (?, ?, ?, ?, ?, 0, ?)
            on conflict (session_id) do update set hash = excluded.hash, purpose = excluded.purpose, user_id = excluded.user_id,
            address = excluded.address, tries = 0, expires = excluded.expires returning hash`,
          values: [sessionId, hash, purpose, userId, address, expires],
        },
      ]);
      return outcome.committed;
    },

    async tryCode(sessionId, now, atMost) {
      const [row] = await database.query({
        sql: 'update codes set tries = tries + 1 where session_id = ? and tries < ? and expires > ? returning *',
        values: [sessionId, atMost, now],
      });
      return row && { ...readCode(row), tries: row['tries'] as number };
    },

    async discardCode(code) {
      await database.query(useUpStatement(code));
    },

    async signInWithCode(session, now, proof, again) {
      return (
        await database.transact([
          ...useUpStatements(proof),
          holdVerifiedAddressStatement(proof.userId!, proof.address),
          ...(again ? stepUpStatements : signInStatements)(session, now, proof.sessionId),
        ])
      ).committed;
    },

    async verifyAddress(proof, now, { device } = { device: '' }) {
      const { sessionId, userId } = proof;
      const standing = [holdOwnSessionStatement(sessionId, userId!, now), ...useUpStatements(proof)];
      return verify(proof, now, device, standing);
    },

    async signInWithAddress(proof, move, { mayAdd }) {
      const { session, now } = move;
      const { userId, address } = proof;
      // The session moves on first, which fails unless the sign-in still waits in it.
      const standing = [...useUpStatements(proof), ...moveStatements(move)];
      if (!mayAdd) return verify(proof, now, session.device, standing);
      const kind = kindOf(address);
      const [former] = await database.query({
        sql: 'select address from addresses where user_id = ? and kind = ?',
        values: [userId, kind],
      });
      if (former?.['address'] === address) return verify(proof, now, session.device, standing);
      return verify(proof, now, session.device, standing, [
        changeAddressStatement(userId!, { kind, address }),
        ...addEventStatements({
          userId: userId!,
          type: 'address-changed',
          at: now,
          device: session.device,
          detail: kind,
        }),
      ]);
    },
  };
}
