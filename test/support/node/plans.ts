import Libsql from 'libsql';
import pg from 'pg';
import type { Database, Statement } from '../../../server/src/store/database.js';
import { numberPlaceholders } from '../../../server/src/store/postgres.js';
import type { Store } from '../../../server/src/store/store.js';

/** Statements by their text, each with values that it was run with. */
export type RecordedStatements = Map<string, Statement>;

/** The database, which shows each statement before it runs. */
export function watchStatements(database: Database, note: (statement: Statement) => void): Database {
  return {
    ...database,
    query(statement) {
      note(statement);
      return database.query(statement);
    },
    transact(list) {
      for (const statement of list) note(statement);
      return database.transact(list);
    },
  };
}

/** The database, which notes each statement before it runs. */
export function recordStatements(database: Database, statements: RecordedStatements): Database {
  return watchStatements(database, (statement) => statements.set(statement.sql, statement));
}

/** Calls the operations of the store that no request of the contract's scenarios leads to. */
export async function useRemainingOperations(store: Store, now: number): Promise<void> {
  const note = {
    sessionId: 'x',
    userId: 'x',
    owner: 'x',
    id: 'x',
    content: { title: '', text: '' },
    version: 'y',
    request: { key: 'x', fingerprint: 'x', expires: now },
  };
  const atMost = { notes: 1000, requests: 5000 };
  for (const precondition of ['absent', 'present', { version: 'x' }] as const)
    await store.changeNote({ ...note, precondition }, now, atMost);
  await store.changeNote({ ...note, content: null, precondition: 'present' }, now, atMost);
  await store.listNotes('x');
  await store.findNote('x', 'x');
  await store.findAccountByHandle('x');
  await store.replacePasswordHash('x', 'x', 'y');
  await store.forgiveFailure('x');
  await store.isMoved('x', 'y');
  await store.redeemHandOff('x');
  await store.endInstalledApp('x');
  await store.claimGrant('x', now, now);
  await store.replaceGrant('x', 'x', 'y');
  await store.listGrants('', 100);
  await store.endSessionsOfProvider('i', 'x', undefined, now);
  await store.endSessionsOfProvider('i', 'x', 'y', now);
  await store.endSessionsOfProvider('i', undefined, 'y', now);
  await store.deleteAccounts(now);
}

/** All rows of this table are taken at once, and few are in it at a time. */
const takenWhole = 'left_grants';

/** A node of a plan of PostgreSQL, as `format json` writes it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The node and all below it. */
export function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Whether a node reads a table, or an index, from one end to the other. */
export function isWholeScan(node: PlanNode): boolean {
  const type = node['Node Type'];
  if (node['Relation Name'] === takenWhole) return false;
  if (type === 'Seq Scan') return true;
  return /Index (Only )?Scan$/.test(type) && node['Index Cond'] === undefined;
}

/** Texts that a statement is shown by, in one line. */
export const inOneLine = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim();

/**
 * Finds the statements that read a whole table of the embedded database in the file, which has the schema of the store.
 */
export function findScansEmbedded(statements: RecordedStatements, file: string): string[] {
  const connection = new Libsql(file, {});
  try {
    return Array.from(statements.values()).flatMap(({ sql, values }) => {
      const rows = (
        connection.prepare(`explain query plan ${sql}`) as unknown as { all(values: unknown): { detail: string }[] }
      ).all(values);
      return rows
        .filter(({ detail }) => /^SCAN (?!CONSTANT ROW)/.test(detail) && detail !== `SCAN ${takenWhole}`)
        .map(({ detail }) => `${detail}: ${inOneLine(sql)}`);
    });
  } finally {
    connection.close();
  }
}

/**
 * Makes the planner guess the size of the tables and what their columns contain, as it does before the first analysis.
 * Of a table that autovacuum saw empty it knows that it has no rows: then all indexes cost the same, and it takes any of
 * them. Of a column that was always null it knows that a partial index of other values is empty, so that reading all of
 * that costs nothing.
 */
const forgetStatistics = `update pg_class set reltuples = -1, relpages = 0
    where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace;
  delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`;

/**
 * Finds the statements for which PostgreSQL has no index, in a database with the schema of the store. Tables that are
 * nearly empty are planned as if reading them from one end to the other cost a great deal, which joins by merging or
 * hashing also do.
 */
export async function findScansInPostgres(statements: RecordedStatements, connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    await client.query('set local enable_mergejoin = off');
    await client.query('set local enable_hashjoin = off');
    await client.query(forgetStatistics);
    const found: string[] = [];
    for (const { sql, values } of statements.values()) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json) ${numberPlaceholders(sql)}`,
        [...values],
      );
      for (const node of nodesOf(rows[0]!['QUERY PLAN'][0].Plan))
        if (isWholeScan(node)) found.push(`${node['Node Type']} ${node['Relation Name']}: ${inOneLine(sql)}`);
    }
    await client.query('rollback');
    return found;
  } finally {
    await client.end();
  }
}
