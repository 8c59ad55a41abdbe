import type { Database, Row } from './database.js';
import type { Carrier, Flow, FlowPurpose } from './records.js';
import { carrierStatements } from './session-statements.js';

/** OpenID flows that wait for their callback. */
export interface FlowStore {
  /**
   * Adds a flow. One that has a session is added to it, which is created when given; false when the session is over.
   */
  addFlow(flow: Flow, now: number, carrier?: Carrier): Promise<boolean>;
  /**
   * Removes the flow with this state and returns it, also when it is over. Of any number of callers at once exactly one
   * gets it, and only in the browser that began it; another one leaves it where it is.
   */
  takeFlow(state: string, browser: string): Promise<Flow | undefined>;
}

function readFlow(row: Row): Flow {
  return {
    state: row['state'] as string,
    browser: row['browser'] as string,
    issuer: row['issuer'] as string,
    startedFrom: row['started_from'] as string | null,
    nonce: row['nonce'] as string,
    verifier: row['verifier'] as string,
    returnTo: row['return_to'] as string,
    mode: row['mode'] as Flow['mode'],
    purpose: row['purpose'] as FlowPurpose,
    userId: row['user_id'] as string | null,
    sessionId: row['session_id'] as string | null,
    maxAge: row['max_age'] as number | null,
    handOff: row['hand_off'] as string | null,
    startedAt: row['started_at'] as number,
    expires: row['expires'] as number,
  };
}

/** The operations on flows, over an open database. */
export function createFlowStore(database: Database): FlowStore {
  return {
    async addFlow(flow, now, carrier) {
      const { state, browser, nonce, verifier, returnTo, mode, purpose, userId, sessionId, maxAge, handOff } = flow;
      const { issuer, startedFrom, startedAt, expires } = flow;
      const outcome = await database.transact([
        ...(carrier ? carrierStatements(sessionId!, now, carrier) : []),
        {
          sql: `insert into flows (state, browser, issuer, started_from, nonce, verifier, return_to, mode, purpose, user_id, session_id, max_age, hand_off, started_at, expires)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning state`,
          values: [
            state,
            browser,
            issuer,
            startedFrom,
            nonce,
            verifier,
            returnTo,
            mode,
            purpose,
            userId,
            sessionId,
            maxAge,
            handOff,
            startedAt,
            expires,
          ],
        },
      ]);
      return outcome.committed;
    },

    async takeFlow(state, browser) {
      const [row] = await database.query({
        sql: 'delete from flows where state = ? and browser = ? returning *',
        values: [state, browser],
      });
      return row && readFlow(row);
    },
  };
}
