// `npm run query-plans [-- --quick]`: fills databases of PostgreSQL of growing size, plays every scenario of the contract
// and every other operation of the store on each, and has PostgreSQL explain each statement while it runs it. Ends with
// 1 if a statement reads a whole table, or reads more pages in a large database than in a small one.
import { argv, exit } from 'node:process';
import pg from 'pg';
import type { Database, Outcome, Row, Statement } from '../server/src/store/database.js';
import { migrate } from '../server/src/store/migrations.js';
import { columnTypes, numberPlaceholders, openPostgres } from '../server/src/store/postgres.js';
import { createStore } from '../server/src/store/store.js';
import { play, scenarios } from '../test/contract/scenarios.js';
import { inOneLine, isWholeScan, nodesOf, useRemainingOperations, type PlanNode } from '../test/support/node/plans.js';
import { createDatabase, startCluster } from '../test/support/node/postgres.js';
import { median } from './statistics.js';

const quick = argv.includes('--quick');
const sizes = quick ? [1_000, 20_000] : [1_000, 1_000_000];
const eventsPerAccount = 10;
/** A table of fewer rows is one or few pages, which PostgreSQL reads whole because that is cheapest. */
const rowsOfSmallTable = 500;
/** Levels of indexes, and pages that are shared with neighbours, make this difference. */
const pagesMore = 3;
/** A row whose new version finds no room in its page gets an entry in each index: 9 indexes of 4 levels and more. */
const pagesOfNewRow = 64;

/**
 * Runs of a statement in one scenario that count. Some change one row 300 times, whose versions stay until the transaction
 * ends, as they never do in a server; other statements on such a row do not count either.
 */
const repetitionsAtMost = 10;

/** What each run of a statement cost, in pages of 8 KB and in milliseconds, and the tables that it read whole. */
interface Cost {
  pages: number[];
  milliseconds: number[];
  scans: Set<string>;
}

/** Accounts with a passkey and a session each; of ten one signs in at a provider, three have an address, one has notes. */
const fillStatements = (accounts: number): string[] => [
  `create temporary table people as select n, md5(n::text) as id from generate_series(1, ${accounts}) n order by 2`,
  `insert into users (id, handle, username, skeleton, name, display_name, password_hash, created_at)
    select id, md5('h' || n), 'user' || n, 'user' || n, 'user' || n, 'User ' || n, case when n % 5 = 0 then 'scrypt' end, 1700000000000 + n from people`,
  `insert into credentials (id, user_id, public_key, counter, transports, aaguid, device_type, backed_up, user_verified, created_at)
    select md5('c' || n), id, decode(repeat(md5(n::text), 4), 'hex'), 0, '[]', '00000000', 'multiDevice', 1, 1, 1700000000000 + n from people order by 1`,
  `insert into sessions (id, public_id, user_id, auth_method, auth_time, device, started_at, last_seen_at, created_at, expires, ends_at, moved_from, credential_id, refresh_token, provider_session)
    select 's1.' || md5('s' || n), md5('p' || n), id, 'passkey-uv', 1750000000000, 'Chrome on Windows', 1750000000000, 1750000000000, 1750000000000,
    4000000000000 + n, 4000000000000 + n, 's1.' || md5('m' || n), md5('c' || n), case when n % 10 = 0 then md5('r' || n) end, case when n % 10 = 0 then md5('o' || n) end from people order by 1`,
  `insert into security_events (user_id, at, id, type, method, device)
    select id, 4000000000000 + (n * 7919::bigint + e * 104729) % 7776000000, md5(n || '-' || e), case when e < 7 then 'signed-in' else 'signed-out' end, 'passkey-uv', 'Chrome on Windows'
    from people, generate_series(1, ${eventsPerAccount}) e order by 1, 2`,
  `insert into identities select 'https://provider.example', md5('i' || n), id, 1700000000000 from people where n % 10 = 0`,
  `insert into addresses select id, 'email', 'user' || n || '@example.com', 1700000000000 from people where n % 10 < 3`,
  `insert into notes select id, md5('n' || n), 'A note', repeat('text ', 40), md5('v' || n), 1700000000000 from people where n % 10 = 0`,
  `insert into note_requests select id, md5('k' || n), md5('f' || n), 201, md5('v' || n), 1700000000000, 4000000000000 + n from people where n % 10 = 0`,
  `insert into challenges select 's1.' || md5('s' || n), md5('x' || n), 'login', 1, 4000000000000 + n, null from people where n % 10 = 0`,
  `insert into failures select 'account:' || md5('s' || n), 1, 4000000000000 + n from people where n % 4 = 0`,
  `insert into codes select 's1.' || md5('s' || n), md5('y' || n), 'sign-in', id, 'user' || n || '@example.com', 0, 4000000000000 + n from people where n % 20 = 0`,
  `insert into flows (state, browser, nonce, verifier, return_to, mode, purpose, user_id, session_id, started_at, expires)
    select md5('f' || n), 'b', 'n', 'v', '/', 'redirect', 'sign-in', id, 's1.' || md5('s' || n), 1, 4000000000000 + n from people where n % 20 = 0`,
  `insert into hand_offs (id, session_id, code, status, browser, confirmation, sequence, expires, tries)
    select md5('g' || n), 's1.' || md5('s' || n), '12', 'proven', 'b', md5('q' || n), 1, 4000000000000 + n, 0 from people where n % 20 = 0`,
  `insert into hand_off_proofs select md5('g' || n), 'sealed' from people where n % 20 = 0`,
  `insert into wallet_requests select md5('w' || n), 's1.' || md5('s' || n), 'org-iso-mdoc', 'sealed', 1, 4000000000000 + n from people where n % 20 = 0`,
];

