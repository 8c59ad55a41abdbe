import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../log.js';
import { StoreUnavailable, type Database, type Outcome, type Row, type Statement } from './database.js';
import { retryWhile } from './retry.js';

/**
 * Codes that pass by themselves: serialization failure, deadlock, two processes creating the same table at once (42P07, or
 * 42710 for the type of its rows), and a unique violation. The last one comes from a row that was written at the same moment, and which a statement that asks
 * first finds the next time.
 */
const passingCodes = new Set(['40001', '40P01', '42P07', '42710', '23505']);

/** The code of a statement that was prepared before a newer process has added a column. */
const outdatedCode = '0A000';

/** Codes of a connection that a pooler gives to others, on which a statement is not prepared as it was. */
const sharedCodes = new Set(['26000', '42P05']);

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

const numberedTexts = new Map<string, string>();

/** Rewrites `?` placeholders to `$1`, `$2` and so on. The project's SQL holds no question mark elsewhere. */
export function numberPlaceholders(sql: string): string {
  let text = numberedTexts.get(sql);
  if (text === undefined) {
    let position = 0;
    text = sql.replaceAll('?', () => `$${(position += 1)}`);
    numberedTexts.set(sql, text);
  }
  return text;
}

const names = new Map<string, string>();

/**
 * The name under which each connection prepares the statement: of its text, so that a connection which another process
 * has used never runs another statement under this name.
 */
function nameOf(text: string): string {
  const name = names.get(text) ?? `l${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;
  names.set(text, name);
  return name;
}

/** Counters and times fit a double exactly, so BIGINT is read as a number. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** How long to wait at most, in ms. */
export interface Waits {
  /** For a connection. */
  connection: number;
  /** For PostgreSQL to end a statement, and for the next one of a transaction. */
  statement: number;
}

/** A pool, and how its transactions begin. */
interface Connections {
  readonly pool: pg.Pool;
  readonly begin: string;
  /** Whether a statement alone has no timeout unless it is a transaction. */
  readonly needsTransaction: boolean;
}

/**
 * Connects with the timeouts of a connection. A pooler that shares connections takes none, or forgets them: then every
 * transaction sets its own.
 */
async function connect(
  url: string,
  { connection, statement }: Waits,
  noteLost: (error: Error) => void,
): Promise<Connections> {
  const open = (more: pg.PoolConfig): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max: 10,
      types: columnTypes,
      connectionTimeoutMillis: connection,
      query_timeout: statement + 2_000,
      pipeline: true,
      ...more,
    });
    // Without a listener a connection that breaks while idle would end the process; the next query simply opens a new
    // one.
    pool.on('error', noteLost);
    // The same for one that breaks between two statements of a transaction: the pool listens to idle ones only.
    pool.on('connect', (client) => client.on('error', noteLost));
    return pool;
  };
  const direct = open({
    statement_timeout: statement,
    idle_in_transaction_session_timeout: statement,
  });
  try {
    const { rows } = await direct.query<{ setting: string }>(
      `select setting from pg_settings where name = 'statement_timeout'`,
    );
    if (rows[0]?.setting === `${statement}`) return { pool: direct, begin: 'begin', needsTransaction: false };
    await direct.end();
  } catch (error) {
    await direct.end();
    // PgBouncer: unsupported startup parameter.
    if ((error as { code?: string }).code !== '08P01') throw new StoreUnavailable(error);
  }
  const begin = `begin; set local statement_timeout = ${statement}; set local idle_in_transaction_session_timeout = ${statement}`;
  return { pool: open({}), begin, needsTransaction: true };
}

/**
 * Connects to PostgreSQL, or to what speaks its protocol, also through a pooler that keeps a connection for a
 * transaction. By default it waits 5 s for a connection and 10 s for a statement.
 *
 * @throws {StoreUnavailable} when the server does not answer or refuses the connection.
 */
export async function openPostgres(
  url: string,
  log: Log,
  waits: Waits = { connection: 5_000, statement: 10_000 },
): Promise<Database> {
  const { pool, begin, needsTransaction } = await connect(url, waits, ({ message }) =>
    log({ level: 'warn', event: 'database-connection-lost', reason: message }),
  );
  // Reading and planning a statement takes PostgreSQL longer than running it.
  let prepares = !needsTransaction;
  /** Part of each name: statements are prepared anew when one is outdated. */
  let generation = 0;
  const isPassing = (error: unknown): boolean => {
    const code = codeOf(error);
    if (code === outdatedCode) generation += 1;
    if (sharedCodes.has(code) && prepares) {
      prepares = false;
      log({ level: 'warn', event: 'database-connections-shared', reason: (error as Error).message });
    }
    return passingCodes.has(code) || sharedCodes.has(code) || code === outdatedCode;
  };
  const run = async (client: pg.Pool | pg.PoolClient, { sql, values }: Statement): Promise<Row[]> => {
    const text = numberPlaceholders(sql);
    return (
      await client.query<Row>({ text, values: [...values], ...(prepares && { name: nameOf(text) + generation }) })
    ).rows;
  };

  const transact = async (statements: readonly Statement[]): Promise<Outcome> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      // If this failed unnoticed, PostgreSQL would commit each statement on its own.
      await client.query(begin);
      // All in one round trip. The first that failed or was refused decides; what came after it is rolled back.
      const answers = await Promise.allSettled(statements.map((statement) => run(client, statement)));
      const results: Row[][] = [];
      for (const [index, answer] of answers.entries()) {
        if (answer.status === 'rejected') throw answer.reason;
        if (statements[index]!.required && answer.value.length === 0) {
          await client.query('rollback');
          return { committed: false, refusedBy: index };
        }
        results.push(answer.value);
      }
      await client.query('commit');
      return { committed: true, results };
    } catch (error) {
      // Report the original failure; discard a connection that cannot roll back.
      await client.query('rollback').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.release(broken);
    }
  };

  const database: Database = {
    async query(statement) {
      // What only reads ends with the connection, which the client closes after its own timeout.
      if (!needsTransaction || /^\s*select\b(?!.*\bfor update\b)/is.test(statement.sql))
        return retryWhile(isPassing, () => run(pool, statement));
      const outcome = await retryWhile(isPassing, () => transact([{ ...statement, required: false }]));
      return outcome.committed ? outcome.results[0]! : [];
    },
    transact: (statements) => retryWhile(isPassing, () => transact(statements)),
    close: () => pool.end(),
  };
  try {
    await database.query({ sql: 'select 1', values: [] });
  } catch (error) {
    await pool.end();
    throw error;
  }
  return database;
}
