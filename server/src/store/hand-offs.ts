import { handOffsPerSession } from '../config/limits.js';
import type { Database, Row } from './database.js';
import type {
  Carrier,
  HandOff,
  HandOffQuestion,
  HandOffStatus,
  Identity,
  Session,
  SignedInSession,
} from './records.js';
import {
  carrierStatements,
  holdOwnSessionStatement,
  presentAndFormerId,
  signInStatements,
} from './session-statements.js';

/** Hand-offs, from the code in the app until the app is signed in, and the provider's response for them. */
export interface HandOffStore {
  /**
   * Adds an open hand-off to its session, which is created when given. Of those that are not over the newest 3 stay so.
   * False when the session is over.
   */
  addHandOff(handOff: Omit<HandOff, 'status'>, now: number, carrier: Carrier): Promise<boolean>;
  /** Returns the hand-off, over or not. */
  findHandOff(id: string): Promise<HandOff | undefined>;
  /** The same for the session that began it only, which a sign-in may have moved to another id since. */
  findOwnHandOff(id: string, sessionId: string): Promise<HandOff | undefined>;
  /**
   * Stores the proof of who has signed in, as whom, and the browser that must confirm it. Returns false if the hand-off is
   * no longer open.
   */
  proveHandOff(
    id: string,
    question: HandOffQuestion,
    proof: string,
    now: number,
    identity?: Pick<Identity, 'issuer' | 'subject'>,
  ): Promise<boolean>;
  /** Ends a hand-off that is open; any other one stays as it is. */
  endHandOff(id: string, status: 'declined' | 'failed'): Promise<void>;
  /** Returns the hand-off that the question is about, with the proof as long as there is one. */
  findQuestion(question: HandOffQuestion): Promise<(HandOff & { proof: string | null }) | undefined>;
  /**
   * Counts one try at the code before it is compared, and returns the code and how many tries that makes; nothing when
   * the question is not open.
   */
  tryHandOffCode(question: HandOffQuestion, now: number): Promise<{ code: string; tries: number } | undefined>;
  /** Stores the user's answer, once. Declining deletes the proof and returns it. */
  answerQuestion(
    question: HandOffQuestion,
    answer: 'confirmed' | 'declined',
    now: number,
  ): Promise<{ proof: string | undefined } | undefined>;
  /** Returns the open hand-off with this code. */
  findHandOffByCode(code: string, now: number): Promise<HandOff | undefined>;
  /**
   * Confirms an open hand-off, with the proof of who has done so, unless the session of that user has ended. Of any
   * number of callers at once exactly one succeeds.
   */
  approveHandOff(
    id: string,
    proof: string,
    approver: Pick<SignedInSession, 'id' | 'authentication'>,
    now: number,
  ): Promise<'approved' | 'session-ended' | 'over'>;
  /**
   * Starts the session of a hand-off in the place of `previousId`, at which an account that is to be deleted is kept.
   * Returns false if the session that approved it, the previous one or the hand-off has ended.
   */
  startApprovedSession(session: Session, now: number, previousId: string, approvedBy: string): Promise<boolean>;
  /**
   * Takes the proof of a hand-off that is confirmed; the session that redeems it is to be started next. Of any number of
   * callers at once exactly one gets it.
   */
  takeProof(id: string, now: number): Promise<string | undefined>;
  /** Redeems a hand-off, whose proof was taken, without a new session. False if it has ended meanwhile. */
  redeemHandOff(id: string): Promise<boolean>;
  /** Deletes and returns the proofs that can no longer be redeemed. */
  takeLeftProofs(now: number): Promise<{ handOff: string; proof: string }[]>;
}

function readHandOff(row: Row): HandOff {
  return {
    id: row['id'] as string,
    sessionId: row['session_id'] as string,
    code: row['code'] as string,
    device: row['device'] as string,
    status: row['status'] as HandOffStatus,
    expires: row['expires'] as number,
  };
}