const execute = async (client: pg.Client, { sql, values }: Statement): Promise<Row[]> =>
  (await client.query<Row>(numberPlaceholders(sql), [...values])).rows;

/**
 * One connection as a database, in one transaction that is rolled back in the end. Each statement is explained while it
 * runs, undone, and run again for its rows.
 */
function explaining(
  client: pg.Client,
  explain: (statement: Statement, plan: PlanNode, time: number) => void,
): Database {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
  const run = async (statement: Statement): Promise<Row[]> => {
    await client.query('savepoint explained');
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>(
        `explain (analyze, buffers, format json) ${numberPlaceholders(statement.sql)}`,
        [...statement.values],
      );
      const [{ Plan: plan, 'Execution Time': time }] = rows[0]!['QUERY PLAN'];
      explain(statement, plan, time);
    } finally {
      await client.query('rollback to savepoint explained');
    }
    return execute(client, statement);
  };
  const within = async <Result>(work: () => Promise<{ result: Result; isKept: boolean }>): Promise<Result> => {
    await client.query('savepoint operation');
    try {
      const { result, isKept } = await work();
      await client.query(isKept ? 'release savepoint operation' : 'rollback to savepoint operation');
      return result;
    } catch (error) {
      await client.query('rollback to savepoint operation');
      throw error;
    }
  };
  return {
    query: (statement) => inTurn(() => within(async () => ({ result: await run(statement), isKept: true }))),
    transact: (statements) =>
      inTurn(() =>
        within<Outcome>(async () => {
          const results: Row[][] = [];
          for (const [index, statement] of statements.entries()) {
            const rows = await run(statement);
            if (statement.required && rows.length === 0)
              return { result: { committed: false, refusedBy: index }, isKept: false };
            results.push(rows);
          }
          return { result: { committed: true, results }, isKept: true };
        }),
      ),
    close: async () => {},
  };
}

