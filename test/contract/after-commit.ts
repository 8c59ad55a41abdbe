import { StoreUnavailable, type Database, type Row } from '../../server/src/store/database.js';
import { createPerson, signUp, type Person } from '../support/node/people.js';
import { signInAtProvider, type FederatedServer } from '../support/node/provider-visit.js';
import { openTestStore } from '../support/node/server.js';
import type { Answer } from '../support/node/visitor.js';
import { play, scenarios } from './scenarios.js';
import type { Scenario } from './scenario.js';

/** What users have and are told. A challenge, a code or a count may be used up by a request that fails. */
const lasting: Record<string, string> = {
  users: '*',
  credentials: 'id, user_id, nickname, trusted_from, counter',
  sessions: 'id, public_id, user_id, auth_method, auth_time, parent',
  totp: 'user_id, sealed, confirmed_at, last_step',
  recovery_codes: '*',
  identities: '*',
  addresses: '*',
  notes: '*',
  security_events: 'user_id, type, detail',
};

async function readLasting(database: Database): Promise<string> {
  const tables = await Promise.all(
    Object.entries(lasting).map(async ([table, columns]) => {
      const condition = table === 'sessions' ? ' where user_id is not null' : '';
      const rows: Row[] = await database.query({ sql: `select ${columns} from ${table}${condition}`, values: [] });
      return [table, rows.map((row) => JSON.stringify(row)).toSorted()];
    }),
  );
  return JSON.stringify(Object.fromEntries(tables));
}

/** The notes and the requests of a provider are not in the contract. */
const member = (server: FederatedServer): Promise<Person> => signUp(server, 'ada', 'correct horse battery');
const putNote = ({ browser }: Person): Promise<Answer> =>
  browser.put('/notes/one', { title: 'a note', text: 'its text' }, { 'If-None-Match': '*' });
const moreScenarios: Record<string, Record<string, Scenario>> = {
  'GET /notes': { '200': { prepare: member, act: ({ browser }) => browser.get('/notes') } },
  'PUT /notes/{id}': { '201': { prepare: member, act: putNote } },
  'GET /notes/{id}': {
    '200': {
      prepare: async (server) => {
        const ada = await member(server);
        await putNote(ada);
        return ada;
      },
      act: ({ browser }) => browser.get('/notes/one'),
    },
  },
  'DELETE /notes/{id}': {
    '204': {
      prepare: member,
      act: async (ada) => {
        const { headers } = await putNote(ada);
        return ada.browser.send('/notes/one', {
          method: 'DELETE',
          headers: { 'Sec-Fetch-Site': 'same-origin', 'If-Match': headers.get('ETag')! },
        });
      },
    },
  },
  'POST /auth/backchannel-logout': {
    '200': {
      prepare: async (server) => {
        const ada = createPerson(server, 'ada');
        await signInAtProvider(ada.browser, server.provider);
        return ada;
      },
      act: async (_ada, { clock, provider, visitor }) =>
        visitor({ headers: {} }).post(
          '/auth/backchannel-logout',
          new URLSearchParams({
            logout_token: await provider.issueLogoutToken({ sub: provider.endUser.sub }, clock.now()),
          }),
          { 'Content-Type': 'application/x-www-form-urlencoded' },
        ),
    },
  },
  'POST /notes': {
    '200': {
      prepare: member,
      act: ({ browser }) =>
        browser.post('/notes', {
          writes: [
            {
              method: 'PUT',
              path: '/notes/one',
              headers: { 'If-None-Match': '*', 'Idempotency-Key': 'a'.repeat(22) },
              body: { title: 'a note', text: 'its text' },
            },
          ],
        }),
    },
  },
};

/** Ways to each success of each route: one a route, or all of them. */
export function findSuccesses(route: string, all: boolean): [name: string, scenario: Scenario][] {
  const cases = Object.entries({ ...scenarios, ...moreScenarios }[route] ?? {});
  // In those with a sign-out in another tab, that is what changes something.
  const successes = cases.filter(([name, { signOutBefore }]) => /^[23]\d\d/.test(name) && !signOutBefore);
  return all ? successes : successes.slice(0, 1);
}

/** What came of a request when the database failed from a certain statement on. */
export interface Interrupted {
  status: number;
  /** Whether something lasting had changed. */
  isDone: boolean;
  /** Whether the answer signs a user in. */
  setsCookie: boolean;
}

interface Watched {
  answer: Answer;
  isDone: boolean;
  /** The positions of the operations of the last request that wrote something. */
  writes: number[];
  exchanges: number;
}

/** Plays a scenario; the database fails in its last request, the `exchanges`th, after the operation at `last`. */
async function watch(scenario: Scenario, fault?: { exchanges: number; last: number }): Promise<Watched> {
  let database!: Database;
  let server: FederatedServer | undefined;
  let isOver = false;
  let before = '';
  let answer!: Answer;
  let isDone = false;
  let exchanges = 0;
  let position = -1;
  let writes: number[] = [];
  let current = -1;
  const observe = async <Result>(isWrite: (result: Result) => boolean, run: () => Promise<Result>): Promise<Result> => {
    if (!server || isOver) return run();
    const request = server.exchanges.length;
    if (request !== current) [current, position, writes] = [request, -1, []];
    position += 1;
    const own = position;
    if (own === 0 && (!fault || request === fault.exchanges)) before = await readLasting(database);
    if (fault && request === fault.exchanges && own > fault.last)
      throw new StoreUnavailable(new Error('the database failed'));
    const result = await run();
    if (request === current && isWrite(result)) writes.push(own);
    return result;
  };
  const isChange = (sql: string): boolean => !/^\s*select/i.test(sql);
  await play(scenario, {
    config: { limitFailures: true },
    open: () =>
      openTestStore('libsql', (opened) => {
        database = opened;
        return {
          ...opened,
          query: (statement) =>
            observe(
              (rows) => rows.length > 0 && isChange(statement.sql),
              () => opened.query(statement),
            ),
          transact: (statements) =>
            observe(
              ({ committed }) => committed,
              () => opened.transact(statements),
            ),
        };
      }),
    prepared: async (started) => {
      await started.settled();
      server = started;
    },
    answered: async (given) => {
      isOver = true;
      answer = given;
      exchanges = server!.exchanges.length - 1;
      isDone = before !== '' && (await readLasting(database)) !== before;
    },
  });
  return { answer, isDone, writes, exchanges };
}

/**
 * Has the database fail at every statement that follows each one that the last request of the scenario commits, as if it
 * was lost at that moment.
 */
export async function interrupt(scenario: Scenario): Promise<Interrupted[]> {
  const { writes, exchanges, answer } = await watch(scenario);
  if (answer.status >= 400) throw new Error(`The scenario ends with ${answer.status}: ${answer.text}`);
  const results: Interrupted[] = [];
  for (const last of writes) {
    const { answer: got, isDone } = await watch(scenario, { exchanges, last });
    const setsCookie = got.headers.getSetCookie().some((line) => /^__Host-(?:sid|known)=[^;]/.test(line));
    results.push({ status: got.status, isDone, setsCookie });
  }
  return results;
}