/** The operations on hand-offs, over an open database. */
export function createHandOffStore(database: Database): HandOffStore {
  return {
    async addHandOff({ id, sessionId, code, device, expires }, now, carrier) {
      const outcome = await database.transact([
        ...carrierStatements(sessionId, now, carrier),
        {
          sql: `update hand_offs set expires = ? where session_id = ? and expires > ? and id not in
            (select id from hand_offs where session_id = ? and expires > ? order by sequence desc limit ${handOffsPerSession - 1}) returning id`,
          values: [now, sessionId, now, sessionId, now],
        },
        {
          sql: `insert into hand_offs (id, session_id, code, device, status, expires, sequence) values (?, ?, ?, ?, 'open', ?,
            (select coalesce(max(sequence), 0) + 1 from hand_offs where session_id = ?)) returning id`,
          values: [id, sessionId, code, device, expires, sessionId],
        },
      ]);
      return outcome.committed;
    },

    async findHandOff(id) {
      const [row] = await database.query({ sql: 'select * from hand_offs where id = ?', values: [id] });
      return row && readHandOff(row);
    },

    async findOwnHandOff(id, sessionId) {
      const sql = `select * from hand_offs where id = ? and session_id in ${presentAndFormerId}`;
      const [row] = await database.query({ sql, values: [id, sessionId, sessionId] });
      return row && readHandOff(row);
    },

    async proveHandOff(id, { browser, confirmation }, proof, now, identity) {
      const outcome = await database.transact([
        {
          sql: `update hand_offs set status = 'proven', browser = ?, confirmation = ?, issuer = ?, subject = ?
            where id = ? and status = 'open' and expires > ? returning id`,
          values: [browser, confirmation, identity?.issuer ?? null, identity?.subject ?? null, id, now],
          required: true,
        },
        { sql: 'insert into hand_off_proofs (hand_off, proof) values (?, ?) returning hand_off', values: [id, proof] },
      ]);
      return outcome.committed;
    },

    async endHandOff(id, status) {
      await database.query({
        sql: `update hand_offs set status = ? where id = ? and status = 'open' returning id`,
        values: [status, id],
      });
    },

    async findQuestion({ browser, confirmation }) {
      const [row] = await database.query({
        sql: `select hand_offs.*, proof from hand_offs left join hand_off_proofs on hand_off = id where confirmation = ? and browser = ?`,
        values: [confirmation, browser],
      });
      return row && { ...readHandOff(row), proof: row['proof'] as string | null };
    },

    async tryHandOffCode({ browser, confirmation }, now) {
      const [row] = await database.query({
        sql: `update hand_offs set tries = tries + 1 where confirmation = ? and browser = ? and status = 'proven'
          and expires > ? returning code, tries`,
        values: [confirmation, browser, now],
      });
      return row && { code: row['code'] as string, tries: row['tries'] as number };
    },

    async answerQuestion({ browser, confirmation }, answer, now) {
      const outcome = await database.transact([
        {
          sql: `update hand_offs set status = ? where confirmation = ? and browser = ? and status = 'proven' and expires > ? returning id`,
          values: [answer, confirmation, browser, now],
          required: true,
        },
        {
          sql: `delete from hand_off_proofs where hand_off = (select id from hand_offs where confirmation = ? and status = 'declined') returning proof`,
          values: [confirmation],
        },
      ]);
      return outcome.committed ? { proof: outcome.results[1]![0]?.['proof'] as string | undefined } : undefined;
    },

    async findHandOffByCode(code, now) {
      const [row] = await database.query({
        sql: `select * from hand_offs where code = ? and status = 'open' and expires > ? limit 1`,
        values: [code, now],
      });
      return row && readHandOff(row);
    },

    async approveHandOff(id, proof, approver, now) {
      const outcome = await database.transact([
        holdOwnSessionStatement(approver.id, approver.authentication.userId, now),
        {
          sql: `update hand_offs set status = 'confirmed', user_id = ? where id = ? and status = 'open' and expires > ? returning id`,
          values: [approver.authentication.userId, id, now],
          required: true,
        },
        { sql: 'insert into hand_off_proofs (hand_off, proof) values (?, ?) returning hand_off', values: [id, proof] },
      ]);
      if (outcome.committed) return 'approved';
      return outcome.refusedBy === 0 ? 'session-ended' : 'over';
    },

    async startApprovedSession(session, now, previousId, approvedBy) {
      const { userId } = (session.pending?.authentication ?? session.authentication)!;
      const outcome = await database.transact([
        {
          // Makes a concurrent sign-out wait for this transaction, or this one see it.
          sql: 'update sessions set expires = expires where public_id = ? and user_id = ? and expires > ? returning id',
          values: [approvedBy, userId, now],
          required: true,
        },
        ...signInStatements(session, now, previousId),
      ]);
      return outcome.committed;
    },

    async takeProof(id, now) {
      const outcome = await database.transact([
        {
          sql: `update hand_offs set status = 'taken' where id = ? and status = 'confirmed' and expires > ? returning id`,
          values: [id, now],
          required: true,
        },
        { sql: 'delete from hand_off_proofs where hand_off = ? returning proof', values: [id] },
      ]);
      return outcome.committed ? (outcome.results[1]![0]?.['proof'] as string | undefined) : undefined;
    },

    async redeemHandOff(id) {
      const sql = `update hand_offs set status = 'redeemed' where id = ? and status = 'taken' returning id`;
      return (await database.query({ sql, values: [id] })).length > 0;
    },

    async takeLeftProofs(now) {
      const rows = await database.query({
        sql: `delete from hand_off_proofs where hand_off in
          (select id from hand_offs where expires <= ? union all select id from hand_offs where status = 'ended') returning hand_off, proof`,
        values: [now],
      });
      return rows.map((row) => ({ handOff: row['hand_off'] as string, proof: row['proof'] as string }));
    },
  };
}