async function measure(accounts: number): Promise<Map<string, Cost>> {
  const url = await createDatabase();
  const database = await openPostgres(url, () => {});
  await migrate(database);
  await database.close();
  const client = new pg.Client({ connectionString: url, types: columnTypes });
  await client.connect();
  const began = performance.now();
  // Making an index of rows that are there is faster than keeping it up to date meanwhile.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
      and indexname not in (select conname from pg_constraint)`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const sql of fillStatements(accounts)) await client.query(sql);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('vacuum analyze');
  console.error(`${accounts} accounts were written in ${Math.round((performance.now() - began) / 1000)} s.`);
  const large = new Set(
    (
      await client.query<{ name: string }>(
        `select relname as name from pg_class where relkind = 'r' and reltuples > ${rowsOfSmallTable}`,
      )
    ).rows.map(({ name }) => name),
  );

  const costs = new Map<string, Cost>();
  const repeated = new Map<string, number>();
  const changedOften = new Set<unknown>();
  const explain = ({ sql, values }: Statement, plan: PlanNode, time: number): void => {
    const text = inOneLine(sql);
    const before = repeated.get(text) ?? 0;
    repeated.set(text, before + 1);
    const keys = values.filter((value) => typeof value === 'string');
    if (before > repetitionsAtMost) for (const key of keys) changedOften.add(key);
    if (before > repetitionsAtMost || keys.some((key) => changedOften.has(key))) return;
    const cost = costs.get(text) ?? { pages: [], milliseconds: [], scans: new Set() };
    costs.set(text, cost);
    cost.pages.push((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0));
    cost.milliseconds.push(time);
    for (const node of nodesOf(plan))
      if (isWholeScan(node) && large.has(node['Relation Name'] ?? '')) cost.scans.add(`${node['Relation Name']}`);
  };
  const store = createStore(explaining(client, explain));
  const open = async () => {
    await client.query('begin');
    repeated.clear();
    changedOften.clear();
    return {
      store,
      async discard() {
        await client.query('rollback');
        // PostgreSQL does this now and then; else statements would read past the rows of scenarios before.
        await client.query('vacuum failures, sessions');
      },
    };
  };
  for (const [operation, cases] of Object.entries(scenarios))
    for (const [name, scenario] of Object.entries(cases))
      await play(scenario, { open }).catch((error: unknown) => {
        throw new Error(`${operation} ${name} failed`, { cause: error });
      });
  const { rows: sizesOfTables } = await client.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit 6`,
  );
  console.log(
    `${accounts} accounts take, with indexes, in bytes per account: ${sizesOfTables.map(({ name, bytes }) => `${name} ${Math.round(bytes / accounts)}`).join(', ')}.`,
  );
  const { discard } = await open();
  await useRemainingOperations(store, Date.now());
  await discard();
  await client.end();
  return costs;
}

process.env['TEST_POSTGRES'] = await startCluster({
  shared_buffers: '1GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  synchronous_commit: 'off',
});
const [small, big] = [await measure(sizes[0]!), await measure(sizes[1]!)];
// A scenario changes one row many times in a transaction that never ends, whose dead versions only an index scan of this
// measurement meets: the middle of all runs is what a request pays.
const typical = (cost: Cost): number => median(cost.pages);
const rows = Array.from(big, ([sql, cost]) => ({
  sql,
  scans: cost.scans,
  after: typical(cost),
  time: median(cost.milliseconds),
  before: typical(small.get(sql) ?? cost),
}));
rows.sort((one, other) => other.after - one.after);
console.log(
  `${rows.length} statements. Pages of 8 KB with ${sizes[0]} accounts, with ${sizes[1]} accounts and ${sizes[1]! * eventsPerAccount} events, and milliseconds there; medians:`,
);
for (const { sql, before, after, time } of rows)
  console.log(`${before.toFixed(0).padStart(6)}${after.toFixed(0).padStart(6)}${time.toFixed(2).padStart(8)}  ${sql}`);
const scanning = rows.filter(({ scans }) => scans.size > 0);
const growing = rows.filter(({ before, after }) => after > Math.max(before * pagesMore, pagesOfNewRow));
for (const { sql, scans } of scanning) console.log(`Reads all of ${[...scans].join(', ')}: ${sql}`);
for (const { sql, before, after } of growing) console.log(`Grows from ${before} to ${after} pages: ${sql}`);
const sum = (key: 'before' | 'after'): string => rows.reduce((total, row) => total + row[key], 0).toFixed(0);
console.log(
  `${scanning.length} statements read a whole table, ${growing.length} grow. All together: ${sum('before')} and ${sum('after')} pages.`,
);
exit(scanning.length + growing.length > 0 ? 1 : 0);
